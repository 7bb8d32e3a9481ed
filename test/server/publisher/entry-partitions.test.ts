import { readdirSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EntryPartitions } from '../../../src/server/publisher/build/entries/entry-partitions.ts';
import { aFolder } from './run-command.ts';

type Triple = readonly [high: number, low: number, note: number];

function sorted(
  triples: readonly Triple[],
  options: { bits?: number; memoryRecords?: number; folder?: string } = {},
): Triple[] {
  const partitions = new EntryPartitions({ bits: 4, memoryRecords: 1e9, folder: aFolder(), ...options });
  for (let at = 0; at < triples.length; at += 700)
    partitions.add(Uint32Array.from(triples.slice(at, at + 700).flat()));
  const found: Triple[] = [];
  for (const { length, high, low, note } of partitions.sorted()) {
    for (let index = 0; index < length; index++)
      found.push([high[index] ?? 0, low[index] ?? 0, note[index] ?? 0]);
  }
  return found;
}

function expected(triples: readonly Triple[]): Triple[] {
  const unique = new Map(triples.map((triple) => [triple.join(), triple]));
  return [...unique.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1] || a[2] - b[2]);
}

/** Hashes of an even spread, some of them alike in their first word, some entirely. */
function someTriples(count: number): readonly Triple[] {
  let state = 12_345;
  const next = (): number => (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
  return Array.from({ length: count }, (_, index): Triple => {
    const high = index % 7 === 0 ? 0xdead_beef : next();
    return [high, index % 3 === 0 ? 5 : next() & 0xff, next() >>> 30];
  });
}

describe('EntryPartitions', () => {
  test('sorting entries gives every record once, in ascending order of hash and note', () => {
    const word = fc.oneof(fc.nat({ max: 0xffff_ffff }), fc.constantFrom(0, 1, 0xffff_ffff));
    fc.assert(
      fc.property(fc.array(fc.tuple(word, word, fc.nat({ max: 3 })), { maxLength: 300 }), (triples) => {
        expect(sorted(triples)).toEqual(expected(triples));
      }),
      { numRuns: 200 },
    );
  });

  test('entries are sorted alike when memory holds a fraction of them, and temporary files are deleted', () => {
    const triples = someTriples(60_000);
    const folder = aFolder();
    expect(sorted(triples, { memoryRecords: 5000, folder })).toEqual(expected(triples));
    expect(readdirSync(folder)).toEqual([]);
  });

  test('EntryPartitions has its temporary file only while it is needed', () => {
    const folder = aFolder();
    const partitions = new EntryPartitions({ bits: 1, memoryRecords: 1000, folder });
    partitions.add(Uint32Array.from(someTriples(10_000).flat()));
    expect(partitions.spilledBytes).toBeGreaterThan(0);
    expect(readdirSync(folder)).toHaveLength(1);
    partitions.close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('EntryPartitions is not slowed down by a feed that repeats one line', () => {
    const triples = Array.from({ length: 300_000 }, (_, index): Triple => [7, 7, index & 1]);
    expect(sorted(triples)).toEqual([
      [7, 7, 0],
      [7, 7, 1],
    ]);
  });

  test('EntryPartitions refuses half a record', () => {
    expect(() =>
      new EntryPartitions({ bits: 4, memoryRecords: 1, folder: '.' }).add(new Uint32Array(4)),
    ).toThrow(RangeError);
  });
});
