import { LayeredFilter, UnreadableTable } from '../../../core/filter/layered-filter.ts';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { ReadSlice } from '../../../core/lookup/look-up-link.ts';
import type { SnapshotStore, StoredSnapshot } from '../../platform/storage/snapshot-store.ts';
import { withTimeout } from '../../platform/with-timeout.ts';
import { usedChannelIds, type KnownChannels, underPinnedKeys } from './channel-list.ts';

export interface LoadedSnapshot {
  readonly stored: StoredSnapshot;
  readonly filter: LayeredFilter;
  readonly hasher: EntryHasher;
  readonly readSlice: ReadSlice;
}

export interface LoadedSnapshots {
  readonly snapshots: readonly LoadedSnapshot[];
  /** Unusable records; empty if storage failed. */
  readonly damaged: readonly string[];
  readonly storageFailed: boolean;
}

/** Of channels in use. Others stay loaded until their record is deleted. */
export function snapshotsInUse(
  { snapshots, damaged }: LoadedSnapshots,
  { channels }: KnownChannels,
): readonly LoadedSnapshot[] {
  const ids = usedChannelIds(
    channels,
    new Set([...snapshots.map(({ stored }) => stored.channel), ...damaged]),
  );
  return snapshots.filter(({ stored }) => ids.has(stored.channel));
}

/** A disk error, or the record was replaced. */
export class SliceUnreadable extends Error {
  override readonly name = 'SliceUnreadable';
  readonly channel: string;

  constructor(channel: string, cause: unknown) {
    super(`verification table of ${channel}`, { cause });
    this.channel = channel;
  }
}

/** Whether storage failed; other errors are bugs. */
export function isUnreadable(error: unknown): boolean {
  return error instanceof SliceUnreadable || error instanceof UnreadableTable;
}

/** A hundred messages that wake the realm share one read. */
export class SnapshotCache {
  readonly #store: SnapshotStore;
  readonly #channels: () => Promise<KnownChannels>;
  #loading: Promise<LoadedSnapshots> | null = null;

  /** @param channels - their root keys decide which snapshots count */
  constructor(store: SnapshotStore, channels: () => Promise<KnownChannels>) {
    this.#store = store;
    this.#channels = channels;
  }

  load(): Promise<LoadedSnapshots> {
    if (this.#loading === null) {
      const loading = this.#read();
      this.#loading = loading;
      loading.then(
        ({ storageFailed }) => {
          if (storageFailed && this.#loading === loading) this.#loading = null;
        },
        () => {
          if (this.#loading === loading) this.#loading = null;
        },
      );
    }
    return this.#loading;
  }

  /** Call after storage changed. Lookups in flight finish with old snapshots. */
  forget(): void {
    this.#loading = null;
  }

  async #read(): Promise<LoadedSnapshots> {
    const [records, { channels }] = await Promise.all([this.#store.records(), this.#channels()]);
    if (!records.ok) return { snapshots: [], damaged: [], storageFailed: true };
    const hashers = new Hashers();
    const opened = await Promise.all(
      underPinnedKeys(channels, records.value.snapshots).map(async (stored) => ({
        stored,
        loaded: await openSnapshot(stored, hashers),
      })),
    );
    return {
      snapshots: opened.flatMap(({ loaded }) => (loaded === null ? [] : [loaded])),
      damaged: [
        ...records.value.damaged,
        ...opened.flatMap(({ stored, loaded }) => (loaded === null ? [stored.channel] : [])),
      ],
      storageFailed: false,
    };
  }
}

/** Lists compiled on the device share one key: hosts are hashed once. */
class Hashers {
  readonly #hashers = new Map<string, EntryHasher>();

  of(key: Uint8Array): EntryHasher {
    const known = this.#hashers.get(key.join());
    if (known !== undefined) return known;
    const hasher = new EntryHasher(key);
    this.#hashers.set(key.join(), hasher);
    return hasher;
  }
}

async function openSnapshot(stored: StoredSnapshot, hashers: Hashers): Promise<LoadedSnapshot | null> {
  const resident = await readBlob(stored.residentFilter);
  if (resident === null) return null;
  const filter = LayeredFilter.open(stored.header, resident, stored.secret);
  if (!filter.ok) return null;
  return {
    stored,
    filter: filter.value,
    hasher: hashers.of(filter.value.epochKey),
    readSlice: async (start, end) => {
      const slice = await readBlob(stored.verificationTable.slice(start, end));
      if (slice === null || slice.length !== end - start) throw new SliceUnreadable(stored.channel, null);
      return slice;
    },
  };
}

/**
 * Shorter than a request's timeout; large files get more time. After a stop of the realm a read may never be answered.
 */
const READ_TIMEOUT_MS = 8_000;

/** Slower than any disk. The largest file has 64 MiB. */
const SLOWEST_BYTES_PER_MS = 4_000;

/** @returns null if missing, damaged or timed out */
export async function readBlob(blob: Blob): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return new Uint8Array(
      await withTimeout(blob.arrayBuffer(), READ_TIMEOUT_MS + blob.size / SLOWEST_BYTES_PER_MS),
    );
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}
