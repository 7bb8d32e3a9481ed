import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { EPOCH_KEY_BYTES } from '../../core/hash/half-sip-hash.ts';
import {
  falsePositiveRateOfSections,
  fingerprintBitsFor,
  MAX_FALSE_POSITIVE_RATE,
  type Epoch,
  type Section,
} from '../../core/snapshot/snapshot.ts';
import type { FeedBytesFailure } from '../feeds/feed-bytes.ts';
import type { WeightRules } from '../feeds/read-feeds-file.ts';
import { EntryPartitions } from './entry-partitions.ts';
import { startFeedWorkers } from './feed-workers.ts';
import { toFingerprints } from './fingerprints.ts';
import type { GuardSettings } from './guard-settings.ts';
import { lookUpKnownGood, type KnownGoodLookup } from './known-good.ts';
import { mergeEntries, type MergedEntries } from './merge-entries.ts';
import { readFeedCopy, type FeedCopy, type FeedTally } from './read-feeds.ts';
import { costDoublingsOf } from './weigh-entry.ts';

/** What happened to one copy of a feed. */
export type CopyOutcome =
  | { readonly kind: 'read'; readonly copy: FeedCopy; readonly tally: FeedTally }
  | { readonly kind: 'failed'; readonly copy: FeedCopy; readonly failure: FeedBytesFailure };

export interface CompileOptions {
  /** One feed, its copies in the order in which they are tried. */
  readonly feeds: readonly (readonly FeedCopy[])[];
  readonly epoch: Epoch;
  readonly guards: GuardSettings;
  readonly weights: WeightRules;
  readonly knownGood: Iterable<string>;
  readonly threads: number;
  /** Bytes of the feeds on disk, for the choice of partitions. */
  readonly totalBytes: number;
  /** Whether a copy that was read may be used; if not, the feed's next copy is tried. */
  readonly isFit: (outcome: CopyOutcome) => boolean;
  readonly isCurrent: (high: number, low: number, slot: number) => boolean;
  readonly onBytes: (bytes: number) => void;
  /** Records kept in memory while sorting; 12 bytes each. */
  readonly memoryRecords?: number;
}

export interface CompiledFeeds {
  readonly sections: readonly Section[];
  readonly outcomes: readonly CopyOutcome[];
  /** Slots whose records counted. */
  readonly usedSlots: readonly number[];
  readonly merged: MergedEntries;
  readonly knownGood: KnownGoodLookup;
  readonly spilledBytes: number;
}

/** Shortest line of a URL list, roughly: more partitions than needed cost nothing. */
const BYTES_PER_RECORD = 16;
const RECORDS_PER_PARTITION = 1 << 16;
/** 240 MB; what else a build holds at 10⁷ entries stays below the 2 GB it may have. */
const MEMORY_RECORDS = 20_000_000;
/** Texts kept for the report's examples, over all feeds. */
const SAMPLES = 20_000;

/** Feeds to sections: read, judge, hash, sort, bring together, weigh, cut, look up what must never be flagged. */
export async function compileFeeds(options: CompileOptions): Promise<CompiledFeeds> {
  const { epoch, feeds, totalBytes } = options;
  const expected = Math.max(1, totalBytes / BYTES_PER_RECORD);
  const partitions = new EntryPartitions({
    bits: Math.min(14, Math.max(4, Math.ceil(Math.log2(expected / RECORDS_PER_PARTITION)))),
    memoryRecords: options.memoryRecords ?? MEMORY_RECORDS,
    folder: tmpdir(),
  });
  const workers = startFeedWorkers(options.threads, { epochKey: epoch.key, guards: options.guards });
  const outcomes: CopyOutcome[] = [];
  const sampleBelow = Math.min(2 ** 32, Math.ceil((2 ** 32 * SAMPLES) / expected));
  try {
    for (const copies of feeds) {
      for (const copy of copies) {
        const tally = await readFeedCopy(copy, workers, partitions, {
          sampleBelow,
          onBytes: options.onBytes,
        });
        const outcome: CopyOutcome =
          'kind' in tally ? { kind: 'failed', copy, failure: tally } : { kind: 'read', copy, tally };
        outcomes.push(outcome);
        if (options.isFit(outcome)) break;
      }
    }
    await workers.idle();
  } catch (error) {
    partitions.close();
    throw error;
  } finally {
    await workers.close();
  }
  const { spilledBytes } = partitions;
  const used = outcomes.filter((outcome) => options.isFit(outcome)).map(({ copy }) => copy);
  const slots = 1 + Math.max(-1, ...feeds.flat().map(({ slot }) => slot));
  const voices = Array.from(
    { length: slots },
    (_, slot) => used.find((copy) => copy.slot === slot)?.feed ?? null,
  );
  const merged = mergeEntries(partitions.sorted(), {
    voices,
    weights: options.weights,
    isCurrent: options.isCurrent,
  });
  const sections = merged.sections.map(({ name, hashes }): Section => {
    const fingerprintBits = fingerprintBitsFor(epoch.plannedEntries, costDoublingsOf(name));
    return { ...name, fingerprintBits, fingerprints: toFingerprints(hashes, fingerprintBits) };
  });
  return {
    sections,
    outcomes,
    usedSlots: used.map(({ slot }) => slot),
    merged,
    knownGood: lookUpKnownGood(options.knownGood, sections, epoch.key),
    spilledBytes,
  };
}

/** How much the number of entries may grow before an epoch's fingerprints are too short. */
const HEADROOM = 1.25;
const MIN_PLANNED_ENTRIES = 4096;

export function newEpoch(entries: number, startedAt: number): Epoch {
  return {
    key: new Uint8Array(randomBytes(EPOCH_KEY_BYTES)),
    startedAt,
    plannedEntries: Math.max(MIN_PLANNED_ENTRIES, Math.ceil(entries * HEADROOM)),
  };
}

/** False when there are more entries than the epoch's fingerprint bits keep apart: only a new epoch helps then. */
export function fitsEpoch(sections: readonly Section[]): boolean {
  const rate = falsePositiveRateOfSections(
    sections.map(({ fingerprints, fingerprintBits }) => ({
      entries: fingerprints.high.length,
      fingerprintBits,
    })),
  );
  return rate <= MAX_FALSE_POSITIVE_RATE;
}
