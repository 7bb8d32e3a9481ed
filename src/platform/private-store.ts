import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { Result } from '../core/result.ts';
import type { SectionName } from '../core/snapshot/snapshot.ts';
import type { Rule } from '../core/verdict/rules.ts';
import type { Category } from '../core/verdict/verdict.ts';
import type { ImportedData } from '../protocol/backup-messages.ts';
import type { LookBackFinding } from '../protocol/look-back-messages.ts';
import type { Preferences } from '../protocol/preference-messages.ts';
import type { DayStatistics } from '../protocol/statistics-messages.ts';
import { allOrNone, Database, type StorageFailure } from './database.ts';

/** A channel that the reader added. */
export interface AddedChannel {
  readonly id: string;
  /** Ends in a slash. */
  readonly url: string;
  /** Ed25519 public keys, base64url of 32 bytes. */
  readonly rootKeys: readonly string[];
  /** Unix time, seconds. */
  readonly addedAt: number;
}

/** A public list that the reader subscribed to, or a file of theirs; it is compiled on this device. */
export interface DeviceListRecord {
  /** `list:` and a random id. */
  readonly id: string;
  readonly name: string;
  /** Null for a file, which is never fetched again. */
  readonly url: string | null;
  /** What its entries are listed for. */
  readonly category: Category;
  /** Text from outside; empty if none was stated. */
  readonly licence: string;
  /** Unix time, seconds, below 2³². */
  readonly addedAt: number;
}

/** Sections that the reader switched off, by channel id. */
export interface SectionsOff {
  readonly channel: string;
  readonly off: readonly SectionName[];
}

/** A link the reader opened, as the lookup keys of one channel's epoch and nothing else. */
export interface OpenedLink {
  readonly id: string;
  readonly channel: string;
  /** Hexadecimal; hashes under another key mean nothing. */
  readonly epochKey: string;
  /** Unix time, seconds. */
  readonly openedAt: number;
  /** Pairs of words: high, low, high, low … */
  readonly hashes: Uint32Array<ArrayBuffer>;
}

/** What a look-back found, and in which channel's list. */
export interface FoundIn extends LookBackFinding {
  /** Id. */
  readonly channel: string;
}

interface Values {
  readonly preferences: Preferences;
  /** 16 random bytes, made once. Never leaves the device. */
  readonly secret: Uint8Array<ArrayBuffer>;
  /** 8 random bytes: the hash key of all lists that are compiled on this device. */
  readonly listKey: Uint8Array<ArrayBuffer>;
  /** Origins on which the reader paused checking. */
  readonly paused: readonly string[];
  /** Webmails that the reader added, as match patterns, and the extension's version that registered them. */
  readonly sites: { readonly version: string; readonly patterns: readonly string[] };
}

interface Schema extends DBSchema {
  rules: { key: string; value: Rule };
  values: { key: string; value: { readonly key: string; readonly value: unknown } };
  channels: { key: string; value: AddedChannel };
  sectionsOff: { key: string; value: SectionsOff };
  deviceLists: { key: string; value: DeviceListRecord };
  statistics: { key: string; value: DayStatistics };
  opened: { key: string; value: OpenedLink; indexes: { openedAt: number } };
  findings: { key: string; value: FoundIn & { readonly seen: boolean } };
}

export const PRIVATE_DATABASE = 'spamlight-private';

type Upgrade = (
  db: IDBPDatabase<Schema>,
  tx: IDBPTransaction<Schema, StoreNames<Schema>[], 'versionchange'>,
) => void;

/**
 * One step per schema version, in order and never changed once released: the database of a reader who
 * skipped ten updates goes through each of them. `test/platform/private-store.test.ts` starts from every
 * version.
 */
const UPGRADES: readonly Upgrade[] = [
  // 1: rules, preferences, the installation secret.
  (db) => {
    db.createObjectStore('rules', { keyPath: 'id' });
    db.createObjectStore('values', { keyPath: 'key' });
  },
  // 2: channels of the reader's own, statistics, look-back.
  (db) => {
    db.createObjectStore('channels', { keyPath: 'id' });
    db.createObjectStore('sectionsOff', { keyPath: 'channel' });
    db.createObjectStore('statistics', { keyPath: 'day' });
    db.createObjectStore('opened', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
    db.createObjectStore('findings', { keyPath: 'id' });
  },
  // 3: lists compiled on the device.
  (db) => {
    db.createObjectStore('deviceLists', { keyPath: 'id' });
  },
];

export const PRIVATE_DATABASE_VERSION: number = UPGRADES.length;

/** What is the reader's own. It is never deleted by us, whatever becomes of it, and never synced. */
export class PrivateStore {
  readonly #database = new Database<Schema>({
    name: PRIVATE_DATABASE,
    version: PRIVATE_DATABASE_VERSION,
    isReplaceable: false,
    upgrade(db, oldVersion, _newVersion, tx) {
      for (const upgrade of UPGRADES.slice(oldVersion)) upgrade(db, tx);
    },
  });

  // ————— rules —————

  rules(): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('rules'));
  }

  /**
   * Removes some rules and adds others, all or none.
   *
   * @returns those removed that were there
   */
  replaceRules(
    ids: readonly string[],
    added: readonly Rule[],
  ): Promise<Result<readonly Rule[], StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('rules', 'readwrite');
      return allOrNone(tx, async () => {
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        // One after the other: a put that throws at once must leave no request that nobody waits for.
        for (const id of ids) await tx.store.delete(id);
        for (const rule of added) await tx.store.put(rule);
        return found.filter((rule) => rule !== undefined);
      });
    });
  }

  // ————— single values —————

  async value(key: keyof Values): Promise<Result<unknown, StorageFailure>> {
    return this.#database.use(async (db) => (await db.get('values', key))?.value);
  }

  putValue<Key extends keyof Values>(key: Key, value: Values[Key]): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('values', { key, value });
      return null;
    });
  }

  /** The stored secret, or `fresh` from now on. */
  secret(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#onceMade('secret', fresh);
  }

  /** The stored hash key of the lists compiled here, or `fresh` from now on. */
  listKey(fresh: Uint8Array<ArrayBuffer>): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#onceMade('listKey', fresh);
  }

  /** In one transaction, so that two callers get the same. */
  #onceMade(
    key: 'secret' | 'listKey',
    fresh: Uint8Array<ArrayBuffer>,
  ): Promise<Result<Uint8Array<ArrayBuffer>, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('values', 'readwrite');
      const stored = (await tx.store.get(key))?.value;
      if (stored instanceof Uint8Array && stored.length === fresh.length) {
        await tx.done;
        return new Uint8Array(stored);
      }
      await Promise.all([tx.store.put({ key, value: fresh }), tx.done]);
      return fresh;
    });
  }

  // ————— channels —————

  channels(): Promise<Result<readonly AddedChannel[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('channels'));
  }

  putChannel(channel: AddedChannel): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('channels', channel);
      return null;
    });
  }

  deviceLists(): Promise<Result<readonly DeviceListRecord[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('deviceLists'));
  }

  putDeviceList(list: DeviceListRecord): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('deviceLists', list);
      return null;
    });
  }

  /** Leaves no trace of a channel or list here: neither its sections, nor what was opened under it or found in it. */
  async removeChannel(id: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const stores = ['channels', 'deviceLists', 'sectionsOff', 'opened', 'findings'] as const;
      const tx = db.transaction(stores, 'readwrite');
      return allOrNone(tx, async () => {
        await Promise.all([
          tx.objectStore('channels').delete(id),
          tx.objectStore('deviceLists').delete(id),
          tx.objectStore('sectionsOff').delete(id),
        ]);
        for await (const cursor of tx.objectStore('opened')) {
          if (cursor.value.channel === id) await cursor.delete();
        }
        for await (const cursor of tx.objectStore('findings')) {
          if (cursor.value.channel === id) await cursor.delete();
        }
        return null;
      });
    });
  }

  sectionsOff(): Promise<Result<readonly SectionsOff[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('sectionsOff'));
  }

  putSectionsOff(value: SectionsOff): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.put('sectionsOff', value);
      return null;
    });
  }

  // ————— statistics —————

  /** Adds counts to a day's; days before `oldestDay` are dropped. */
  addStatistics(counts: DayStatistics, oldestDay: string): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('statistics', 'readwrite');
      return allOrNone(tx, async () => {
        const stored = await tx.store.get(counts.day);
        const sum: DayStatistics =
          stored === undefined
            ? counts
            : {
                day: counts.day,
                links: stored.links + counts.links,
                danger: stored.danger + counts.danger,
                caution: stored.caution + counts.caution,
                unchecked: stored.unchecked + counts.unchecked,
                trusted: stored.trusted + counts.trusted,
              };
        await Promise.all([tx.store.put(sum), tx.store.delete(IDBKeyRange.upperBound(oldestDay, true))]);
        return null;
      });
    });
  }

  statistics(): Promise<Result<readonly DayStatistics[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('statistics'));
  }

  clearStatistics(): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      await db.clear('statistics');
      return null;
    });
  }

  // ————— a backup —————

  /** Puts in what a backup adds, all or none. Days that are here already must not be among them. */
  putImported({
    rules,
    days,
    preferences,
  }: {
    readonly rules: readonly Rule[];
    readonly days: readonly DayStatistics[];
    readonly preferences: Preferences | null;
  }): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['rules', 'statistics', 'values'], 'readwrite');
      return allOrNone(tx, async () => {
        for (const rule of rules) await tx.objectStore('rules').put(rule);
        for (const day of days) await tx.objectStore('statistics').put(day);
        if (preferences !== null) {
          await tx.objectStore('values').put({ key: 'preferences', value: preferences });
        }
        return null;
      });
    });
  }

  /** Takes out what `putImported` put in, all or none. What was counted since stays counted. */
  takeOutImported({ ruleIds, days, preferencesBefore }: ImportedData): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['rules', 'statistics', 'values'], 'readwrite');
      const statistics = tx.objectStore('statistics');
      return allOrNone(tx, async () => {
        for (const id of ruleIds) await tx.objectStore('rules').delete(id);
        for (const day of days) {
          const stored = await statistics.get(day.day);
          if (stored === undefined) continue;
          const rest = lessBy(stored, day);
          await (rest.links > 0 ? statistics.put(rest) : statistics.delete(day.day));
        }
        if (preferencesBefore !== null) {
          await tx.objectStore('values').put({ key: 'preferences', value: preferencesBefore });
        }
        return null;
      });
    });
  }

  // ————— look-back —————

  /** Records opened links, and drops those opened before `oldest` (Unix time, seconds). */
  putOpened(links: readonly OpenedLink[], oldest: number): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('opened', 'readwrite');
      const outdated = IDBKeyRange.upperBound(oldest, true);
      return allOrNone(tx, async () => {
        for (const link of links) await tx.store.put(link);
        for await (const cursor of tx.store.index('openedAt').iterate(outdated)) await cursor.delete();
        return null;
      });
    });
  }

  opened(): Promise<Result<readonly OpenedLink[], StorageFailure>> {
    return this.#database.use((db) => db.getAll('opened'));
  }

  /**
   * Records what a look-back found, and forgets the links it found it of, so that a finding is told once.
   *
   * @param dropped - Unix times, seconds: older ones are forgotten
   */
  putFindings(
    findings: readonly FoundIn[],
    openedIds: readonly string[],
    dropped: { readonly openedBefore: number; readonly foundBefore: number },
  ): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction(['opened', 'findings'], 'readwrite');
      const opened = tx.objectStore('opened');
      const stored = tx.objectStore('findings');
      const outdated = IDBKeyRange.upperBound(dropped.openedBefore, true);
      return allOrNone(tx, async () => {
        for (const finding of findings) await stored.put({ ...finding, seen: false });
        for (const id of openedIds) await opened.delete(id);
        for await (const cursor of opened.index('openedAt').iterate(outdated)) await cursor.delete();
        for await (const cursor of stored) {
          if (cursor.value.foundAt < dropped.foundBefore) await cursor.delete();
        }
        return null;
      });
    });
  }

  /** Those the reader has not seen. */
  findings(): Promise<Result<readonly LookBackFinding[], StorageFailure>> {
    return this.#database.use(async (db) =>
      (await db.getAll('findings'))
        .filter(({ seen }) => !seen)
        .map(({ seen: _seen, channel: _channel, ...finding }) => finding),
    );
  }

  markFindingsSeen(ids: readonly string[]): Promise<Result<null, StorageFailure>> {
    return this.#database.use(async (db) => {
      const tx = db.transaction('findings', 'readwrite');
      return allOrNone(tx, async () => {
        const found = await Promise.all(ids.map((id) => tx.store.get(id)));
        const known = found.filter((finding) => finding !== undefined);
        for (const finding of known) await tx.store.put({ ...finding, seen: true });
        return null;
      });
    });
  }

  close(): Promise<void> {
    return this.#database.close();
  }
}

/** Never below nothing: the statistics may have been cleared in between. */
function lessBy(stored: DayStatistics, taken: DayStatistics): DayStatistics {
  return {
    day: stored.day,
    links: Math.max(stored.links - taken.links, 0),
    danger: Math.max(stored.danger - taken.danger, 0),
    caution: Math.max(stored.caution - taken.caution, 0),
    unchecked: Math.max(stored.unchecked - taken.unchecked, 0),
    trusted: Math.max(stored.trusted - taken.trusted, 0),
  };
}
