import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { UncheckedBecause } from '../../../../src/core/verdict/verdict.ts';
import { uncheckedKey } from '../../../../src/extension/platform/texts/reason-keys.ts';

/** Each, by the compiler. */
const BECAUSE: Readonly<Record<UncheckedBecause, true>> = {
  'no-snapshot': true,
  'no-channel': true,
  expired: true,
  unreadable: true,
  truncated: true,
  'storage-failed': true,
  overloaded: true,
  paused: true,
};

test('there is a text for each cause of not knowing', () => {
  const texts: unknown = JSON.parse(readFileSync('public/_locales/en/messages.json', 'utf8'));
  const causes = Object.keys(BECAUSE) as UncheckedBecause[];
  for (const because of causes) expect(texts).toHaveProperty(uncheckedKey(because));
  expect(new Set(causes.map(uncheckedKey)).size).toBe(causes.length);
});
