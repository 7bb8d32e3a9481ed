import { ignoreFailure } from '../../../core/result.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { Outcome } from '../../protocol/outcome.ts';

/** How long a removal can be taken back. */
export const UNDO_SECONDS = 600;

export interface RemovalsOptions {
  readonly store: ChannelStore;
  readonly snapshotStore: SnapshotStore;
  /** Unix time, seconds. */
  readonly now: () => number;
  /** There is a list more, or one less. */
  readonly onChange: () => Promise<void>;
}

/**
 * Channels and lists that the reader removes. One that may be taken back is asked and shown no more, but kept: a list
 * compiled from a file could not be had again. After ten minutes the next run of updates leaves no trace of it.
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

  /** However many there are by now: only adding is limited. */
  async takeBack(id: string): Promise<Outcome> {
    const { store, onChange } = this.#options;
    const isBack = await store.takeBack(id);
    if (!isBack.ok) return 'not-stored';
    if (!isBack.value) return 'gone';
    await onChange();
    return 'done';
  }

  /** Leaves no trace of what nobody has taken back. */
  async finish(): Promise<void> {
    const { store, snapshotStore, now } = this.#options;
    const aside = await store.aside();
    for (const { id, since } of aside.ok ? aside.value : []) {
      // A clock that was set back must not keep it for ever.
      const age = now() - since;
      if (age >= 0 && age < UNDO_SECONDS) continue;
      // What could not be removed is tried again after the next run.
      if ((await snapshotStore.remove(id)).ok) ignoreFailure(await store.remove(id));
    }
  }
}
