import { describe, expect, test } from 'vitest';
import { compileForDevice } from '../../../src/core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { readLink } from '../../../src/core/url/read-link.ts';
import {
  candidatesOf,
  type LinkMatch,
  lookUpLink,
  matchesOf,
} from '../../../src/core/lookup/look-up-link.ts';
import { aSection, aSnapshot, fingerprintsOf } from '../snapshot/snapshot-builders.ts';

const SECRET = Uint8Array.from({ length: 16 }, (_, index) => index * 7);
const snapshot = aSnapshot({ sections: [] });
const hasher = new EntryHasher(snapshot.epoch.key);
const compiled = runSteps(
  compileForDevice(
    {
      ...snapshot,
      sections: [
        aSection({
          category: 'phishing',
          fingerprintBits: 60,
          fingerprints: fingerprintsOf([hasher.url('b.example', '/login'), hasher.url('b.example', '/')], 60),
        }),
        aSection({
          category: 'scam',
          fingerprintBits: 60,
          fingerprints: fingerprintsOf([hasher.url('b.example', '/')], 60),
        }),
        aSection({
          kind: 'address',
          category: 'spam',
          fingerprintBits: 60,
          fingerprints: fingerprintsOf([hasher.address('shop@c.example')], 60),
        }),
      ],
    },
    SECRET,
  ),
);
const filter = LayeredFilter.open(compiled.header, compiled.residentFilter, SECRET);
if (!filter.ok) throw new Error(filter.failure.kind);
const layered = filter.value;

let reads = 0;
const lookUp = async (href: string): Promise<readonly string[]> => {
  const matches = await lookUpLink(readLink(href), layered, hasher, (start, end) => {
    reads++;
    return Promise.resolve(compiled.verificationTable.slice(start, end));
  });
  return matches.map(
    ({ layer, expression, section }: LinkMatch) => `${layer} ${expression} ${section.category}`,
  );
};

describe('a link is looked up', () => {
  test.each([
    [
      'https://b.example/login?x=1',
      ['0 b.example/login phishing', '0 b.example/ phishing', '0 b.example/ scam'],
    ],
    ['https://www.b.example/x', ['0 b.example/ phishing', '0 b.example/ scam']],
    [
      'https://www.google.com/url?q=https%3A%2F%2Fb.example%2Flogin',
      ['1 b.example/login phishing', '1 b.example/ phishing', '1 b.example/ scam'],
    ],
    ['mailto:shop@c.example', ['0 shop@c.example spam']],
  ])(
    'a link is looked up: %s: every entry that names a layer of it, as people read it',
    async (href, expected) => {
      expect((await lookUp(href)).toSorted()).toEqual([...expected].toSorted());
    },
  );

  test('a link is looked up without reading from disk, if no list names it', async () => {
    reads = 0;
    expect(await lookUp('https://clean.example/a/b?c')).toEqual([]);
    expect(reads).toBe(0);
  });

  test('a link is looked up by keys of two kinds', () => {
    const all = {
      select: (_words: Uint32Array, count: number, passing: Uint32Array): number => {
        for (let index = 0; index < count; index++) passing[index] = index;
        return count;
      },
    };
    const ofUrl = candidatesOf(readLink('https://b.example/'), hasher, all);
    expect(ofUrl.map(({ layer, kind, expression }) => [layer, kind, expression])).toEqual([
      [0, 'url', 'b.example/'],
    ]);
    expect(ofUrl[0]?.hash).toEqual(hasher.url('b.example', '/'));
    const ofMail = candidatesOf(readLink('mailto:shop@c.example'), hasher, all);
    expect(ofMail.map(({ kind, expression }) => `${kind} ${expression}`)).toEqual([
      'url c.example/',
      'address shop@c.example',
      'address c.example',
    ]);
  });

  test('a section unknown to the filter throws, as a programming error', () => {
    const [candidate] = candidatesOf(readLink('https://b.example/'), hasher, layered);
    if (candidate === undefined) throw new Error('not listed');
    expect(() => matchesOf(candidate, [3], layered)).toThrow(RangeError);
  });
});
