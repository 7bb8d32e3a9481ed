import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { EPOCH_KEY_BYTES, type EpochKey } from '../../../core/hash/half-sip-hash.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import {
  fingerprintBitsFor,
  MAX_FALSE_POSITIVE_RATE,
  type Epoch,
  type Section,
  type Snapshot,
} from '../../../core/snapshot/snapshot.ts';
import { MAX_SNAPSHOT_BYTES } from '../../../core/snapshot/snapshot-layout.ts';
import { countText } from '../../node/terminal/numbers.ts';
import { dayNumberOf } from '../../../core/utc-day.ts';
import type { NewEpochReason } from '../report/build-report.ts';
import { journalPath, JournalReader, JournalWriter } from '../state/entry-journal.ts';
import { journalTable } from '../state/journal-table.ts';
import type { StateFolder } from '../state/state-folder.ts';
import type { BuildFailure, BuildRequest } from './build-request.ts';
import type { PublishedChanges } from './entries/change-records.ts';
import { compileFeeds, fitsEpoch, newEpoch, sectionsOf, type CompiledFeeds } from './compile-feeds.ts';
import { uniqueNames } from './entries/entry-ages.ts';
import { SortingFailed } from './entries/entry-partitions.ts';
import { TooManyEntries } from './entries/merge-entries.ts';
import { FeedJudgements } from './feed-judgements.ts';
import type { GatheredFeeds } from './gather-feeds.ts';
import { entriesBeforeOf, firstUnreadable } from './used-copies.ts';
import { costDoublingsOf } from './entries/weigh-entry.ts';

/** Below this, starting a worker costs more than it saves. */
const MIN_BYTES_FOR_THREADS = 4_000_000;

export interface CompiledEpoch {
  readonly compiled: CompiledFeeds;
  readonly judgements: FeedJudgements;
  readonly epoch: Epoch;
  readonly newBecause: NewEpochReason;
  readonly sections: readonly Section[];
  /** A temporary file: commit it once published; discard it in any case, afterwards. */
  readonly journalAfter: JournalWriter;
}

export type EpochRequest = Pick<
  BuildRequest,
  'feeds' | 'threads' | 'plannedEntries' | 'falsePositiveRate' | 'now' | 'signal' | 'progress'
>;

export interface EpochInput {
  readonly request: EpochRequest;
  readonly state: StateFolder;
  readonly gathered: GatheredFeeds;
  readonly changes: PublishedChanges | null;
  readonly popular: readonly string[];
  readonly last: Snapshot | null;
  /** Whether the entries have to fit into a snapshot. */
  readonly isForSnapshot: boolean;
}

/** Of a snapshot: no list of more fits, whatever its fingerprints. */
const MOST_ENTRIES = (MAX_SNAPSHOT_BYTES * 8) / 31.5;

/**
 * Starts an epoch with a new key if the last one is missing, too old, too small or planned otherwise. Only compiling
 * shows that it is too small: all feeds are then compiled again.
 */
export async function compileEpoch(input: EpochInput): Promise<Result<CompiledEpoch, BuildFailure>> {
  try {
    const compiled = await compileUnderKeys(input);
    if (!compiled.ok || !input.isForSnapshot || codedBytes(compiled.value.sections) < MAX_SNAPSHOT_BYTES)
      return compiled;
    compiled.value.journalAfter.discard();
    return tooMany(compiled.value.compiled.merged.totals.entries);
  } catch (error) {
    if (error instanceof TooManyEntries) return tooMany(error.entries);
    if (!(error instanceof SortingFailed)) throw error;
    return fail({ kind: 'sorting-failed', message: `${error.message} Nothing was changed.` });
  }
}

async function compileUnderKeys(input: EpochInput): Promise<Result<CompiledEpoch, BuildFailure>> {
  const { request, gathered, last } = input;
  const { now, feeds: file } = request;
  const isOld = last !== null && now - last.epoch.startedAt >= file.publication.epochDays * 86_400;
  const judgements = new FeedJudgements(await entriesBeforeOf(gathered.feeds));
  const compiler = new EpochCompiler(input, judgements, await input.state.samples());

  const extraBits = extraBitsOf(request.falsePositiveRate);
  const isOtherwise = last !== null && isPlannedOtherwise(last, request.plannedEntries, extraBits);
  const kept = last === null || isOld || isOtherwise ? null : last.epoch;
  const first = await compiler.compile(kept?.key ?? newKey());
  const unreadable = firstUnreadable(first.compiled, gathered.feeds, judgements);
  if (unreadable !== null) {
    first.journalAfter.discard();
    return fail(unreadable);
  }
  const planned = request.plannedEntries ?? 0;
  const epoch = kept ?? newEpoch(first.key, first.compiled.merged.totals.entries, planned, now);
  const sections = sectionsOf(first.compiled.merged.sections, epoch.plannedEntries, extraBits);
  if (fitsEpoch(sections, request.falsePositiveRate ?? MAX_FALSE_POSITIVE_RATE)) {
    const newBecause = last === null ? 'first-build' : isOld ? 'old' : isOtherwise ? 'options' : null;
    return ok({ ...first, judgements, epoch, newBecause, sections });
  }

  first.journalAfter.discard();
  const second = await compiler.compile(newKey());
  const grown = newEpoch(second.key, second.compiled.merged.totals.entries, planned, now);
  return ok({
    ...second,
    judgements,
    epoch: grown,
    newBecause: 'grown',
    sections: sectionsOf(second.compiled.merged.sections, grown.plannedEntries, extraBits),
  });
}

/** From above: Rice coding takes log₂(2^r ÷ n) + 1.57 bits at most. */
function codedBytes(sections: readonly Section[]): number {
  const bits = sections.map(({ fingerprintBits, fingerprints: { high } }) =>
    high.length === 0 ? 0 : high.length * (fingerprintBits - Math.log2(high.length) + 1.57),
  );
  return bits.reduce((sum, one) => sum + one, 0) / 8;
}

function tooMany(entries: number): Result<never, BuildFailure> {
  return fail({
    kind: 'too-many-entries',
    message: `The feeds have about ${countText(entries)} entries, and a snapshot holds some 16 million (64 MiB). Divide the feeds over several channels, or give those of short-lived pages "expiryDays". Nothing was changed.`,
  });
}

/** One bit for each halving of the usual false-positive rate. */
function extraBitsOf(falsePositiveRate: number | null): number {
  return falsePositiveRate === null
    ? 0
    : Math.max(0, Math.ceil(Math.log2(MAX_FALSE_POSITIVE_RATE / falsePositiveRate)));
}

/** Fingerprint lengths are fixed within an epoch: a plan that needs other lengths starts another epoch. */
function isPlannedOtherwise(last: Snapshot, plannedEntries: number | null, extraBits: number): boolean {
  if (plannedEntries !== null && plannedEntries > last.epoch.plannedEntries) return true;
  return last.sections.some(
    (section) =>
      section.fingerprintBits !==
      fingerprintBitsFor(last.epoch.plannedEntries, costDoublingsOf(section) + extraBits),
  );
}

function newKey(): EpochKey {
  return new Uint8Array(randomBytes(EPOCH_KEY_BYTES));
}

interface Compilation {
  readonly key: EpochKey;
  readonly compiled: CompiledFeeds;
  readonly journalAfter: JournalWriter;
}

class EpochCompiler {
  readonly #input: EpochInput;
  readonly #judgements: FeedJudgements;
  readonly #samplesBefore: ReadonlyMap<string, string>;
  #bytesRead = 0;

  constructor(input: EpochInput, judgements: FeedJudgements, samplesBefore: ReadonlyMap<string, string>) {
    this.#input = input;
    this.#judgements = judgements;
    this.#samplesBefore = samplesBefore;
  }

  async compile(key: EpochKey): Promise<Compilation> {
    const { request, state, gathered, changes, popular } = this.#input;
    const { feeds: file, now, signal, progress } = request;
    const { feeds, totalBytes } = gathered;
    signal.throwIfAborted();
    const journal = JournalReader.open(journalPath(state.path));
    const isSameKey = journal !== null && Buffer.compare(journal.epochKey, key) === 0;
    const names = [...feeds, ...(changes === null ? [] : [changes])].map(({ name }) => name);
    const journalAfter = new JournalWriter(state.path, uniqueNames(names), key);
    try {
      const compiled = await compileFeeds({
        feeds: feeds.map(({ copies }) => copies),
        changes,
        epochKey: key,
        journalBefore: isSameKey ? journal : null,
        rekeying:
          journal === null || isSameKey ? null : { epochKey: journal.epochKey, table: journalTable(journal) },
        guards: { popular, exclusions: file.exclusions, now },
        weights: file.weights,
        threads: request.threads ?? (totalBytes < MIN_BYTES_FOR_THREADS ? 0 : availableParallelism()),
        totalBytes,
        isFit: (outcome) => this.#judgements.judge(outcome),
        journalAfter,
        samplesBefore: this.#samplesBefore,
        today: dayNumberOf(now),
        onBytes: (bytes) => {
          signal.throwIfAborted();
          progress.bytes('Reading feeds', (this.#bytesRead += bytes), 0);
        },
        mostEntries: this.#input.isForSnapshot ? MOST_ENTRIES : Infinity,
        onStep: (step) => progress.step(step),
      });
      return { key, compiled, journalAfter };
    } catch (error) {
      journalAfter.discard();
      throw error;
    } finally {
      journal?.close();
    }
  }
}
