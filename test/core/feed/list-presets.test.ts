import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';

interface PublicFeed {
  readonly url: string;
  readonly name: string;
  readonly category: string;
  readonly licence: string;
  readonly reviewed?: boolean;
}

const { feeds } = JSON.parse(readFileSync('feeds/public-feeds.json', 'utf8')) as { feeds: PublicFeed[] };

describe('the presets', () => {
  // Where from is not compared: many readers are sent to a host for many.
  test.each(LIST_PRESETS)('the presets: $name is described as for publishers', (preset) => {
    expect(feeds.find(({ name }) => name === preset.name)).toMatchObject({
      category: preset.category,
      licence: preset.licence,
      reviewed: preset.isReviewed,
    });
  });

  test('the presets are each there once, over https, and say where they know from that a page may read them', () => {
    expect(new Set(LIST_PRESETS.map(({ id }) => id)).size).toBe(LIST_PRESETS.length);
    expect(new Set(LIST_PRESETS.map(({ url }) => url)).size).toBe(LIST_PRESETS.length);
    for (const { url, cors, corsSource, licence, isPrivateUseOnly } of LIST_PRESETS) {
      expect(url).toMatch(/^https:\/\//);
      expect(corsSource === '').toBe(cors === 'unknown');
      expect(isPrivateUseOnly).toBe(/non-commercial/.test(licence));
    }
  });
});
