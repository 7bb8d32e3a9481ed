import type { ChannelIndex, IndexedSource } from '../../../core/snapshot/channel-index.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';
import type { PublishedSerial, StateFolder } from '../state/state-folder.ts';

/** A snapshot that is about to be put online, and whose word it is. */
export interface Publication {
  readonly channelFolder: string;
  readonly state: StateFolder;
  readonly snapshot: Snapshot;
  readonly channel: string;
  readonly refreshAfter: number;
  readonly expiresAfter: number;
  readonly sources: readonly IndexedSource[];
  /** The public one that readers pin, which has signed `keyList`. */
  readonly rootKey: string;
  readonly snapshotKey: KeyPair;
  readonly keyList: string;
  /** Earlier publications, ascending by serial. */
  readonly history: readonly PublishedSerial[];
  /** Nothing is written; what would be is made all the same, so that its sizes are known. */
  readonly isDryRun: boolean;
  readonly onStep: (step: string) => void;
  /** Written beside the snapshot, public: name of the file in `report/` → content. */
  readonly reports: (published: {
    readonly index: ChannelIndex;
    readonly deltasLeftOut: number;
  }) => ReadonlyMap<string, string | Uint8Array>;
}
