import { describe, expect, test } from 'vitest';
import {
  MAX_ALONE_PER_MINUTE,
  MAX_NEW_LINKS_PER_MINUTE,
  NewLinkLimit,
} from '../../../../src/extension/background/links/new-link-limit.ts';

const NOW = 1_800_000_000;

function flooded(): NewLinkLimit {
  const limit = new NewLinkLimit();
  for (let links = 0; links < MAX_NEW_LINKS_PER_MINUTE; links += 100)
    expect(limit.admits(1, 100, NOW)).toBe(true);
  return limit;
}

describe('of new links', () => {
  test('as many new links of a tab as the limit are admitted in a minute, and no batch that goes beyond it', () => {
    const limit = flooded();
    expect(limit.admits(1, 2, NOW)).toBe(false);
    expect(limit.admits(1, 0, NOW)).toBe(true);
    expect(limit.admits(2, 100, NOW)).toBe(true);
    expect(limit.admits(1, 100, NOW + 60)).toBe(true);
  });

  test('links that are asked about alone, as at a click, have room left beyond a flood, and not without end', () => {
    const limit = flooded();
    for (let click = 0; click < MAX_ALONE_PER_MINUTE; click++) expect(limit.admits(1, 1, NOW)).toBe(true);
    expect(limit.admits(1, 1, NOW)).toBe(false);
  });
});
