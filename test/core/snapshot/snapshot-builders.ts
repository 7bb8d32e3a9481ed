import * as fc from 'fast-check';
import type { Hash64 } from '../../../src/core/hash/hash64.ts';
import {
  compareSections,
  compareText,
  type FingerprintList,
  type OpaqueSection,
  type Section,
  type Snapshot,
} from '../../../src/core/snapshot/snapshot.ts';
import { ENTRY_KINDS } from '../../../src/core/hash/entry-kind.ts';
import { LEVELS } from '../../../src/core/verdict/verdict.ts';

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

const anyHash: fc.Arbitrary<Hash64> = fc.record({
  // Few high words, so that entries of different snapshots and sections coincide.
  high: fc.oneof(
    fc.integer({ min: 0, max: 3 }),
    fc.constantFrom(0xffff_ffff, 0x8000_0000),
    fc.nat(0xffff_ffff),
  ),
  low: fc.oneof(
    fc.nat(3).map((step) => (step << 24) >>> 0),
    fc.nat(0xffff_ffff),
  ),
});

const anySection: fc.Arbitrary<Section> = fc
  .record({
    kind: fc.constantFrom(...ENTRY_KINDS),
    category: fc.constantFrom('phishing', 'spam'),
    action: fc.constantFrom(...LEVELS),
    group: fc.constantFrom('a', 'b', '\uffff', '\u{10000}', 'g'.repeat(64)),
    fingerprintBits: fc.constantFrom(40, 41, 50, 63, 64),
    hashes: fc.array(anyHash, { maxLength: 20 }),
  })
  .map(({ hashes, ...name }) => ({ ...name, fingerprints: fingerprintsOf(hashes, name.fingerprintBits) }));

const anyOpaque: fc.Arbitrary<OpaqueSection> = fc.record({
  name: fc.constantFrom('model', 'other', 'é'),
  bytes: fc.uint8Array({ maxLength: 40 }),
});

/** Any snapshot of one epoch that the encoder takes. */
export const anySnapshot: fc.Arbitrary<Snapshot> = fc
  .record({
    serial: fc.integer({ min: 1, max: 0xffff_ffff }),
    publishedAt: fc.nat(0xffff_ffff),
    sections: fc.uniqueArray(anySection, { maxLength: 5, comparator: (a, b) => compareSections(a, b) === 0 }),
    exclusions: fc.array(anyHash, { maxLength: 5 }),
    opaque: fc.uniqueArray(anyOpaque, { maxLength: 3, selector: ({ name }) => name }),
  })
  .map(({ serial, publishedAt, sections, exclusions, opaque }) =>
    aSnapshot({
      serial,
      publishedAt,
      sections: sections.sort(compareSections),
      exclusions: fingerprintsOf(exclusions, 64),
      opaque: opaque.sort((a, b) => compareText(a.name, b.name)),
    }),
  );

/** Snapshots of one epoch with rising serials, each related to the one before as publications are. */
export const anyHistory: fc.Arbitrary<readonly Snapshot[]> = fc
  .tuple(anySnapshot, fc.array(fc.tuple(anySnapshot, fc.nat(15)), { minLength: 1, maxLength: 3 }))
  .map(([first, later]) => {
    const history = [{ ...first, serial: 1 }];
    for (const [other, keeps] of later) {
      const before = history.at(-1) ?? first;
      // By its bits, what stays as it was; sections of both, where their names allow it.
      const sections = (keeps & 1) === 0 ? other.sections : before.sections;
      history.push({
        ...other,
        serial: history.length + 1,
        sections:
          (keeps & 2) === 0
            ? sections
            : [...before.sections, ...other.sections].sort(compareSections).filter((section, index, all) => {
                const previous = all[index - 1];
                return previous === undefined || compareSections(previous, section) !== 0;
              }),
        exclusions: (keeps & 4) === 0 ? other.exclusions : before.exclusions,
        opaque: (keeps & 8) === 0 ? other.opaque : before.opaque,
      });
    }
    return history;
  });
