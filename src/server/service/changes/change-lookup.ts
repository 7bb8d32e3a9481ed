import { statSync } from 'node:fs';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { candidatesOf } from '../../../core/lookup/look-up-link.ts';
import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import { isInForce } from '../../node/changes/change.ts';
import { ChangeStore, type StoreState } from '../../node/changes/change-store.ts';
import { storeFailure } from '../../node/changes/store-failure.ts';
import { systemErrorCode } from '../../node/explained-failure.ts';
import type { ChangeSource, ChangesTrouble, Decision, LinkDecisions } from '../check/change-source.ts';
import { EVERY_KEY } from '../engine/filter-block.ts';
import { RowFilter } from './row-filter.ts';

/** How long a check waits for a locked table. */
const TIMEOUT_MS = 20;

const RETRY_MS = 250;

/** Reading these takes about a millisecond. */
const ROWS_AT_ONCE = 2000;

interface Opened {
  readonly store: ChangeStore;
  /** File stamp if opened as unchanging, else null. */
  readonly files: string | null;
}

/**
 * A lookup reads the table's position first, so that changes count as soon as they are committed. A filter, filled in
 * the background, avoids most queries.
 */
export class ChangeLookup implements ChangeSource {
  readonly isEngine = false;
  readonly #path: string;
  readonly #onTrouble: (message: string | null) => void;
  #opened: Opened | null = null;
  #trouble: string | null = null;
  #retryAt = 0;
  #held = 0;
  #filter: RowFilter | null = null;
  /** The filter is complete up to this position. */
  #seen = 0;
  #isFilling = false;

  /** @param onTrouble - null on recovery */
  constructor(path: string, onTrouble: (message: string | null) => void) {
    this.#path = path;
    this.#onTrouble = onTrouble;
  }

  changeCount(): number {
    return this.#held;
  }

  copiedEntryCount(): number {
    return 0;
  }

  trouble(): ChangesTrouble | null {
    return this.#trouble === null ? null : 'unreadable';
  }

  async lookUp(links: readonly ReadLink[], now: number): Promise<readonly LinkDecisions[]> {
    const found = this.#attempt((store) => this.#lookUp(store, links, now));
    return (
      found ?? links.map((): LinkDecisions => ({ decisions: [], trouble: 'unreadable', isSuspect: false }))
    );
  }

  close(): void {
    this.#opened?.store.close();
    this.#opened = null;
  }

  #lookUp(store: ChangeStore, links: readonly ReadLink[], now: number): readonly LinkDecisions[] {
    const state = store.state();
    this.#held = state.held;
    const among = this.#isCurrent(store, state) ? (this.#filter ?? EVERY_KEY) : EVERY_KEY;
    return links.map((link): LinkDecisions => {
      const candidates = state.held === 0 ? [] : candidatesOf(link, store.hasher, among);
      const decisions = candidates.flatMap(({ layer, kind, expression, hash }): readonly Decision[] => {
        const change = store.find(kind, expression, hash);
        if (change === null || !isInForce(change, now)) return [];
        const { action, category, level, sequence, at } = change;
        return [{ action, category, level, sequence, at, layer, kind, expression }];
      });
      return { decisions, trouble: null, isSuspect: false };
    });
  }

  #isCurrent(store: ChangeStore, { last, held }: StoreState): boolean {
    const filter = this.#filter;
    if (filter === null || last - this.#seen > ROWS_AT_ONCE || filter.isOutgrown()) void this.#fill(held);
    if (filter === null || last - this.#seen > ROWS_AT_ONCE) return false;
    if (last > this.#seen) this.#seen = Math.max(last, takeRows(store, this.#seen, filter));
    return true;
  }

  /** Without a current filter, checks query the table meanwhile. */
  async #fill(held: number): Promise<void> {
    if (this.#isFilling) return;
    this.#isFilling = true;
    try {
      const old = this.#filter;
      const filter = old === null || old.isOutgrown() ? new RowFilter(held) : old;
      let seen = filter === old ? this.#seen : 0;
      const opened = this.#opened;
      for (;;) {
        await nextTurn();
        const next = this.#attempt((store) => takeRows(store, seen, filter));
        // The table is unreadable or was replaced.
        if (next === null || this.#opened !== opened) return;
        if (next === seen) break;
        seen = next;
        if (filter === old) this.#seen = Math.max(this.#seen, seen);
      }
      this.#filter = filter;
      this.#seen = seen;
    } finally {
      this.#isFilling = false;
    }
  }

  #attempt<Value>(work: (store: ChangeStore) => Value): Value | null {
    if (this.#trouble !== null && performance.now() < this.#retryAt) return null;
    try {
      const value = work(this.#store());
      if (this.#trouble !== null) this.#onTrouble(null);
      this.#trouble = null;
      return value;
    } catch (error) {
      const failure = storeFailure(this.#path, error);
      if (failure === null) throw error;
      if (this.#trouble === null) this.#onTrouble(failure.message);
      this.#trouble = failure.message;
      this.#retryAt = performance.now() + RETRY_MS;
      this.#forget();
      return null;
    }
  }

  #store(): ChangeStore {
    // Another program wrote to the file; this connection, opened as unchanging, cannot see that.
    if (this.#opened !== null && this.#opened.files !== null && this.#opened.files !== filesAt(this.#path))
      this.#forget();
    this.#opened ??= openedAt(this.#path);
    return this.#opened.store;
  }

  #forget(): void {
    const opened = this.#opened;
    this.#opened = null;
    this.#filter = null;
    this.#seen = 0;
    opened?.store.close();
  }
}

function takeRows(store: ChangeStore, seen: number, filter: RowFilter): number {
  let last = seen;
  for (const [position, hash] of store.hashesSince(seen, ROWS_AT_ONCE)) {
    filter.add(hash);
    last = position;
  }
  return last;
}

function openedAt(path: string): Opened {
  try {
    return { store: ChangeStore.read(path, TIMEOUT_MS), files: null };
  } catch (error) {
    if (storeFailure(path, error)?.kind !== 'disk-trouble') throw error;
    const files = filesAt(path);
    // After a kill, some changes are only in the WAL, which cannot be read without disk space for its index.
    if (!files.endsWith(NO_LOG)) throw error;
    return { store: ChangeStore.readUnchanging(path), files };
  }
}

const NO_LOG = ',none';

/** A stamp that changes with every write. */
function filesAt(path: string): string {
  return ['', '-wal'].map((ending) => stampOf(path + ending)).join();
}

function stampOf(path: string): string {
  try {
    const { ino, size, mtimeNs } = statSync(path, { bigint: true });
    return size === 0n ? 'none' : `${ino} ${size} ${mtimeNs}`;
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return 'none';
    throw error;
  }
}
