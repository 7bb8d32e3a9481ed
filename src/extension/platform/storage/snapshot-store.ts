import type { DBSchema } from 'idb';
import { ok, type Result } from '../../../core/result.ts';
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { ListCounts } from '../../protocol/device-list-messages.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { allOrNone, Database, type StorageFailure } from './database.ts';

/** A verified snapshot of one channel. Browsers keep blobs on disk and read slices. */
export interface StoredSnapshot {
  /** Channel id; the key. */
  readonly channel: string;
  /** The channel's name; later indexes must have the same. */
  readonly name: string;
  readonly serial: number;
  /** All times: Unix seconds. */
  readonly publishedAt: number;
  /** When first activated. */
  readonly receivedAt: number;
  /** Expiry of the index or of its signing keys, whichever is earlier. */
  readonly expiresAt: number;
  /** Number of the key list whose key signed the index. */
  readonly keyListNumber: number;
  /** The root key that signed the key list; in older records, all pinned ones. Absent for packaged and device lists. */
  readonly rootKeys?: readonly string[];
  /** SHA-256 of `state`, lowercase hex. */
  readonly digest: string;
  readonly sections: readonly (SectionName & { readonly entries: number })[];
  readonly sources: readonly {
    readonly name: string;
    readonly licence: string;
    readonly entries: number;
    readonly fetchedAt: number;
    readonly contact: string | null;
  }[];
  /** Canonical encoding; the next delta applies to it. */
  readonly state: Blob;
  /** Needed to open filter and table. */
  readonly header: Uint8Array<ArrayBuffer>;
  /** 16 bytes, with which the resident filter was built. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** Loaded whole at background start. */
  readonly residentFilter: Blob;
  /** Read in slices. */
  readonly verificationTable: Blob;
  /** Section `tables/1`, unless missing or too large. */
  readonly tables?: Uint8Array<ArrayBuffer>;
  /** Section `model/1`, unless missing or too large. */
  readonly wordModel?: Uint8Array<ArrayBuffer>;
  /** Device lists only. */
  readonly listCounts?: ListCounts;
}

/**
 * Update state of a channel. Losing it costs one early request and the key list number, which is recorded even if the
 * update that brought it failed.
 */
export interface ChannelJournal {
  readonly channel: string;
  /** Highest verified; 0 if none. */
  readonly keyListNumber: number;
  /** Root keys pinned at the last check. */
  readonly rootKeys?: readonly string[];
  /** Unix seconds; 0 for never. */
  readonly checkedAt: number;
  /** Unix seconds. */
  readonly nextAt: number;
  readonly lastFailure: UpdateFailure | null;
  /** Key list of the last index, a compact JWS; verified before each use. */
  readonly keyList?: string;
  /** URL of the channel or mirror that last returned an index. */
  readonly goodUrl?: string;
  /** Seconds between polls of the channel's head; absent or 0 if it has no head. */
  readonly headEvery?: number;
  /** Unix seconds when the head is due; polled only while a webmail is visible. */
  readonly headAt?: number;
  /** When policies stopped naming the channel. Unix seconds; null or absent while in use. */
  readonly unusedSince?: number | null;
}

export type Accept = 'newer' | 'same-or-newer' | 'any';

interface Schema extends DBSchema {
  snapshots: { key: string; value: StoredSnapshot };
  journals: { key: string; value: ChannelJournal };
}

export const SNAPSHOT_DATABASE = 'spamlight-snapshots';

/** The background may be killed at any time. One record per channel makes each update one atomic `put`. */
export class SnapshotStore {
  readonly #database = new Database<Schema>({
    name: SNAPSHOT_DATABASE,
    version: 1,
    isReplaceable: true,
    upgrade(db) {
      db.createObjectStore('snapshots', { keyPath: 'channel' });
      db.createObjectStore('journals', { keyPath: 'channel' });
    },
  });

  /** Undefined also if the record is incomplete. */
  async snapshot(channel: string): Promise<Result<StoredSnapshot | undefined, StorageFailure>> {
    const read = await this.#database.use((db) => db.get('snapshots', channel));
    return read.ok && read.value !== undefined && !isWhole(read.value) ? ok(undefined) : read;
  }

  async snapshots(): Promise<Result<readonly StoredSnapshot[], StorageFailure>> {
    const read = await this.records();
    return read.ok ? ok(read.value.snapshots) : read;
  }

  /** `damaged`: channels with incomplete records, which can be downloaded again. */
  async records(): Promise<
    Result<
      { readonly snapshots: readonly StoredSnapshot[]; readonly damaged: readonly string[] },
      StorageFailure
    >
  > {
    const read = await this.#database.use((db) => db.getAll('snapshots'));
    if (!read.ok) return read;
    return ok({
      snapshots: read.value.filter(isWhole),
      damaged: read.value.filter((record) => !isWhole(record)).map(({ channel }) => channel),
    });
  }

  /**
   * Atomic.
   *
   * @param accept - `newer`: from the network. `same-or-newer`: the stored record is damaged. `any`: from the package,
   *   which is trusted
   * @returns `'not-newer'` for a serial that does not rise: prevents rollback to a validly signed old snapshot. A newer
   *   key list restarts serials.
   */
  async activate(
    next: StoredSnapshot,
    accept: Accept,
  ): Promise<Result<'activated' | 'not-newer', StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('snapshots', 'readwrite');
      // Await only requests of this transaction: it commits once no request is pending, as during `fetch` or WebCrypto.
      return allOrNone(tx, async () => {
        const stored = await tx.store.get(next.channel);
        const isThere = stored !== undefined && isWhole(stored);
        if (isThere && !supersedes(next, stored, accept)) return 'not-newer';
        await tx.store.put(next);
        return 'activated';
      });
    });
  }

  journals(): Promise<Result<readonly ChannelJournal[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('journals'));
  }

  async journal(channel: string): Promise<Result<ChannelJournal, StorageFailure>> {
    const read = await this.#database.use((db) => db.get('journals', channel));
    return read.ok ? ok(read.value ?? emptyJournal(channel)) : read;
  }

  /** The key list number never decreases. */
  writeJournal(
    channel: string,
    change: Partial<Omit<ChannelJournal, 'channel'>>,
  ): Promise<Result<ChannelJournal, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('journals', 'readwrite');
      return allOrNone(tx, async () => {
        const stored = (await tx.store.get(channel)) ?? emptyJournal(channel);
        const keyListNumber = Math.max(stored.keyListNumber, change.keyListNumber ?? 0);
        const next: ChannelJournal = { ...stored, ...change, keyListNumber };
        await tx.store.put(next);
        return next;
      });
    });
  }

  /**
   * Deletes records under keys no longer pinned: other root keys mean another channel, whose serials and key list
   * number start anew.
   *
   * @returns whether there were any
   */
  async deleteUnderOtherKeys(
    rootKeys: readonly string[],
    channel: string,
  ): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['snapshots', 'journals'], 'readwrite');
      const [snapshots, journals] = [tx.objectStore('snapshots'), tx.objectStore('journals')];
      return allOrNone(tx, async () => {
        const [snapshot, journal] = await Promise.all([snapshots.get(channel), journals.get(channel)]);
        const isOthers = !isUnderRootKeys(rootKeys, snapshot) || !isUnderRootKeys(rootKeys, journal);
        if (isOthers) await snapshots.delete(channel);
        else if (String(journal?.rootKeys) === String(rootKeys)) return false;
        await journals.put({ ...emptyJournal(channel), ...(isOthers ? {} : journal), rootKeys });
        return isOthers;
      });
    });
  }

  /** Keeps the journal. */
  async removeSnapshot(channel: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.delete('snapshots', channel);
      return null;
    });
  }

  async remove(channel: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['snapshots', 'journals'], 'readwrite');
      return allOrNone(tx, async () => {
        await Promise.all([
          tx.objectStore('snapshots').delete(channel),
          tx.objectStore('journals').delete(channel),
        ]);
        return null;
      });
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** True also if the record has no keys. */
export function isUnderRootKeys(
  rootKeys: readonly string[],
  record: Pick<StoredSnapshot, 'rootKeys'> | undefined,
): boolean {
  return record?.rootKeys === undefined || record.rootKeys.some((key) => rootKeys.includes(key));
}

const NUMBERS = ['serial', 'publishedAt', 'receivedAt', 'expiresAt', 'keyListNumber'] as const;
const LISTS = ['sections', 'sources'] as const;
const BLOBS = ['state', 'residentFilter', 'verificationTable'] as const;
const BYTES = ['header', 'secret'] as const;

/** False for records damaged or written by other versions. */
function isWhole(record: StoredSnapshot): boolean {
  return (
    NUMBERS.every((name) => typeof record[name] === 'number') &&
    LISTS.every((name) => Array.isArray(record[name])) &&
    BLOBS.every((name) => record[name] instanceof Blob) &&
    BYTES.every((name) => ArrayBuffer.isView(record[name])) &&
    typeof record.name === 'string' &&
    typeof record.digest === 'string' &&
    (record.rootKeys === undefined || Array.isArray(record.rootKeys))
  );
}

function supersedes(next: StoredSnapshot, stored: StoredSnapshot, accept: Accept): boolean {
  if (accept === 'any') return true;
  if (next.keyListNumber !== stored.keyListNumber) return next.keyListNumber > stored.keyListNumber;
  return next.serial > stored.serial || (accept === 'same-or-newer' && next.serial === stored.serial);
}

function emptyJournal(channel: string): ChannelJournal {
  return { channel, keyListNumber: 0, checkedAt: 0, nextAt: 0, lastFailure: null };
}
