import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import type { PublisherFeedsFile } from '../feeds/read-feeds-file.ts';
import type { KeyFile } from '../../node/keys/key-file.ts';
import type { ToldFailure } from '../../node/told-failure.ts';
import type { BuildReport } from '../report/build-report.ts';
import type { ChangedEntries } from './entries/changed-entries.ts';

export interface BuildRequest {
  readonly feeds: PublisherFeedsFile;
  readonly keys: KeyFile;
  /** How the key file is called where something is wrong with it. */
  readonly keyFileName: string;
  readonly channelFolder: string;
  /** null: beside the channel. */
  readonly stateFolder: string | null;
  /** Where the channel is published, to go on from when its folder is empty or older; null: nowhere. */
  readonly publishedAt: string | null;
  /** null: as many as pay. */
  readonly threads: number | null;
  /** False: feeds with an address are taken from the state folder. */
  readonly fetches: boolean;
  /** Shows what would change, and changes neither the channel nor what the next build starts from. */
  readonly isDryRun: boolean;
  /** Publishes nothing where nothing has changed since the last publication, unless that is 45 minutes old. */
  readonly onlyIfChanged: boolean;
  /** Entries that an epoch is planned for, at least; null: a quarter more than there are. */
  readonly plannedEntries: number | null;
  /** False-positive budget of all sections together, a fraction ≤ `MAX_FALSE_POSITIVE_RATE`; null: that one. */
  readonly falsePositiveRate: number | null;
  /** True: a snapshot may lose more than half of the entries that are published. */
  readonly allowsShrinking: boolean;
  /** True: the last publication may have a later date than this one, as it was made by a clock that was ahead. */
  readonly allowsEarlier: boolean;
  /** Unix time, seconds. */
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
  /** Of a dry run: the entries that would come and go. Null for a build that publishes. */
  readonly changedEntries: ChangedEntries | null;
  /** What the publisher should know at once. */
  readonly warnings: readonly string[];
}

/** The channel is as it was: nothing has changed since, and `onlyIfChanged` was asked for. */
export interface UnchangedChannel {
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  readonly warnings: readonly string[];
}

export type BuildFailure = ToldFailure;
