import { tmpdir } from 'node:os';
import type { DetectFailure } from '../../../core/feed/detect-format.ts';
import { Guards, type GuardSettings } from '../../../core/guard/guard-context.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { EpochKey } from '../../../core/hash/half-sip-hash.ts';
import {
  falsePositiveRateOfSections,
  fingerprintBitsFor,
  MAX_FALSE_POSITIVE_RATE,
  type Epoch,
  type Section,
} from '../../../core/snapshot/snapshot.ts';
import type { FeedBytesFailure } from '../feeds/feed-bytes.ts';
import type { WeightRules } from '../feeds/read-feeds-file.ts';
import type { Journal, JournalWriter } from '../state/entry-journal.ts';
import {
  CHANGE_SLOTS,
  changeRecords,
  type ChangeRecords,
  type PublishedChanges,
} from './entries/change-records.ts';
import { EntryAges, sampleKey, type Changes } from './entries/entry-ages.ts';
import { EntryPartitions } from './entries/entry-partitions.ts';
import type { FeedWorkerSettings } from './reading/feed-worker.ts';
import { startFeedWorkers, type FeedWorkers } from './reading/feed-workers.ts';
import { toFingerprints } from './entries/fingerprints.ts';
import { mergeEntries, type MergedEntries, type MergedSection } from './entries/merge-entries.ts';
import { RekeyedJournal } from './entries/rekeyed-journal.ts';
import { readFeedCopy, type FeedCopy, type FeedTally } from './reading/read-feeds.ts';
import { costDoublingsOf } from './entries/weigh-entry.ts';

export type CopyOutcome =
  | { readonly kind: 'read'; readonly copy: FeedCopy; readonly tally: FeedTally }
  | { readonly kind: 'failed'; readonly copy: FeedCopy; readonly failure: FeedBytesFailure }
  /** The format is neither stated nor detected. */
  | { readonly kind: 'formatless'; readonly copy: FeedCopy; readonly because: DetectFailure };

export interface CompileOptions {
  /** Copies of each feed, in the order tried. */
  readonly feeds: readonly (readonly FeedCopy[])[];
  readonly changes: PublishedChanges | null;
  readonly epochKey: EpochKey;
  readonly guards: GuardSettings;
  readonly weights: WeightRules;
  readonly threads: number;
  /** Determines the number of partitions. */
  readonly totalBytes: number;
  /** If false, the feed's next copy is tried. */
  readonly isFit: (outcome: CopyOutcome) => boolean;
  /** Null if the last journal has another key. */
  readonly journalBefore: Journal | null;
  readonly rekeying: FeedWorkerSettings['rekeying'];
  readonly journalAfter: JournalWriter | null;
  readonly samplesBefore: ReadonlyMap<string, string>;
  /** Days since 1970-01-01. */
  readonly today: number;
  /** Default: any number. */
  readonly mostEntries?: number;
  readonly onBytes: (bytes: number) => void;
  readonly onStep: (step: string) => void;
  /** Records in memory while sorting, `RECORD_WORDS` 32-bit words each; the rest goes to disk. */
  readonly memoryRecords?: number;
}

export interface CompiledFeeds {
  readonly outcomes: readonly CopyOutcome[];
  readonly used: readonly FeedCopy[];
  readonly merged: MergedEntries;
  readonly own: OwnEntries | null;
  readonly changes: Changes;
  readonly samples: ReadonlyMap<string, string>;
  readonly spilledBytes: number;
}

export interface OwnEntries extends Omit<ChangeRecords, 'records' | 'voices'> {
  readonly name: string;
  readonly slots: readonly number[];
}

/** Low estimate: about the shortest line of a URL list, or any line in gzip. Surplus partitions cost nothing. */
const BYTES_PER_RECORD = 6;
const RECORDS_PER_PARTITION = 1 << 16;
/** 240 MB, so that a build of 10⁷ entries stays below 2 GB. */
const MEMORY_RECORDS = 20_000_000;
/** Entries sampled for the report, over all feeds. */
const SAMPLES = 20_000;
/** Several, so that workers have blocks of the next feed while one ends. */
const FEEDS_AT_ONCE = 3;

/** @throws {SortingFailed} if the entries exceed memory and the temporary folder refuses them; {TooManyEntries} */
export async function compileFeeds(options: CompileOptions): Promise<CompiledFeeds> {
  const { totalBytes } = options;
  const expected = Math.max(1, totalBytes / BYTES_PER_RECORD);
  const sampleBelow = Math.min(2 ** 32, Math.ceil((2 ** 32 * SAMPLES) / expected));
  const sorting = {
    bits: Math.min(14, Math.max(4, Math.ceil(Math.log2(expected / RECORDS_PER_PARTITION)))),
    memoryRecords: options.memoryRecords ?? MEMORY_RECORDS,
    folder: tmpdir(),
  };
  const records = new EntryPartitions(sorting);
  const firstSeen = options.rekeying === null ? null : new EntryPartitions(sorting);
  try {
    const read = await readFeeds(options, { records, firstSeen }, sampleBelow);
    options.onStep('Bringing the feeds together');
    return mergeFeeds(options, read, { records, firstSeen }, sampleBelow);
  } finally {
    records.close();
    firstSeen?.close();
  }
}

type Partitions = Parameters<typeof readFeedCopy>[2];

async function readFeeds(
  options: CompileOptions,
  partitions: Partitions,
  sampleBelow: number,
): Promise<readonly ReadFeed[]> {
  const workers = startFeedWorkers(options.threads, options);
  try {
    const read = await mapWithLimit(options.feeds, FEEDS_AT_ONCE, (copies) =>
      readFirstFit(copies, options, workers, partitions, sampleBelow),
    );
    await workers.idle();
    return read;
  } finally {
    await workers.close();
  }
}

function mergeFeeds(
  options: CompileOptions,
  read: readonly ReadFeed[],
  { records, firstSeen }: Partitions,
  sampleBelow: number,
): CompiledFeeds {
  const { feeds } = options;
  const { spilledBytes } = records;
  const used = read.flatMap((feed) => feed.used ?? []);
  const usedBySlot = new Map(used.map((copy) => [copy.slot, copy]));
  const slots = 1 + Math.max(-1, ...feeds.flat().map(({ slot }) => slot));
  const taken = takeChanges(options, slots, records);
  const allSlots = Array.from({ length: slots + (taken === null ? 0 : CHANGE_SLOTS) }, (_, slot) => slot);
  const ages = new EntryAges({
    before:
      firstSeen === null
        ? options.journalBefore
        : new RekeyedJournal(options.rekeying?.table.names ?? [], firstSeen),
    after: options.journalAfter,
    names: allSlots.map(
      (slot) => feeds.flat().find((copy) => copy.slot === slot)?.feed.name ?? taken?.own.name ?? '',
    ),
    expiryDays: allSlots.map((slot) => usedBySlot.get(slot)?.feed.expiryDays ?? null),
    today: options.today,
    sampleBelow,
    samplesBefore: options.samplesBefore,
  });
  const merged = mergeEntries(records.sorted(), {
    voices: allSlots.map((slot) => usedBySlot.get(slot)?.feed ?? taken?.voices[slot - slots] ?? null),
    weights: options.weights,
    ages,
    mostEntries: options.mostEntries ?? Infinity,
  });
  const outcomes = read.flatMap((feed) => feed.outcomes);
  return {
    outcomes,
    used,
    merged,
    own: taken?.own ?? null,
    changes: ages.finish(),
    samples: new Map(
      outcomes.flatMap((outcome) =>
        outcome.kind === 'read' && usedBySlot.has(outcome.copy.slot)
          ? outcome.tally.samples.map(({ high, low, text }) => [sampleKey(high, low), text] as const)
          : [],
      ),
    ),
    spilledBytes,
  };
}

/** The changes' slots follow those of the feeds. */
function takeChanges(
  { changes, epochKey, guards, weights }: CompileOptions,
  firstSlot: number,
  partitions: EntryPartitions,
): { readonly voices: ChangeRecords['voices']; readonly own: OwnEntries } | null {
  if (changes === null) return null;
  const { records, voices, ...counts } = changeRecords(changes, {
    firstSlot,
    hasher: new EntryHasher(epochKey),
    guards: new Guards(guards).contextFor({ hostEntries: true }),
    weights,
  });
  partitions.add(records);
  const slots = voices.map((_, index) => firstSlot + index);
  return { voices, own: { ...counts, name: changes.name, slots } };
}

interface ReadFeed {
  readonly outcomes: readonly CopyOutcome[];
  readonly used: FeedCopy | null;
}

async function readFirstFit(
  copies: readonly FeedCopy[],
  options: CompileOptions,
  workers: FeedWorkers,
  partitions: Partitions,
  sampleBelow: number,
): Promise<ReadFeed> {
  const outcomes: CopyOutcome[] = [];
  for (const copy of copies) {
    const outcome = await outcomeOf(copy, options, workers, partitions, sampleBelow);
    outcomes.push(outcome);
    if (options.isFit(outcome)) return { outcomes, used: copy };
  }
  return { outcomes, used: null };
}

async function outcomeOf(
  copy: FeedCopy,
  { onBytes }: CompileOptions,
  workers: FeedWorkers,
  partitions: Partitions,
  sampleBelow: number,
): Promise<CopyOutcome> {
  const { undetected } = copy;
  if (typeof undetected === 'string') return { kind: 'formatless', copy, because: undetected };
  if (undetected !== undefined) return { kind: 'failed', copy, failure: undetected };
  const tally = await readFeedCopy(copy, workers, partitions, { sampleBelow, onBytes });
  return 'kind' in tally ? { kind: 'failed', copy, failure: tally } : { kind: 'read', copy, tally };
}

async function mapWithLimit<Item, Value>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<Value>,
): Promise<readonly Value[]> {
  const values: Value[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      const item = items[index];
      if (item !== undefined) values[index] = await work(item);
    }
  };
  await Promise.all(Array.from({ length: limit }, worker));
  return values;
}

/** @param extraBits - bits of each fingerprint beyond the usual length */
export function sectionsOf(
  merged: readonly MergedSection[],
  plannedEntries: number,
  extraBits: number,
): readonly Section[] {
  return merged.map(({ name, hashes }): Section => {
    const fingerprintBits = fingerprintBitsFor(plannedEntries, costDoublingsOf(name) + extraBits);
    return { ...name, fingerprintBits, fingerprints: toFingerprints(hashes, fingerprintBits) };
  });
}

/** Growth after which an epoch's fingerprints are too short. */
const HEADROOM = 1.25;
const MIN_PLANNED_ENTRIES = 4096;

/** @param planned - lower bound; 0 if none */
export function newEpoch(key: EpochKey, entries: number, planned: number, startedAt: number): Epoch {
  const wanted = planned > 0 ? Math.max(planned, entries) : Math.ceil(entries * HEADROOM);
  return { key, startedAt, plannedEntries: Math.max(MIN_PLANNED_ENTRIES, wanted) };
}

/** @param budget - share of absent expressions taken for listed */
export function fitsEpoch(sections: readonly Section[], budget: number): boolean {
  const rate = falsePositiveRateOfSections(
    sections.map(({ fingerprints, fingerprintBits }) => ({
      entries: fingerprints.high.length,
      fingerprintBits,
    })),
  );
  return rate <= Math.min(budget, MAX_FALSE_POSITIVE_RATE);
}
