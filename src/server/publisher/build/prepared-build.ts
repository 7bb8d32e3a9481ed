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

export interface PreparedBuild {
  /** From `performance.now()`. */
  readonly startedAt: number;
  readonly request: BuildRequest;
  readonly signer: Signer;
  readonly state: StateFolder;
  readonly last: Snapshot | null;
  /** An unchanged build may be skipped: the folder has the last publication, under the same key list. */
  readonly canStay: boolean;
  /** Ascending by serial. */
  readonly history: readonly PublishedSerial[];
  readonly good: GoodHosts;
  readonly feeds: readonly GatheredFeed[];
  readonly changes: PublishedChanges | null;
  readonly epoch: CompiledEpoch;
  readonly tables: PublishedTables | null;
  readonly wordModel: PublishedWordModel | null;
  readonly warnings: readonly string[];
}
