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

/** One step per schema version. Never change a released step: an update from version 1 runs all of them. */
const UPGRADES: readonly Upgrade[] = [
  (db) => {
    db.createObjectStore('rules', { keyPath: 'id' });
    db.createObjectStore('values', { keyPath: 'key' });
  },
  (db) => {
    db.createObjectStore('channels', { keyPath: 'id' });
    db.createObjectStore('sectionsOff', { keyPath: 'channel' });
    db.createObjectStore('statistics', { keyPath: 'day' });
    db.createObjectStore('opened', { keyPath: 'id' }).createIndex('openedAt', 'openedAt');
    db.createObjectStore('findings', { keyPath: 'id' });
  },
  (db) => {
    db.createObjectStore('deviceLists', { keyPath: 'id' });
  },
  (db) => {
    db.createObjectStore('corrections', { keyPath: 'id' });
    db.createObjectStore('correspondents', { keyPath: 'key' });
  },
  (db) => {
    db.createObjectStore('seen', { keyPath: 'id' }).createIndex('day', 'day');
  },
];

export const PRIVATE_DATABASE_VERSION: number = UPGRADES.length;

/** The reader's own data: never deleted by us, never synced. */
export type PrivateDatabase = Database<PrivateSchema>;

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
