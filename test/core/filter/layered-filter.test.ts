import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compileForDevice } from '../../../src/core/filter/compile-for-device.ts';
import { LayeredFilter, UnreadableTable } from '../../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import type { Section, Snapshot } from '../../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../../src/core/steps.ts';
import { aSection, aSnapshot, fingerprintsOf, randomHashes } from '../snapshot/snapshot-builders.ts';

const SECRET = Uint8Array.from({ length: 16 }, (_, index) => index * 11);

interface Opened {
  readonly filter: LayeredFilter;
  readonly readSlice: (start: number, end: number) => Promise<Uint8Array>;
  readonly reads: (readonly [number, number])[];
}

function opened(snapshot: Snapshot, secret = SECRET): Opened {
  const { header, residentFilter, verificationTable } = runSteps(compileForDevice(snapshot, secret));
  const filter = LayeredFilter.open(header, residentFilter, secret);
  if (!filter.ok) throw new Error(filter.failure.kind);
  const reads: (readonly [number, number])[] = [];
  const readSlice = (start: number, end: number): Promise<Uint8Array> => {
    reads.push([start, end]);
    return Promise.resolve(verificationTable.slice(start, end));
  };
  return { filter: filter.value, readSlice, reads };
}

describe('LayeredFilter', () => {
  const listed = randomHashes(5000, 1);
  const phishing = listed.slice(0, 3000);
  const spam = listed.slice(2000);
  const snapshot = aSnapshot({
    sections: [
      aSection({ category: 'phishing', fingerprintBits: 50, fingerprints: fingerprintsOf(phishing, 50) }),
      aSection({ category: 'spam', fingerprintBits: 44, fingerprints: fingerprintsOf(spam, 44) }),
    ],
  });

  test('LayeredFilter finds every entry in both layers, in every section that lists it', async () => {
    const { filter, readSlice } = opened(snapshot);
    for (const { high, low } of listed) expect(filter.mayContain(high, low)).toBe(true);
    const sections = await filter.confirm(listed, readSlice);
    expect(sections.map(String)).toEqual(
      listed.map((_, index) => (index < 2000 ? '0' : index < 3000 ? '0,1' : '1')),
    );
    expect(filter.sections.map(({ category }) => category)).toEqual(['phishing', 'spam']);
    expect(filter.epochKey).toEqual(snapshot.epoch.key);
  });

  test('LayeredFilter denies in the verification table what the resident filter lets through by chance', async () => {
    const { filter, readSlice } = opened(snapshot);
    const absent = randomHashes(200_000, 2);
    const passed = absent.filter(({ high, low }) => filter.mayContain(high, low));
    // 200 expected at 10⁻³, standard deviation 14; six of them.
    expect(passed.length).toBeGreaterThan(115);
    expect(passed.length).toBeLessThan(285);
    expect((await filter.confirm(passed, readSlice)).flat()).toEqual([]);
  });

  test('LayeredFilter has other false hits under another secret', () => {
    const one = opened(snapshot).filter;
    const other = opened(
      snapshot,
      SECRET.map((byte) => byte ^ 1),
    ).filter;
    const absent = randomHashes(200_000, 3);
    const both = absent.filter(({ high, low }) => one.mayContain(high, low) && other.mayContain(high, low));
    // 0.2 expected.
    expect(both.length).toBeLessThan(6);
  });

  test('LayeredFilter never confirms an excluded hash, and still confirms its twin with the same fingerprint', async () => {
    const good = phishing[10] as Hash64;
    const twin = { high: good.high, low: (good.low ^ 1) >>> 0 };
    const { filter, readSlice } = opened({ ...snapshot, exclusions: fingerprintsOf([good], 64) });
    expect(await filter.confirm([good, twin], readSlice)).toEqual([[], [0]]);
  });

  test('LayeredFilter reads slices of a few kB, and neighbouring ones at once', async () => {
    const { filter, readSlice, reads } = opened(snapshot);
    await filter.confirm(listed.slice(0, 1), readSlice);
    expect(reads).toHaveLength(1);
    const [start, end] = reads[0] as [number, number];
    expect(end - start).toBeLessThanOrEqual(2 * 4096);
    reads.length = 0;
    await filter.confirm(listed, readSlice);
    expect(reads).toEqual([[0, 6000 * 9]]);
  });

  test('LayeredFilter answers for an empty snapshot', async () => {
    const { filter, readSlice } = opened(aSnapshot({ sections: [] }));
    expect(filter.mayContain(1, 2)).toBe(false);
    expect(await filter.confirm([{ high: 1, low: 2 }], readSlice)).toEqual([[]]);
  });

  test('LayeredFilter finds fingerprints that begin alike over several slices', async () => {
    const alike = Array.from({ length: 3000 }, (_, index) => ({ high: 7, low: index << 12 }));
    const hashes = [{ high: 6, low: 1 }, ...alike, { high: 8, low: 1 }];
    const crowded = aSnapshot({
      sections: [aSection({ fingerprintBits: 64, fingerprints: fingerprintsOf(hashes, 64) })],
    });
    const { filter, readSlice } = opened(crowded);
    expect((await filter.confirm(hashes, readSlice)).map(String)).toEqual(hashes.map(() => '0'));
  });

  test('LayeredFilter sorts fingerprints of many sections that somebody chose to begin alike', async () => {
    const hashes = Array.from({ length: 900 }, (_, index) => ({ high: index % 3, low: index << 12 }));
    const sections = [0, 1, 2].map((index) =>
      aSection({
        group: `feed-${index}`,
        fingerprintBits: 52,
        fingerprints: fingerprintsOf(
          hashes.filter((_, place) => place % 4 >= index),
          52,
        ),
      }),
    );
    const { filter, readSlice } = opened(aSnapshot({ sections }));
    const found = await filter.confirm(hashes, readSlice);
    expect(found).toEqual(hashes.map((_, place) => [0, 1, 2].filter((index) => place % 4 >= index)));
  });

  test('LayeredFilter refuses a header, a layer or a secret that do not belong together', () => {
    const { header, residentFilter } = runSteps(compileForDevice(snapshot, SECRET));
    const open = (h: Uint8Array, r: Uint8Array, s: Uint8Array): string => {
      const result = LayeredFilter.open(h, r, s);
      return result.ok ? 'opened' : result.failure.kind;
    };
    expect(open(header, residentFilter, SECRET)).toBe('opened');
    expect(
      open(
        header,
        residentFilter,
        SECRET.map((byte) => byte ^ 128),
      ),
    ).toBe('wrong-secret');
    expect(open(header, residentFilter, SECRET.subarray(1))).toBe('wrong-secret');
    expect(open(header, residentFilter.subarray(1), SECRET)).toBe('malformed');
    for (const offset of [0, 4000, residentFilter.length - 512]) {
      const damaged = residentFilter.slice().fill(0x5a, offset, offset + 512);
      expect(open(header, damaged, SECRET), `bytes from ${offset}`).toBe('malformed');
    }
    for (let length = 5; length < header.length; length++) {
      expect(open(header.subarray(0, length), residentFilter, SECRET), `length ${length}`).toBe('malformed');
    }
    expect(open(Uint8Array.of(...header, 0), residentFilter, SECRET)).toBe('malformed');
    expect(
      open(
        header.map((byte, index) => (index === 4 ? 9 : byte)),
        residentFilter,
        SECRET,
      ),
    ).toBe('unknown-format');
  });

  test('LayeredFilter says so when the table on disk is not the one it knows', async () => {
    const { filter, readSlice } = opened(snapshot);
    const [hash] = listed as [Hash64];
    await expect(
      filter.confirm([hash], async (start, end) => (await readSlice(start, end)).subarray(1)),
    ).rejects.toThrow(UnreadableTable);
    await expect(
      filter.confirm([hash], async (start, end) => (await readSlice(start, end)).map((byte) => byte ^ 1)),
    ).rejects.toThrow(UnreadableTable);
  });

  test('LayeredFilter says of any hash what the sections say, whatever their fingerprint bits and however many there are', async () => {
    const pool = randomHashes(40, 12);
    const anySections = fc.array(
      fc.record({ bits: fc.integer({ min: 40, max: 64 }), picked: fc.subarray(pool, { maxLength: 12 }) }),
      { maxLength: 12 },
    );
    // Hashes that share the leading bits of an entry, as far as its fingerprint goes, or one bit less.
    const anyAsked = fc
      .array(fc.tuple(fc.constantFrom(...pool), fc.integer({ min: 0, max: 31 })), { maxLength: 20 })
      .map((asked) => asked.map(([{ high, low }, bit]) => ({ high, low: (low ^ (1 << bit)) >>> 0 })));
    await fc.assert(
      fc.asyncProperty(
        anySections,
        anyAsked,
        fc.subarray(pool, { maxLength: 3 }),
        async (parts, asked, good) => {
          const sections = parts.map(({ bits, picked }, index) =>
            aSection({
              group: `feed-${String(index).padStart(2, '0')}`,
              fingerprintBits: bits,
              fingerprints: fingerprintsOf(picked, bits),
            }),
          );
          const { filter, readSlice } = opened(aSnapshot({ sections, exclusions: fingerprintsOf(good, 64) }));
          const hashes = [...pool, ...asked];
          const isListed = ({ high, low }: Hash64, { fingerprintBits, fingerprints }: Section): boolean => {
            const rest = 64 - fingerprintBits;
            const cut = ((low >>> rest) << rest) >>> 0;
            return fingerprints.high.some((word, index) => word === high && fingerprints.low[index] === cut);
          };
          const expected = hashes.map((hash) =>
            good.some(({ high, low }) => high === hash.high && low === hash.low)
              ? []
              : sections.flatMap((section, index) => (isListed(hash, section) ? [index] : [])),
          );
          expect(await filter.confirm(hashes, readSlice)).toEqual(expected);
          for (const [index, { high, low }] of hashes.entries()) {
            if ((expected[index] ?? []).length > 0) expect(filter.mayContain(high, low)).toBe(true);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('LayeredFilter tells more sections apart than a byte can', async () => {
    const hashes = randomHashes(300, 31);
    const sections = hashes.map((hash, index) =>
      aSection({
        group: `feed-${String(index).padStart(3, '0')}`,
        fingerprints: fingerprintsOf([hash], 50),
      }),
    );
    const { filter, readSlice, reads } = opened(aSnapshot({ sections }));
    expect((await filter.confirm(hashes, readSlice)).map(String)).toEqual(
      hashes.map((_, index) => String(index)),
    );
    expect(reads).toEqual([[0, 300 * 10]]);
  });

  test('LayeredFilter asks the resident filter for all keys of a link’s layer at once', () => {
    const { filter } = opened(snapshot);
    const hasher = new EntryHasher(snapshot.epoch.key);
    const hosts = ['a.b.example', 'b.example'];
    const paths = Array.from({ length: 2000 }, (_, index) => `/${index}`);
    const layer = {
      hosts,
      paths,
      pairs: hosts.flatMap((_, host) => paths.map((__, path) => [host, path] as const)),
      addresses: ['b.example'],
    };
    const all: string[] = [];
    hasher.layer(layer, (high, low, index) => {
      if (filter.mayContain(high, low)) all.push(`${index} ${high} ${low}`);
    });
    const selected: string[] = [];
    hasher.layer(layer, (high, low, index) => selected.push(`${index} ${high} ${low}`), filter);
    expect(selected).toEqual(all);
    // 4 expected.
    expect(all.length).toBeGreaterThan(0);
  });

  test('LayeredFilter never throws at a header that was damaged', () => {
    const { header, residentFilter } = runSteps(compileForDevice(snapshot, SECRET));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(header.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(header.length),
        (edits, length) => {
          const damaged = header.slice();
          for (const [offset, value] of edits) damaged[offset] = value;
          LayeredFilter.open(damaged, residentFilter, SECRET);
          LayeredFilter.open(damaged.subarray(0, length), residentFilter, SECRET);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('LayeredFilter is compiled in steps of at most 32,768 rows', () => {
    const hashes = randomHashes(100_000, 41);
    const sections = [0, 1].map((index) =>
      aSection({
        group: `feed-${index}`,
        fingerprints: fingerprintsOf(
          hashes.filter((_, place) => place % 2 === index),
          50,
        ),
      }),
    );
    const epoch = { ...snapshot.epoch, plannedEntries: 1_000_000 };
    const steps = compileForDevice(aSnapshot({ epoch, sections }), SECRET);
    let yields = 0;
    while (steps.next().done !== true) yields++;
    // Two lists to count, four parts to put into buckets, four to sort, four to insert, and one between.
    expect(yields).toBe(15);
  });
});
