import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import type { FingerprintList, Section, Snapshot } from '../../../src/core/snapshot/snapshot.ts';

/** Numbers that a seed repeats; mulberry32, good enough to scatter test entries. */
export function randomWords(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return (t ^ (t >>> 14)) >>> 0;
  };
}

export function randomHashes(count: number, seed: number): Hash64[] {
  const word = randomWords(seed);
  return Array.from({ length: count }, () => ({ high: word(), low: word() }));
}

/** The hashes as a sorted list of fingerprints with `bits` bits, none twice. */
export function fingerprintsOf(hashes: readonly Hash64[], bits: number): FingerprintList {
  const rest = 64 - bits;
  const sorted = hashes
    .map(({ high, low }) => ({ high, low: ((low >>> rest) << rest) >>> 0 }))
    .sort((a, b) => a.high - b.high || a.low - b.low)
    .filter(({ high, low }, index, all) => high !== all[index - 1]?.high || low !== all[index - 1]?.low);
  return {
    high: Uint32Array.from(sorted, ({ high }) => high),
    low: Uint32Array.from(sorted, ({ low }) => low),
  };
}

export function aSection(parts: Partial<Section> = {}): Section {
  return {
    kind: 'url',
    category: 'phishing',
    action: 'danger',
    group: 'example-feed',
    fingerprintBits: 50,
    fingerprints: fingerprintsOf(randomHashes(20, 77), parts.fingerprintBits ?? 50),
    ...parts,
  };
}

export function aSnapshot(parts: Partial<Snapshot> = {}): Snapshot {
  return {
    serial: 7,
    publishedAt: 1_790_000_000,
    epoch: { key: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), startedAt: 1_780_000_000, plannedEntries: 10_000 },
    sections: [aSection()],
    exclusions: { high: new Uint32Array(0), low: new Uint32Array(0) },
    opaque: [],
    ...parts,
  };
}
