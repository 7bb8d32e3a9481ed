import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { halfSipHash } from '../../../src/core/hash/half-sip-hash.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';

const KEY = Uint8Array.of(0x51, 0x70, 0xa3, 9, 0, 255, 16, 77);

/** The definition, word by word, as docs/snapshot-format.md gives it. */
function outputOf(bytes: Uint8Array): Uint8Array {
  const { high, low } = halfSipHash(KEY, bytes);
  const output = new DataView(new ArrayBuffer(8));
  output.setUint32(0, high, true);
  output.setUint32(4, low, true);
  return new Uint8Array(output.buffer);
}

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

function urlByDefinition(host: string, path: string): Hash64 {
  return halfSipHash(KEY, Uint8Array.of(...outputOf(utf8(host).reverse()), ...outputOf(utf8(path))));
}

function taggedByDefinition(text: string, tag: number): Hash64 {
  return halfSipHash(KEY, Uint8Array.of(...outputOf(utf8(text)), tag));
}

interface Layer {
  readonly hosts: readonly string[];
  readonly paths: readonly string[];
  readonly pairs: readonly (readonly [number, number])[];
  readonly addresses: readonly string[];
}

function hashesOf(hasher: EntryHasher, layer: Layer): Hash64[] {
  const hashes: Hash64[] = [];
  hasher.layer(layer, (high, low, index) => {
    expect(index).toBe(hashes.length);
    hashes.push({ high, low });
  });
  return hashes;
}

function byDefinition({ hosts, paths, pairs, addresses }: Layer): Hash64[] {
  return [
    ...pairs.map(([host, path]) => urlByDefinition(hosts[host] ?? '', paths[path] ?? '')),
    ...addresses.map((address) => taggedByDefinition(address, 1)),
  ];
}

/** Texts that begin or end alike, as hosts and paths do, and some that are no ASCII at all. */
const anyText = fc.oneof(
  { weight: 3, arbitrary: fc.string({ unit: 'binary-ascii', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', 'a\udc00b', 'é', '\u0000', '', 'ab\u{10ffff}cd') },
);
const suffixesOf = (whole: string, cuts: readonly number[]): string[] => cuts.map((cut) => whole.slice(cut));
const prefixesOf = (whole: string, cuts: readonly number[]): string[] =>
  cuts.map((cut) => whole.slice(0, cut));
const texts = (alike: (whole: string, cuts: readonly number[]) => string[]): fc.Arbitrary<string[]> =>
  fc
    .tuple(anyText, fc.array(fc.nat(40), { maxLength: 5 }), fc.array(anyText, { maxLength: 2 }))
    .map(([whole, cuts, others]) => [whole, ...alike(whole, cuts), ...others]);
const anyLayer: fc.Arbitrary<Layer> = fc
  .record({
    hosts: texts(suffixesOf),
    paths: texts(prefixesOf),
    addresses: fc.array(anyText, { maxLength: 3 }),
  })
  .map(({ hosts, paths, addresses }) => ({
    hosts,
    paths,
    pairs: hosts.flatMap((_, host) => paths.map((__, path) => [host, path] as const)),
    addresses,
  }));

describe('EntryHasher', () => {
  test('EntryHasher hashes one URL, address and message as defined', () => {
    const hasher = new EntryHasher(KEY);
    expect(hasher.url('a.b.example', '/1/2.html?q')).toEqual(urlByDefinition('a.b.example', '/1/2.html?q'));
    expect(hasher.address('who@b.example')).toEqual(taggedByDefinition('who@b.example', 1));
    expect(hasher.message('Your parcel waits')).toEqual(taggedByDefinition('Your parcel waits', 2));
  });

  test('EntryHasher hashes the pairs and addresses of a layer as it hashes each alone', () => {
    const layer: Layer = {
      hosts: ['a.b.c.example', 'b.c.example', 'c.example'],
      paths: ['/1/2.html?param=1', '/1/2.html', '/', '/1/'],
      pairs: [
        [0, 0],
        [2, 3],
        [1, 2],
      ],
      addresses: ['who@c.example', 'c.example'],
    };
    const hasher = new EntryHasher(KEY);
    expect(hashesOf(hasher, layer)).toEqual([
      hasher.url('a.b.c.example', '/1/2.html?param=1'),
      hasher.url('c.example', '/1/'),
      hasher.url('b.c.example', '/'),
      hasher.address('who@c.example'),
      hasher.address('c.example'),
    ]);
  });

  test('EntryHasher agrees with the definition on any hosts and paths, however they overlap', () => {
    const hasher = new EntryHasher(KEY);
    fc.assert(
      fc.property(anyLayer, (layer) => {
        expect(hashesOf(hasher, layer)).toEqual(byDefinition(layer));
      }),
      { numRuns: 2000 },
    );
  });

  test('EntryHasher takes more hosts and paths than any link has', () => {
    const hosts = Array.from({ length: 40 }, (_, index) => `${'x.'.repeat(index)}example`);
    const paths = Array.from({ length: 40 }, (_, index) => `/${'y/'.repeat(index)}`);
    const layer = {
      hosts,
      paths,
      pairs: hosts.map((_, index) => [index, 39 - index] as const),
      addresses: [],
    };
    expect(hashesOf(new EntryHasher(KEY), layer)).toEqual(byDefinition(layer));
  });

  test('EntryHasher keeps the kinds apart', () => {
    const hasher = new EntryHasher(KEY);
    const words = [hasher.url('x', 'x'), hasher.address('x'), hasher.message('x')].map(({ high }) => high);
    expect(new Set(words).size).toBe(3);
  });

  test('EntryHasher hashes otherwise under another key', () => {
    const other = KEY.slice();
    other[7] = 78;
    expect(new EntryHasher(other).url('b.example', '/')).not.toEqual(
      new EntryHasher(KEY).url('b.example', '/'),
    );
  });

  test('EntryHasher hashes a lone surrogate as the replacement character', () => {
    const hasher = new EntryHasher(KEY);
    expect(hasher.message('a\ud800')).toEqual(hasher.message('a\ufffd'));
  });
});
