import { describe, expect, test } from 'vitest';
import { type ProtectingList, protectionOf } from '../../../src/core/verdict/protection.ts';

const list = (
  origin: ProtectingList['origin'],
  kind: ProtectingList['kind'],
  ...groups: readonly string[]
): ProtectingList => ({
  origin,
  kind,
  sections: groups.map((group) => ({ group, on: true })),
  lastFailure: null,
});

const off = (list: ProtectingList): ProtectingList => ({
  ...list,
  sections: list.sections.map((section) => ({ ...section, on: false })),
});

/** It was tried. */
const failed = (list: ProtectingList): ProtectingList => ({
  ...list,
  lastFailure: { kind: 'wrong-root-key' },
});

const unverified = (list: ProtectingList): ProtectingList => ({
  ...list,
  lastFailure: { kind: 'cannot-verify' },
});

/** Its first section alone is switched off. */
const half = (list: ProtectingList): ProtectingList => ({
  ...list,
  sections: list.sections.map((section, index) => ({ ...section, on: index > 0 })),
});

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
    // A channel that was never fetched, though it was tried, keeps the others from clearing; no list of one's own does.
    ['missing', [list('default', 'fresh'), failed(list('managed', 'none'))]],
    ['missing', [list('added', 'stale'), list('list', 'fresh'), failed(list('default', 'none'))]],
    ['checks', [list('default', 'fresh'), failed(list('list', 'none'))]],
    ['checks', [failed(list('default', 'fresh')), list('added', 'none')]],
    ['expired', [list('default', 'expired'), failed(list('added', 'none'))]],
    ['flags', [list('list', 'fresh'), failed(list('default', 'none'))]],
    ['none', [list('packaged', 'fresh', ...TEST_PAGES), failed(list('default', 'none'))]],
    // Whatever else there is, the reader hears of a browser that cannot verify; a list from before still counts.
    ['unverifiable', [unverified(list('packaged', 'none'))]],
    ['unverifiable', [list('list', 'fresh'), unverified(list('default', 'none'))]],
    ['checks', [unverified(list('default', 'fresh'))]],
    // What is switched off whole is looked up no more.
    ['off', [off(list('default', 'fresh', 'URLhaus', 'OpenPhish'))]],
    ['off', [off(list('default', 'expired', 'URLhaus')), off(list('list', 'fresh', 'mine'))]],
    ['off', [off(list('list', 'fresh', 'mine')), list('packaged', 'fresh', ...TEST_PAGES)]],
    // That list is on its way.
    ['none', [off(list('default', 'fresh', 'URLhaus')), list('added', 'none')]],
    ['none', [off(list('packaged', 'fresh', ...TEST_PAGES))]],
    ['flags', [off(list('default', 'fresh', 'URLhaus')), list('list', 'fresh', 'mine')]],
    ['checks', [list('default', 'fresh', 'URLhaus'), off(list('added', 'expired', 'other'))]],
    // One of its sections is enough.
    ['checks', [half(list('default', 'fresh', 'URLhaus', 'OpenPhish'))]],
    // A packaged list with a feed in it flags while it lasts; that it ends is no failure.
    ['flags', [list('packaged', 'stale', ...TEST_PAGES, 'URLhaus')]],
    ['none', [list('packaged', 'expired', ...TEST_PAGES, 'URLhaus')]],
    ['expired', [list('default', 'expired'), list('packaged', 'fresh', 'URLhaus')]],
  ])('the lists of an installation give protection: %s (%j)', (protection, lists) => {
    expect(protectionOf(lists)).toBe(protection);
  });
});
