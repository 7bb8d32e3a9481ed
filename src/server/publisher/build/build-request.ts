import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import type { PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import type { KeyFile } from '../../node/keys/key-file.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import type { BuildReport } from '../report/build-report.ts';
import type { ChangedEntries } from './entries/changed-entries.ts';

export interface BuildRequest {
  readonly feeds: PublisherFeedsFile;
  readonly keys: KeyFile;
  readonly keyFileName: string;
  readonly channelFolder: string;
  /** Null: beside the channel. */
  readonly stateFolder: string | null;
  /** Address of the published channel, used if `channelFolder` is empty or older than it. */
  readonly publishedAt: string | null;
  /** Null: as many as pay off. */
  readonly threads: number | null;
  /** False: use copies in the state folder. */
  readonly fetches: boolean;
  readonly isDryRun: boolean;
  /** Skips publishing an unchanged channel, unless the last publication is 45 minutes old. */
  readonly onlyIfChanged: boolean;
  /** Fingerprints are sized for at least this many entries; null: a quarter more than there are. */
  readonly plannedEntries: number | null;
  /** Of all sections together, a fraction; null: `MAX_FALSE_POSITIVE_RATE`, the upper bound. */
  readonly falsePositiveRate: number | null;
  /** Permits losing more than half of the entries. */
  readonly allowsShrinking: boolean;
  /** Permits a last publication with a later date, from a clock that was ahead. */
  readonly allowsEarlier: boolean;
  /** Unix seconds. */
  readonly now: number;
  readonly signal: AbortSignal;
  readonly progress: BuildProgress;
}

export interface BuildProgress {
  bytes(what: string, done: number, total: number): void;
  step(what: string): void;
}

export interface BuiltChannel {
  readonly index: ChannelIndex;
  readonly indexBytes: number;
  readonly report: BuildReport;
  /** Null except for a dry run. */
  readonly changedEntries: ChangedEntries | null;
  readonly warnings: readonly string[];
}

export interface UnchangedChannel {
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly warnings: readonly string[];
}

export type BuildFailure = ExplainedFailure;
