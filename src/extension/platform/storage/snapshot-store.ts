import type { DBSchema } from 'idb';
import { ok, type Result } from '../../../core/result.ts';
import type { SectionName } from '../../../core/snapshot/snapshot.ts';
import type { ListCounts } from '../../protocol/device-list-messages.ts';
import type { UpdateFailure } from '../../protocol/update-failure.ts';
import { allOrNone, Database, type StorageFailure } from './database.ts';

/**
 * A verified snapshot of one channel, ready for use: everything of it in one record. Blobs: the browser
 * keeps them on disk and reads slices of them.
 */
export interface StoredSnapshot {
  /** Id of the channel; the key. */
  readonly channel: string;
  /** What the channel calls itself; every later index must carry the same name. */
  readonly name: string;
  readonly serial: number;
  /** Unix time, seconds, and so are all times here. */
  readonly publishedAt: number;
  /** When it was activated first. */
  readonly receivedAt: number;
  /** Of the index or of the keys that signed it, whichever is earlier. */
  readonly expiresAt: number;
  /** Number of the key list that the index was signed under. */
  readonly keyListNumber: number;
  /**
   * The root key that signed for it; in older records all that were pinned when it came. Not of what is packaged or
   * compiled here.
   */
  readonly rootKeys?: readonly string[];
  /** Of the state, lower-case hex SHA-256. */
  readonly digest: string;
  readonly sections: readonly (SectionName & { readonly entries: number })[];
  readonly sources: readonly {
    readonly name: string;
    readonly licence: string;
    readonly entries: number;
    readonly fetchedAt: number;
    readonly contact: string | null;
  }[];
  /** The canonical encoding: what the next delta is applied to. */
  readonly state: Blob;
  /** What both layers need to be opened. */
  readonly header: Uint8Array<ArrayBuffer>;
  /** The secret that the resident filter is remixed with; kept here, so that the two can never differ. 16 bytes. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** The resident filter, loaded whole when the background realm wakes. */
  readonly residentFilter: Blob;
  /** The verification table, read by slices. */
  readonly verificationTable: Blob;
  /** The section `tables/1`, if there is one that is not too large. */
  readonly tables?: Uint8Array<ArrayBuffer>;
  /** The section `model/1`, likewise. */
  readonly wordModel?: Uint8Array<ArrayBuffer>;
  /** Only of a list compiled on this device: what was read of it. */
  readonly listCounts?: ListCounts;
}

/**
 * What is known of a channel besides its snapshot. Losing it costs one early request, except for the key
 * list number: that one is kept from the moment a newer list was seen, whatever became of that update.
 */
export interface ChannelJournal {
  readonly channel: string;
  /** The highest verified so far; 0 if none. */
  readonly keyListNumber: number;
  /** Root keys that were pinned when it was last looked at; absent as above. */
  readonly rootKeys?: readonly string[];
  /** Unix time, seconds; 0 for never. */
  readonly checkedAt: number;
  /** Unix time, seconds. */
  readonly nextAt: number;
  readonly lastFailure: UpdateFailure | null;
  /** The key list under which the last index was signed, a compact JWS; it is verified before each use. */
  readonly keyList?: string;
  /** The address that last gave an index: the channel's own or a mirror's. */
  readonly goodUrl?: string;
  /** Seconds from one look at the channel's head to the next; absent or 0 if it has none. */
  readonly headEvery?: number;
  /** When the head is due while a webmail is visible; Unix time, seconds. */
  readonly headAt?: number;
  /** Unix time, seconds: since then no policy names the channel any more; null or absent for what is in use. */
  readonly unusedSince?: number | null;
}

export type Accept = 'newer' | 'same-or-newer' | 'any';

interface Schema extends DBSchema {
  snapshots: { key: string; value: StoredSnapshot };
  journals: { key: string; value: ChannelJournal };
}

export const SNAPSHOT_DATABASE = 'spamlight-snapshots';

/**
 * Holds one record per channel. The browser may kill the background realm between any two lines; one
 * `put` cannot be seen half done, so there is no order of writes to get wrong.
 */
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

  /** Undefined too if there is one that is not whole. */
  async snapshot(channel: string): Promise<Result<StoredSnapshot | undefined, StorageFailure>> {
    const read = await this.#database.use((db) => db.get('snapshots', channel));
    return read.ok && read.value !== undefined && !isWhole(read.value) ? ok(undefined) : read;
  }

  /** Those that are whole. */
  async snapshots(): Promise<Result<readonly StoredSnapshot[], StorageFailure>> {
    const read = await this.records();
    return read.ok ? ok(read.value.snapshots) : read;
  }

  /**
   * All that is stored. `damaged`: ids of channels whose record lacks a part, because another version of the
   * extension wrote it or the disk lost it; it can be fetched again.
   */
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
   * Replaces a channel's snapshot by `next`, or changes nothing.
   *
   * @param accept - `newer`: what the network gave. `same-or-newer`: the stored record was found damaged.
   *   `any`: what came with the package, which answers for it
   * @returns `'not-newer'` if the stored serial is the same or higher under the same key list: a replayed
   *   old file, validly signed, must not bring back an old list. A newer key list starts the count anew.
   */
  async activate(
    next: StoredSnapshot,
    accept: Accept,
  ): Promise<Result<'activated' | 'not-newer', StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('snapshots', 'readwrite');
      // Between here and `tx.done`, await only requests of this transaction: it commits by itself as soon
      // as it has none pending, and `fetch` or WebCrypto would leave it with none.
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

  /** Changes a channel's journal as `change` says; a key list number only ever rises. */
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
   * Leaves no trace of what came under keys none of which is pinned any more: a channel of other root keys is another
   * channel, for which neither an older list nor a floor holds.
   *
   * @returns whether there was any
   */
  async keepOnlyUnder(
    rootKeys: readonly string[],
    channel: string,
  ): Promise<Result<boolean, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['snapshots', 'journals'], 'readwrite');
      const [snapshots, journals] = [tx.objectStore('snapshots'), tx.objectStore('journals')];
      return allOrNone(tx, async () => {
        const [snapshot, journal] = await Promise.all([snapshots.get(channel), journals.get(channel)]);
        const isOthers = !isUnder(rootKeys, snapshot) || !isUnder(rootKeys, journal);
        if (isOthers) await snapshots.delete(channel);
        else if (String(journal?.rootKeys) === String(rootKeys)) return false;
        await journals.put({ ...emptyJournal(channel), ...(isOthers ? {} : journal), rootKeys });
        return isOthers;
      });
    });
  }

  /** Removes what a channel lists, and keeps what is known of it besides. */
  async removeSnapshot(channel: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.delete('snapshots', channel);
      return null;
    });
  }

  /** Leaves no trace of a channel. */
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

/** Whether a record came under one of these keys. One that does not say is taken to have. */
export function isUnder(
  rootKeys: readonly string[],
  record: Pick<StoredSnapshot, 'rootKeys'> | undefined,
): boolean {
  return record?.rootKeys === undefined || record.rootKeys.some((key) => rootKeys.includes(key));
}

const NUMBERS = ['serial', 'publishedAt', 'receivedAt', 'expiresAt', 'keyListNumber'] as const;
const LISTS = ['sections', 'sources'] as const;
const BLOBS = ['state', 'residentFilter', 'verificationTable'] as const;
const BYTES = ['header', 'secret'] as const;

/** What is stored has the type it was stored with, unless something else has written it. */
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
