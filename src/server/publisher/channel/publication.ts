import type { ChannelIndex, IndexedSource } from '../../../core/snapshot/channel-index.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';
import type { PublishedSerial, StateFolder } from '../state/state-folder.ts';

export interface Publication {
  readonly channelFolder: string;
  readonly state: StateFolder;
  readonly snapshot: Snapshot;
  readonly channel: string;
  readonly refreshAfter: number;
  readonly expiresAfter: number;
  readonly sources: readonly IndexedSource[];
  /** Public; readers pin it, and it signed `keyList`. */
  readonly rootKey: string;
  readonly snapshotKey: KeyPair;
  readonly keyList: string;
  /** Ascending by serial. */
  readonly history: readonly PublishedSerial[];
  /** Makes all files, to know their sizes, but writes none. */
  readonly isDryRun: boolean;
  readonly onStep: (step: string) => void;
  /** File name in `report/` → public content. */
  readonly reports: (published: {
    readonly index: ChannelIndex;
    readonly deltasLeftOut: number;
  }) => ReadonlyMap<string, string | Uint8Array>;
}
