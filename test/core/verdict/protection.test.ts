import { describe, expect, test } from 'vitest';
import { type ProtectingList, protectionOf } from '../../../src/core/verdict/protection.ts';

const list = (origin: ProtectingList['origin'], kind: ProtectingList['kind']): ProtectingList => ({
  origin,
  kind,
});

describe('the lists of an installation', () => {
  test.each<[string, readonly ProtectingList[]]>([
    ['none', []],
    ['none', [list('packaged', 'fresh')]],
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
  ])('amount to: %s (%j)', (protection, lists) => {
    expect(protectionOf(lists)).toBe(protection);
  });
});
