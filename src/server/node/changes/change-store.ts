/**
 * SQLite table: entry → its change with the highest sequence. One connection writes; other processes see committed
 * changes.
 */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { EntryHasher } from '../../../core/hash/entry-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { changeOf, isInForce, entryText, valuesOf, type Change, type ChangedEntry } from './change.ts';
import { openDatabase, type SqlDatabase, type SqlStatement } from './node-sqlite.ts';
import { DamagedStore, OtherStore } from './store-failure.ts';

/** Changes are in force only if `applied` or `repeated`. */
export type ChangeOutcome =
  | 'applied'
  | 'repeated'
  /** The stored change of the entry has a higher sequence. */
  | 'superseded'
  /** Another change of the entry has the same sequence; the first stays. */
  | 'conflict';

export interface PlacedChange {
  readonly position: number;
  readonly change: Change;
}

export interface StoreState {
  /** Position of the last change; 0 if none. */
  readonly last: number;
  readonly held: number;
}

/** How long an expired change blocks older changes of its entry. */
export const TOMBSTONE_SECONDS = 30 * 86_400;

/** "Spml" in ASCII. */
const APPLICATION_ID = 0x53706d6c;
const VERSION = 1;
const KEY_BYTES = 8;

/**
 * WAL pages (4 kB) per checkpoint. A longer WAL writes hot index pages less often: 8,000 instead of SQLite's 1,000
 * raises throughput by half.
 */
const WAL_PAGES = 8000;
const WRITER_CACHE_KB = 16_000;

// `gone_at`: when the change ends, Unix seconds. Mostly null, so its index is small.
const SCHEMA = `
  CREATE TABLE about (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    key TEXT NOT NULL, last INTEGER NOT NULL, held INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE changes (
    position INTEGER PRIMARY KEY,
    hash INTEGER NOT NULL,
    kind INTEGER NOT NULL, entry TEXT NOT NULL,
    id TEXT NOT NULL, action INTEGER NOT NULL, sequence INTEGER NOT NULL,
    category INTEGER NOT NULL, level INTEGER NOT NULL,
    expires_at INTEGER, at INTEGER NOT NULL, gone_at INTEGER
  ) STRICT;
  CREATE INDEX changes_by_hash ON changes (hash);
  CREATE INDEX changes_gone ON changes (gone_at) WHERE gone_at IS NOT NULL;
  PRAGMA application_id = ${APPLICATION_ID};
  PRAGMA user_version = ${VERSION};`;

const COLUMNS = 'position, hash, kind, entry, id, action, sequence, category, level, expires_at, at';
const KINDS = ['url', 'address'] as const;

/** Rows per transaction. */
const FORGOTTEN_AT_ONCE = 1000;

export function changesIn(data: string): string {
  return join(data, 'changes');
}

export function storePath(folder: string): string {
  return join(folder, 'changes.db');
}

/** 53 bits: exact in SQL and JavaScript. */
export function storedHash({ high, low }: Hash64): number {
  return high * 2 ** 21 + (low >>> 11);
}

/** Methods throw errors that `storeFailure` recognizes; the connection stays usable. */
export class ChangeStore {
  readonly hasher: EntryHasher;
  readonly #db: SqlDatabase;
  readonly #statements = new Map<string, SqlStatement>();

  private constructor(db: SqlDatabase) {
    this.#db = db;
    const key = this.#one('SELECT key FROM about')?.[0];
    if (typeof key !== 'string' || !/^[0-9a-f]{16}$/.test(key)) throw new DamagedStore('no key');
    this.hasher = new EntryHasher(new Uint8Array(Buffer.from(key, 'hex')));
  }

  /** Opens or creates the store for its only writer. */
  static open(path: string, timeoutMs: number): ChangeStore {
    const db = openDatabase(path, false, timeoutMs);
    return closeOnError(db, () => {
      const isNew = isEmpty(db);
      if (!isNew) assertOwnDatabase(db);
      db.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
        PRAGMA wal_autocheckpoint = ${WAL_PAGES}; PRAGMA cache_size = -${WRITER_CACHE_KB}`);
      if (isNew)
        db.exec(
          `BEGIN IMMEDIATE; ${SCHEMA}
           INSERT INTO about VALUES (1, '${randomBytes(KEY_BYTES).toString('hex')}', 0, 0); COMMIT`,
        );
      return new ChangeStore(db);
    });
  }

  static read(path: string, timeoutMs: number): ChangeStore {
    const db = openDatabase(path, true, timeoutMs);
    return closeOnError(db, () => {
      assertOwnDatabase(db);
      return new ChangeStore(db);
    });
  }

  /**
   * For read-only disks, where SQLite cannot create the WAL's index. `immutable` ignores later writes and the WAL,
   * which must be empty. Not `vfs=unix-none`: without locks, SQLite would delete a writer's WAL on close.
   */
  static readUnchanging(path: string): ChangeStore {
    const url = pathToFileURL(path);
    url.search = '?immutable=1';
    const db = openDatabase(url, true, 0);
    return closeOnError(db, () => {
      assertOwnDatabase(db);
      return new ChangeStore(db);
    });
  }

  state(): StoreState {
    const [last, held] = this.#one('SELECT last, held FROM about') ?? [];
    if (typeof last !== 'number' || typeof held !== 'number') throw new DamagedStore('no state');
    return { last, held };
  }

  /** All batches or none; on disk on return. */
  append(batches: readonly (readonly Change[])[]): {
    readonly outcomes: readonly (readonly ChangeOutcome[])[];
    readonly last: number;
  } {
    return this.#inTransaction(() => {
      let { last, held } = this.state();
      const before = { last };
      const outcomes = batches.map((changes) =>
        changes.map((change): ChangeOutcome => {
          const hash = this.#hashOf(change.entry);
          const found = this.#holding(hash, change.entry.kind, entryText(change.entry));
          if (found !== null && change.sequence <= found.change.sequence) {
            if (change.sequence < found.change.sequence) return 'superseded';
            const isSame = found.change.id === change.id && found.change.action === change.action;
            return isSame ? 'repeated' : 'conflict';
          }
          if (found === null) held++;
          else this.#statement('DELETE FROM changes WHERE position = ?').run(found.position);
          const { action, entry, expiresAt, at } = change;
          const goneAt = action === 'expire' ? at : expiresAt;
          this.#statement(`INSERT INTO changes (${COLUMNS}, gone_at) VALUES (?,?,?,?,?,?,?,?,?,?,?,?)`).run(
            ++last,
            hash,
            KINDS.indexOf(entry.kind),
            entryText(entry),
            ...valuesOf(change),
            goneAt,
          );
          return 'applied';
        }),
      );
      if (last > before.last) this.#statement('UPDATE about SET last = ?, held = ?').run(last, held);
      return { outcomes, last };
    });
  }

  since(position: number, limit: number): readonly PlacedChange[] {
    return this.#statement(`SELECT ${COLUMNS} FROM changes WHERE position > ? ORDER BY position LIMIT ?`)
      .all(position, limit)
      .map((row) => this.#changeOf(row));
  }

  /** Changes in force at `now` (Unix seconds), from one consistent read. */
  *inForce(now: number): Generator<Change> {
    for (const row of this.#statement(`SELECT ${COLUMNS} FROM changes`).iterate()) {
      const { change } = this.#changeOf(row);
      if (isInForce(change, now)) yield change;
    }
  }

  hashesSince(position: number, limit: number): readonly (readonly [number, number])[] {
    const rows = this.#statement(
      'SELECT position, hash FROM changes WHERE position > ? ORDER BY position LIMIT ?',
    ).all(position, limit);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both columns are INTEGER NOT NULL of a STRICT table, and 10⁷ rows are read
    return rows as readonly (readonly [number, number])[];
  }

  /** Includes expired changes. @param text - see `entryText` */
  find(kind: ChangedEntry['kind'], text: string, hash: Hash64): Change | null {
    return this.#holding(storedHash(hash), kind, text)?.change ?? null;
  }

  /**
   * @returns whether more may remain
   */
  deleteExpired(now: number): boolean {
    return this.#inTransaction(() => {
      const gone = this.#statement('SELECT position FROM changes WHERE gone_at < ? LIMIT ?').all(
        now - TOMBSTONE_SECONDS,
        FORGOTTEN_AT_ONCE,
      );
      for (const row of gone) {
        const [position] = Array.isArray(row) ? (row as readonly unknown[]) : [];
        if (typeof position !== 'number') throw new DamagedStore('no position');
        this.#statement('DELETE FROM changes WHERE position = ?').run(position);
      }
      if (gone.length > 0) this.#statement('UPDATE about SET held = held - ?').run(gone.length);
      return gone.length === FORGOTTEN_AT_ONCE;
    });
  }

  /** Writes a consistent copy to a new file; does not block readers or writers. */
  copyTo(path: string): void {
    this.#statement('VACUUM INTO ?').run(path);
  }

  close(): void {
    this.#db.close();
  }

  #inTransaction<Value>(work: () => Value): Value {
    this.#db.exec('BEGIN IMMEDIATE');
    try {
      const value = work();
      this.#db.exec('COMMIT');
      return value;
    } catch (error) {
      // SQLite rolls back by itself after some failures.
      if (this.#db.isTransaction) this.#db.exec('ROLLBACK');
      throw error;
    }
  }

  /** Queries by hash alone: the text may be damaged on disk, which `#changeOf` detects. */
  #holding(hash: number, kind: ChangedEntry['kind'], text: string): PlacedChange | null {
    const rows = this.#statement(`SELECT ${COLUMNS} FROM changes WHERE hash = ?`).all(hash);
    const found = rows.map((row) => this.#changeOf(row));
    return found.find(({ change: { entry } }) => entry.kind === kind && entryText(entry) === text) ?? null;
  }

  /** Checks the hash: SQLite pages have no checksum. */
  #changeOf(row: unknown): PlacedChange {
    const all: readonly unknown[] = Array.isArray(row) ? row : [];
    const [position, hash, kind, text, ...values] = all;
    const entry = entryOf(KINDS[Number(kind)], String(text));
    const change = entry === null ? null : changeOf(entry, values);
    if (change === null || typeof position !== 'number') throw new DamagedStore('a change that is none');
    if (hash !== this.#hashOf(change.entry)) throw new DamagedStore('an entry that is not what it was');
    return { position, change };
  }

  #hashOf(entry: ChangedEntry): number {
    return storedHash(
      entry.kind === 'url' ? this.hasher.url(entry.host, entry.path) : this.hasher.address(entry.address),
    );
  }

  #one(sql: string, ...values: readonly (string | number)[]): readonly unknown[] | undefined {
    const row = this.#statement(sql).get(...values);
    return Array.isArray(row) ? row : undefined;
  }

  #statement(sql: string): SqlStatement {
    let statement = this.#statements.get(sql);
    if (statement === undefined) {
      statement = this.#db.prepare(sql);
      statement.setReturnArrays(true);
      this.#statements.set(sql, statement);
    }
    return statement;
  }
}

function entryOf(kind: ChangedEntry['kind'] | undefined, text: string): ChangedEntry | null {
  if (kind === 'address') return { kind, address: text };
  const slash = text.indexOf('/');
  return kind === undefined || slash < 0
    ? null
    : { kind, host: text.slice(0, slash), path: text.slice(slash) };
}

function pragma(db: SqlDatabase, name: string): unknown {
  const statement = db.prepare(`PRAGMA ${name}`);
  statement.setReturnArrays(true);
  const row = statement.get();
  return Array.isArray(row) ? row[0] : undefined;
}

function isEmpty(db: SqlDatabase): boolean {
  return pragma(db, 'page_count') === 0 && pragma(db, 'application_id') === 0;
}

function assertOwnDatabase(db: SqlDatabase): void {
  if (pragma(db, 'application_id') !== APPLICATION_ID || pragma(db, 'user_version') !== VERSION)
    throw new OtherStore('of another version');
}

function closeOnError(db: SqlDatabase, work: () => ChangeStore): ChangeStore {
  try {
    return work();
  } catch (error) {
    db.close();
    throw error;
  }
}
