import { ok, type Result } from '../../../core/result.ts';
import { type OpenTab, tabAt } from '../../platform/active-tab.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { ContentCaller } from '../../platform/message-bus.ts';
import { readSession, writeSession } from '../../platform/session-storage.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { Cached } from '../realm/cached.ts';

/** Sites paused in private windows: in memory only. */
const SESSION_KEY = 'paused';

/**
 * Pauses are ignored while unreadable, and while an administrator locks pausing: earlier pauses would otherwise last
 * forever.
 */
export class PausedSites {
  readonly #store: ValueStore;
  readonly #isLocked: () => Promise<boolean>;
  readonly #onChange: () => Promise<void>;
  readonly #kept: Cached<Result<readonly string[], StorageFailure>>;

  constructor(store: ValueStore, isLocked: () => Promise<boolean>, onChange: () => Promise<void>) {
    this.#store = store;
    this.#isLocked = isLocked;
    this.#onChange = onChange;
    this.#kept = new Cached(
      async () => {
        const read = await store.get('paused');
        return read.ok ? ok(texts(read.value)) : read;
      },
      ({ ok: isRead }) => isRead,
    );
  }

  async has({ url, isPrivate }: OpenTab): Promise<boolean> {
    const origin = originOf(url);
    if (origin === null || (await this.#isLocked())) return false;
    const kept = await this.#kept.get();
    if (kept.ok && kept.value.includes(origin)) return true;
    return isPrivate && texts(await readSession(SESSION_KEY)).includes(origin);
  }

  async hasTab(tabId: number): Promise<boolean> {
    const tab = await tabAt(tabId);
    return tab !== null && this.has(tab);
  }

  async hasCaller({ tabUrl, isPrivate }: ContentCaller): Promise<boolean> {
    return tabUrl !== null && this.has({ url: tabUrl, isPrivate });
  }

  /** Includes pauses that a lock overrides. */
  list(): Promise<Result<readonly string[], StorageFailure>> {
    return this.#kept.get();
  }

  forget(): void {
    this.#kept.forget();
  }

  async set({ url, isPrivate }: OpenTab, isPaused: boolean): Promise<Outcome> {
    const origin = originOf(url);
    if (origin === null) return 'gone';
    const changed = (before: Iterable<string>): readonly string[] => {
      const others = [...before].filter((each) => each !== origin);
      return isPaused ? [...others, origin] : others;
    };
    if (isPrivate) await writeSession(SESSION_KEY, changed(texts(await readSession(SESSION_KEY))));
    // Resuming in a private window also ends pauses made outside: it is the same site.
    if (!isPrivate || !isPaused) {
      const stored = await this.#store.change('paused', (before) => changed(texts(before)));
      if (!stored.ok) return 'not-stored';
    }
    await this.#onChange();
    return 'done';
  }
}

function originOf(url: string): string | null {
  if (!URL.canParse(url)) return null;
  const { origin } = new URL(url);
  return origin === 'null' ? null : origin;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === 'string') : [];
}
