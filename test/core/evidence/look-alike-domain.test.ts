import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Brand } from '../../../src/core/evidence/brand.ts';
import { EvidenceTables, parseBrandRows } from '../../../src/core/evidence/evidence-tables.ts';
import { imitationOf, isOneOff } from '../../../src/core/evidence/look-alike-domain.ts';

function brand(row: string): Brand {
  const [first] = new EvidenceTables(parseBrandRows(row)).brands;
  if (first === undefined) throw new RangeError(row);
  return first;
}

const NORTHGATE = brand('Northgate Post, Northgate | northgate.example ngp.example');

describe('a domain imitates a brand', () => {
  test.each([
    ['northgate-help.example', ['help'], false],
    ['my-northgate.example', ['my'], false],
    ['northgatehelp.example', ['help'], true],
    ['mynorthgate.example', ['my'], true],
    ['n0rthgate-help.example', ['help'], false],
    ['northgate-post-help.example', ['help'], false],
    ['northgatee.example', ['e'], false],
    ['ngp-help.example', ['help'], false],
    ['secure-northgatehelp.example', ['help', 'secure'], false],
  ])('a domain imitates a brand by its word beside others: %s', (site, others, isJoined) => {
    expect(imitationOf(site, NORTHGATE)).toEqual({ kind: 'beside', others, isJoined });
  });

  test.each([
    'northgaate.example',
    'nortgate.example',
    'northgete.example',
    'norhtgate.example',
    'n0rthgate.example',
  ])('a domain imitates a brand by one letter: %s', (site) => {
    expect(imitationOf(site, NORTHGATE)).toEqual({ kind: 'misspelt' });
  });

  test.each([
    ['its bare word under another ending', 'northgate.test'],
    ['without its last letter, as for short links', 'northgat.example'],
    ['two letters changed', 'narthgete.example'],
    ['three letters that are no part of their own', 'ngphelp.example'],
    ['another name', 'brookfield.example'],
  ])('a domain imitates no brand: %s', (_, site) => {
    expect(imitationOf(site, NORTHGATE)).toBeNull();
  });

  test('a word of five letters is too short to be misspelt', () => {
    expect(imitationOf('acmes.example', brand('Acme | acme.example'))).toBeNull();
  });
});

const word = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd'), minLength: 1, maxLength: 8 });

describe('one letter off', () => {
  test('two names are one letter apart both ways, and none is of itself', () => {
    fc.assert(
      fc.property(word, word, (one, other) => {
        expect(isOneOff(one, other)).toBe(isOneOff(other, one));
        expect(isOneOff(one, one)).toBe(false);
      }),
    );
  });

  test('a name is one letter apart from each word that one change makes of it', () => {
    fc.assert(
      fc.property(word, fc.nat(7), fc.constantFrom('x', 'y', 'z'), (one, place, letter) => {
        const at = place % one.length;
        expect(isOneOff(one, one.slice(0, at) + letter + one.slice(at))).toBe(true);
        expect(isOneOff(one, one.slice(0, at) + letter + one.slice(at + 1))).toBe(true);
        expect(isOneOff(one, one.slice(0, at) + one.slice(at + 1))).toBe(true);
        const swapped = `${one.slice(0, at)}${one[at + 1] ?? ''}${one[at] ?? ''}${one.slice(at + 2)}`;
        if (at + 1 < one.length) expect(isOneOff(one, swapped)).toBe(swapped !== one);
      }),
    );
  });

  test('a name is not one letter apart where two letters in different places differ', () => {
    expect(isOneOff('abcdef', 'xbcdey')).toBe(false);
    expect(isOneOff('abc', 'abcxy')).toBe(false);
  });
});
