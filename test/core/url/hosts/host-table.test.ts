/** By itself: where this is wrong, most modules of links cannot be loaded. */
import { describe, expect, test } from 'vitest';
import { hostNames, expandBraces, words } from '../../../../src/core/url/hosts/host-table.ts';

describe('a table of hosts', () => {
  test.each([
    ['a.example', ['a.example']],
    ['a.{b,c}.example', ['a.b.example', 'a.c.example']],
    ['{a,b}', ['a', 'b']],
    ['{a,b}.{c,d}', ['a.c', 'a.d', 'b.c', 'b.d']],
  ])('a table of hosts spells %s out', (name, names) => {
    expect(expandBraces(name)).toEqual(names);
  });

  test('a table of hosts has its names between any white space', () => {
    const cell = `
      a.example   b.{c,d}
    `;
    expect(words(cell)).toEqual(['a.example', 'b.{c,d}']);
    expect(hostNames(cell)).toEqual(['a.example', 'b.c', 'b.d']);
  });
});
