/**
 * What a client does with a snapshot of 10⁶ entries: decode, apply a delta, encode, build both layers; and how long the
 * longest step is in which nothing else can run. Like `lookup-bench.ts` it runs in any engine.
 */
import { compileForDevice } from '../../src/core/filter/compile-for-device.ts';
import { decodeSnapshotInSteps } from '../../src/core/snapshot/decode-snapshot.ts';
import { applyDeltasInSteps } from '../../src/core/snapshot/apply-delta.ts';
import { makeDelta } from '../../src/core/snapshot/make-delta.ts';
import { encodeSnapshot, encodeSnapshotInSteps } from '../../src/core/snapshot/encode-snapshot.ts';
import {
  fingerprintBitsFor,
  type FingerprintList,
  type Section,
  type Snapshot,
} from '../../src/core/snapshot/snapshot.ts';
import type { Steps } from '../../src/core/steps.ts';
import { SECRET } from './bench-device.ts';
import { medianOf, wordsFrom } from './bench-pages.ts';

export interface Work {
  /** ms in all, the median of several runs. */
  readonly median: number;
  readonly least: number;
  /** ms of the longest step of any run, the first one included, which the engine does unprepared. */
  readonly longestStep: number;
}

export interface DeviceReport {
  readonly entries: number;
  readonly sections: number;
  /** The whole file; `bits` an entry. */
  readonly snapshotBytes: number;
  readonly bitsPerEntry: number;
  /** 1 % of the entries gone, and as many new ones. */
  readonly deltaBytes: number;
  readonly residentBytes: number;
  readonly headerBytes: number;
  readonly tableBytes: number;
  readonly decode: Work;
  readonly build: Work;
  readonly decodeAndBuild: Work;
  readonly applyDelta: Work;
  readonly encode: Work;
}

/** Shares of 24 sections in a channel of a dozen feeds: a few large ones, many small ones. */
const SHARES = [
  0.24, 0.17, 0.12, 0.09, 0.07, 0.06, 0.05, 0.04, 0.03, 0.025, 0.02, 0.015, 0.012, 0.01, 0.01, 0.008, 0.007,
  0.006, 0.005, 0.004, 0.003, 0.002, 0.002, 0.001,
];

/** Nobody compares the digests here: WebCrypto does that in a client, in a thread of its own. */
const NO_DIGESTS = { from: '0'.repeat(64), to: '0'.repeat(64) };

export function deviceBench({
  entries = 1_000_000,
  sections = 1,
  rounds = 7,
}: {
  readonly entries?: number;
  readonly sections?: number;
  readonly rounds?: number;
} = {}): DeviceReport {
  const from = snapshotOf(entries, sections);
  const bytes = encodeSnapshot(from);
  const to = churned(from);
  const delta = makeDelta(from, to, NO_DIGESTS);
  const works: Record<'decode' | 'build' | 'applyDelta' | 'encode', { totals: number[]; longest: number }> = {
    decode: { totals: [], longest: 0 },
    build: { totals: [], longest: 0 },
    applyDelta: { totals: [], longest: 0 },
    encode: { totals: [], longest: 0 },
  };
  const timed = <Value>(name: keyof typeof works, steps: Steps<Value>): Value => {
    const work = works[name];
    let total = 0;
    for (;;) {
      const start = performance.now();
      const step = steps.next();
      const time = performance.now() - start;
      total += time;
      work.longest = Math.max(work.longest, time);
      if (step.done === true) {
        work.totals.push(total);
        return step.value;
      }
    }
  };
  let device = null;
  for (let round = 0; round < rounds; round++) {
    const decoded = timed('decode', decodeSnapshotInSteps(bytes));
    if (!decoded.ok) throw new Error(decoded.failure.kind);
    device = timed('build', compileForDevice(decoded.value, SECRET));
    const applied = timed('applyDelta', applyDeltasInSteps(decoded.value, [delta]));
    if (!applied.ok) throw new Error(applied.failure.kind);
    timed('encode', encodeSnapshotInSteps(applied.value.snapshot));
  }
  const workOf = ({
    totals,
    longest,
  }: {
    readonly totals: readonly number[];
    readonly longest: number;
  }): Work => ({
    median: medianOf(totals),
    least: Math.min(...totals),
    longestStep: longest,
  });
  return {
    entries: from.sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0),
    sections,
    snapshotBytes: bytes.length,
    bitsPerEntry: (bytes.length * 8) / entries,
    deltaBytes: delta.length,
    residentBytes: device?.residentFilter.length ?? 0,
    headerBytes: device?.header.length ?? 0,
    tableBytes: device?.verificationTable.length ?? 0,
    decode: workOf(works.decode),
    build: workOf(works.build),
    decodeAndBuild: workOf({
      totals: works.decode.totals.map((time, round) => time + (works.build.totals[round] ?? 0)),
      longest: Math.max(works.decode.longest, works.build.longest),
    }),
    applyDelta: workOf(works.applyDelta),
    encode: workOf(works.encode),
  };
}

/** A snapshot of random fingerprints: real ones are no different. */
export function snapshotOf(entries: number, sectionCount: number): Snapshot {
  const word = wordsFrom(entries + sectionCount);
  const fingerprintBits = fingerprintBitsFor(entries);
  const shares = sectionCount === 1 ? [1] : SHARES.slice(0, sectionCount);
  const whole = shares.reduce((sum, share) => sum + share, 0);
  const sections = shares.map((share, index): Section => ({
    kind: 'url',
    category: 'phishing',
    action: 'danger',
    group: `feed-${String(index).padStart(2, '0')}`,
    fingerprintBits,
    fingerprints: randomFingerprints(Math.floor((entries * share) / whole), fingerprintBits, word),
  }));
  return {
    serial: 1,
    publishedAt: 1_790_000_000,
    epoch: { key: new Uint8Array(8).fill(7), startedAt: 1_780_000_000, plannedEntries: entries },
    sections,
    exclusions: { high: new Uint32Array(0), low: new Uint32Array(0) },
    opaque: [],
  };
}

/** The snapshot an interval later: of each section 1 % is gone, and as much has come. */
export function churned(from: Snapshot): Snapshot {
  const word = wordsFrom(99);
  return {
    ...from,
    serial: from.serial + 1,
    sections: from.sections.map((section) => {
      const { high, low } = section.fingerprints;
      const count = Math.round(high.length / 100);
      const gone = new Set<number>();
      while (gone.size < count) gone.add(word() % high.length);
      const come = randomFingerprints(count, section.fingerprintBits, word);
      const merged = new Float64Array(high.length);
      // Whole fingerprints as pairs, sorted by what a double can hold of them; equal ones have not been seen.
      const pairs = new Map<number, readonly [number, number]>();
      let at = 0;
      const put = (h: number, l: number): void => {
        const key = h * 2 ** 20 + (l >>> 12);
        pairs.set(key, [h, l]);
        merged[at++] = key;
      };
      for (let index = 0; index < high.length; index++) {
        if (!gone.has(index)) put(high[index] ?? 0, low[index] ?? 0);
      }
      for (let index = 0; index < count; index++) put(come.high[index] ?? 0, come.low[index] ?? 0);
      const sorted = merged.subarray(0, at).sort();
      return {
        ...section,
        fingerprints: {
          high: Uint32Array.from(sorted, (key) => pairs.get(key)?.[0] ?? 0),
          low: Uint32Array.from(sorted, (key) => pairs.get(key)?.[1] ?? 0),
        },
      };
    }),
  };
}

function randomFingerprints(count: number, bits: number, word: () => number): FingerprintList {
  const rest = 64 - bits;
  const high = new Uint32Array(count).map(word).sort();
  const low = new Uint32Array(count).map(() => ((word() >>> rest) << rest) >>> 0);
  // Where the high words agree the low ones are to rise.
  for (let index = 1; index < count; index++) {
    if (high[index] !== high[index - 1] || (low[index] ?? 0) > (low[index - 1] ?? 0)) continue;
    low[index] = (low[index - 1] ?? 0) + 2 ** rest;
  }
  return { high, low };
}
