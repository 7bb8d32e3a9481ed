import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { Signer } from '../keys/signer.ts';
import type { PublishedSerial, StateFolder } from '../state/state-folder.ts';
import type { BuildRequest } from './build-request.ts';
import type { CompiledEpoch } from './compile-epoch.ts';
import type { PublishedChanges } from './entries/change-records.ts';
import type { GatheredFeed } from './gather-feeds.ts';
import type { PublishedTables } from './reading/read-tables.ts';
import type { PublishedWordModel } from './reading/read-word-model.ts';
import type { GoodHosts } from './gather-good-hosts.ts';

/** Everything that is known when the entries are there and nothing has been written. */
export interface PreparedBuild {
  /** `performance.now()`. */
  readonly startedAt: number;
  readonly request: BuildRequest;
  readonly signer: Signer;
  readonly state: StateFolder;
  readonly last: Snapshot | null;
  /** What is online is in the folder, and signed with this list of keys: it can stay as it is. */
  readonly canStay: boolean;
  /** Earlier publications, ascending by serial. */
  readonly history: readonly PublishedSerial[];
  readonly good: GoodHosts;
  readonly feeds: readonly GatheredFeed[];
  readonly changes: PublishedChanges | null;
  readonly epoch: CompiledEpoch;
  /** Null: the channel adds none. */
  readonly tables: PublishedTables | null;
  /** Null: the channel carries none. */
  readonly wordModel: PublishedWordModel | null;
  /** What the publisher should know of it, beside what its feeds and guards say. */
  readonly warnings: readonly string[];
}
