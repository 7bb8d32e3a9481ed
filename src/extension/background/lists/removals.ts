import { ignoreFailure } from '../../../core/result.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { Outcome } from '../../protocol/outcome.ts';

/** How long a removal can be undone. */
export const UNDO_SECONDS = 600;

export interface RemovalsOptions {
  readonly store: ChannelStore;
  readonly snapshotStore: SnapshotStore;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** A list was added or removed. */
  readonly onChange: () => Promise<void>;
}

/**
 * Channels and lists that the reader removes. For ten minutes one is kept, unused and not shown, so that it can be
 * undone: a list compiled from a file cannot be downloaded again. Then the next run of updates deletes it.
 */
export class Removals {
  readonly #options: RemovalsOptions;

  constructor(options: RemovalsOptions) {
    this.#options = options;
  }

  /** @returns false if it is not there, or could not be set aside */
  async setAside(id: string): Promise<boolean> {
    const { store, now, onChange } = this.#options;
    const isAside = await store.putAside(id, now());
    if (!isAside.ok || !isAside.value) return false;
    await onChange();
    return true;
  }

  /** Whatever the limit is: it counts for adding only. */
  async takeBack(id: string): Promise<Outcome> {
    const { store, onChange } = this.#options;
    const isBack = await store.takeBack(id);
    if (!isBack.ok) return 'not-stored';
    if (!isBack.value) return 'gone';
    await onChange();
    return 'done';
  }

  /** Deletes what nobody has undone in time. */
  async finish(): Promise<void> {
    const { store, snapshotStore, now } = this.#options;
    const aside = await store.aside();
    for (const { id, since } of aside.ok ? aside.value : []) {
      // If the clock was set back, it must not stay for ever.
      const age = now() - since;
      if (age >= 0 && age < UNDO_SECONDS) continue;
      // What could not be removed is tried again after the next run.
      if ((await snapshotStore.remove(id)).ok) ignoreFailure(await store.remove(id));
    }
  }
}
