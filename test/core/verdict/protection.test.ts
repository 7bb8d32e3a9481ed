import { describe, expect, test } from 'vitest';
import { type ProtectingList, protectionOf } from '../../../src/core/verdict/protection.ts';

const list = (
  origin: ProtectingList['origin'],
  kind: ProtectingList['kind'],
  ...groups: readonly string[]
): ProtectingList => ({ origin, kind, sections: groups.map((group) => ({ group })) });

const TEST_PAGES = ['Test pages', 'Self-test'];

describe('the lists of an installation', () => {
  test.each<[string, readonly ProtectingList[]]>([
    ['none', []],
    ['none', [list('packaged', 'fresh', ...TEST_PAGES)]],
    ['none', [list('default', 'none'), list('list', 'none')]],
    ['flags', [list('packaged', 'expired'), list('list', 'fresh')]],
    ['flags', [list('list', 'expired'), list('list', 'stale')]],
    ['flags', [list('list', 'fresh'), list('default', 'none')]],
    ['expired', [list('list', 'expired')]],
    ['expired', [list('default', 'expired'), list('list', 'fresh')]],
    ['expired', [list('default', 'fresh'), list('added', 'expired')]],
    ['checks', [list('default', 'fresh'), list('packaged', 'expired')]],
    ['checks', [list('managed', 'stale'), list('list', 'expired')]],
    ['checks', [list('default', 'fresh'), list('added', 'none')]],
    // A packaged list with a feed in it flags while it lasts; that it ends is no failure.
    ['flags', [list('packaged', 'stale', ...TEST_PAGES, 'URLhaus')]],
    ['none', [list('packaged', 'expired', ...TEST_PAGES, 'URLhaus')]],
    ['expired', [list('default', 'expired'), list('packaged', 'fresh', 'URLhaus')]],
  ])('amount to: %s (%j)', (protection, lists) => {
    expect(protectionOf(lists)).toBe(protection);
  });
});
