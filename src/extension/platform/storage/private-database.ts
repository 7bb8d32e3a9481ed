import type { DBSchema, IDBPDatabase, IDBPTransaction, StoreNames } from 'idb';
import type { Rule } from '../../../core/verdict/rules.ts';
import type { Correction } from '../../protocol/evidence-messages.ts';
import type { DayStatistics } from '../../protocol/statistics-messages.ts';
import { Database } from './database.ts';
import type {
  AddedChannel,
  Correspondent,
  DeviceListRecord,
  OpenedLink,
  SectionsOff,
  SeenListing,
  StoredFinding,
} from './private-records.ts';

export interface PrivateSchema extends DBSchema {
  rules: { key: string; value: Rule };
  values: { key: string; value: { readonly key: string; readonly value: unknown } };
  channels: { key: string; value: AddedChannel };
  sectionsOff: { key: string; value: SectionsOff };
  deviceLists: { key: string; value: DeviceListRecord };
  statistics: { key: string; value: DayStatistics };
  opened: { key: string; value: OpenedLink; indexes: { openedAt: number } };
  findings: { key: string; value: StoredFinding };
  corrections: { key: string; value: Correction };
  correspondents: { key: string; value: Correspondent };
  seen: { key: string; value: SeenListing; indexes: { day: string } };
}

export const PRIVATE_DATABASE = 'spamlight-private';

type Upgrade = (
  db: IDBPDatabase<PrivateSchema>,
  tx: IDBPTransaction<PrivateSchema, StoreNames<PrivateSchema>[], 'versionchange'>,
) => void;

/**
 * One step per schema version, in order and never changed once released: the database of a reader who
 * skipped ten updates goes through each of them. `test/extension/platform/storage/private-database.test.ts` starts from every
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
  // 4: evidence: what the reader corrected, whom this device has seen mail from.
  (db) => {
    db.createObjectStore('corrections', { keyPath: 'id' });
    db.createObjectStore('correspondents', { keyPath: 'key' });
  },
  // 5: listings whose marks were shown, until their publisher withdraws them.
  (db) => {
    db.createObjectStore('seen', { keyPath: 'id' }).createIndex('day', 'day');
  },
];

export const PRIVATE_DATABASE_VERSION: number = UPGRADES.length;

/** What is the reader's own. It is never deleted by us, whatever becomes of it, and never synced. */
export type PrivateDatabase = Database<PrivateSchema>;

/** Opens when it is first used. Each kind of record has a store of its own, which is handed this. */
export function privateDatabase(): PrivateDatabase {
  return new Database<PrivateSchema>({
    name: PRIVATE_DATABASE,
    version: PRIVATE_DATABASE_VERSION,
    isReplaceable: false,
    upgrade(db, oldVersion, _newVersion, tx) {
      for (const upgrade of UPGRADES.slice(oldVersion)) upgrade(db, tx);
    },
  });
}
