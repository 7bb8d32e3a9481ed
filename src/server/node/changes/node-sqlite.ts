/** The types of Node 20 lack `node:sqlite`. */
export type SqlValue = string | number | null;

export interface SqlStatement {
  get(...values: readonly SqlValue[]): unknown;
  all(...values: readonly SqlValue[]): readonly unknown[];
  iterate(...values: readonly SqlValue[]): Iterable<unknown>;
  run(...values: readonly SqlValue[]): unknown;
  setReturnArrays(isOn: boolean): void;
}

export interface SqlDatabase {
  readonly isTransaction: boolean;
  exec(sql: string): void;
  prepare(sql: string): SqlStatement;
  close(): void;
}

interface NodeSqlite {
  /** `file:` URLs may have parameters: https://www.sqlite.org/uri.html */
  readonly DatabaseSync: new (
    path: string | URL,
    options: { readonly readOnly: boolean; readonly timeout: number },
  ) => SqlDatabase;
}

/** Older versions can damage a database with a WAL: https://www.sqlite.org/wal.html#walresetbug */
const LEAST_SQLITE = [3, 51, 3];
const LEAST_NODE = [24, 0, 0];

/** @returns null if this Node can store changes */
export function sqliteRefusal(versions: Readonly<Record<string, string | undefined>>): string | null {
  const { node = '', sqlite } = versions;
  if (isAtLeast(node, LEAST_NODE) && sqlite !== undefined && isAtLeast(sqlite, LEAST_SQLITE)) return null;
  const found = `Node ${node}${sqlite === undefined ? '' : ` with SQLite ${sqlite}`}`;
  return `Changes are kept in the SQLite of Node 24.21 or a later one (SQLite ${LEAST_SQLITE.join('.')}), and this is ${found}: start it with a newer Node.`;
}

function isAtLeast(version: string, least: readonly number[]): boolean {
  const parts = version.split('.').map(Number);
  const differing = least.findIndex((number, index) => parts[index] !== number);
  return differing === -1 || (parts[differing] ?? 0) > (least[differing] ?? 0);
}

/**
 * Loads `node:sqlite` lazily: Node 20, which runs everything else, lacks it.
 * @param timeoutMs - how long to wait for another process's lock
 * @throws an error that `storeFailure` recognizes
 */
export function openDatabase(path: string | URL, readOnly: boolean, timeoutMs: number): SqlDatabase {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's own module, by its documentation
  const sqlite = process.getBuiltinModule('node:sqlite') as NodeSqlite | undefined;
  if (sqlite === undefined) throw new Error(sqliteRefusal(process.versions) ?? 'node:sqlite is missing');
  return new sqlite.DatabaseSync(path, { readOnly, timeout: timeoutMs });
}
