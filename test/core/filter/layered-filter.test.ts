import { describe, expect, test } from 'vitest';
import { compileForDevice, LayeredFilter, UnreadableTable } from '../../../src/core/filter/layered-filter.ts';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import type { Snapshot } from '../../../src/core/snapshot/snapshot.ts';
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

  test('finds every entry in both layers, in every section that lists it', async () => {
    const { filter, readSlice } = opened(snapshot);
    for (const { high, low } of listed) expect(filter.mayContain(high, low)).toBe(true);
    const sections = await filter.confirm(listed, readSlice);
    expect(sections.map(String)).toEqual(
      listed.map((_, index) => (index < 2000 ? '0' : index < 3000 ? '0,1' : '1')),
    );
    expect(filter.sections.map(({ category }) => category)).toEqual(['phishing', 'spam']);
    expect(filter.epochKey).toEqual(snapshot.epoch.key);
  });

  test('denies in layer 2 what layer 1 lets through by chance', async () => {
    const { filter, readSlice } = opened(snapshot);
    const absent = randomHashes(200_000, 2);
    const passed = absent.filter(({ high, low }) => filter.mayContain(high, low));
    // 200 expected at 10⁻³, standard deviation 14; six of them.
    expect(passed.length).toBeGreaterThan(115);
    expect(passed.length).toBeLessThan(285);
    expect((await filter.confirm(passed, readSlice)).flat()).toEqual([]);
  });

  test('has other false hits under another secret', () => {
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

  test('never confirms an excluded hash, and still confirms its twin with the same fingerprint', async () => {
    const good = phishing[10] as Hash64;
    const twin = { high: good.high, low: (good.low ^ 1) >>> 0 };
    const { filter, readSlice } = opened({ ...snapshot, exclusions: fingerprintsOf([good], 64) });
    expect(await filter.confirm([good, twin], readSlice)).toEqual([[], [0]]);
  });

  test('reads slices of a few kB, and neighbouring ones at once', async () => {
    const { filter, readSlice, reads } = opened(snapshot);
    await filter.confirm(listed.slice(0, 1), readSlice);
    expect(reads).toHaveLength(1);
    const [start, end] = reads[0] as [number, number];
    expect(end - start).toBeLessThanOrEqual(2 * 4096);
    reads.length = 0;
    await filter.confirm(listed, readSlice);
    expect(reads).toEqual([[0, 6000 * 9]]);
  });

  test('answers for an empty snapshot', async () => {
    const { filter, readSlice } = opened(aSnapshot({ sections: [] }));
    expect(filter.mayContain(1, 2)).toBe(false);
    expect(await filter.confirm([{ high: 1, low: 2 }], readSlice)).toEqual([[]]);
  });

  test('finds fingerprints that begin alike over several slices', async () => {
    const alike = Array.from({ length: 3000 }, (_, index) => ({ high: 7, low: index << 12 }));
    const hashes = [{ high: 6, low: 1 }, ...alike, { high: 8, low: 1 }];
    const crowded = aSnapshot({
      sections: [aSection({ fingerprintBits: 64, fingerprints: fingerprintsOf(hashes, 64) })],
    });
    const { filter, readSlice } = opened(crowded);
    expect((await filter.confirm(hashes, readSlice)).map(String)).toEqual(hashes.map(() => '0'));
  });

  test('refuses a header, a layer or a secret that do not belong together', () => {
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

  test('says so when the table on disk is not the one it knows', async () => {
    const { filter, readSlice } = opened(snapshot);
    const [hash] = listed as [Hash64];
    await expect(
      filter.confirm([hash], async (start, end) => (await readSlice(start, end)).subarray(1)),
    ).rejects.toThrow(UnreadableTable);
    await expect(
      filter.confirm([hash], async (start, end) => (await readSlice(start, end)).map((byte) => byte ^ 1)),
    ).rejects.toThrow(UnreadableTable);
  });
});
