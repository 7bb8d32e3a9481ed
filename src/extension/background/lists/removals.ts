import { ignoreFailure } from '../../../core/result.ts';
import type { ChannelStore } from '../../platform/storage/channel-store.ts';
import type { SnapshotStore } from '../../platform/storage/snapshot-store.ts';
import type { Outcome } from '../../protocol/outcome.ts';

export const UNDO_SECONDS = 600;

export interface RemovalsOptions {
  readonly store: ChannelStore;
  readonly snapshotStore: SnapshotStore;
  readonly now: () => number;
  readonly onChange: () => Promise<void>;
}

/** For ten minutes a removed list stays stored, hidden and unused, for undo: a file cannot be downloaded again. */
export class Removals {
  readonly #options: RemovalsOptions;

  constructor(options: RemovalsOptions) {
    this.#options = options;
  }

  async setAside(id: string): Promise<boolean> {
    const { store, now, onChange } = this.#options;
    const isAside = await store.putAside(id, now());
    if (!isAside.ok || !isAside.value) return false;
    await onChange();
    return true;
  }

  /** The maximum of lists limits adding only, not undo. */
  async undo(id: string): Promise<Outcome> {
    const { store, onChange } = this.#options;
    const isBack = await store.restore(id);
    if (!isBack.ok) return 'not-stored';
    if (!isBack.value) return 'gone';
    await onChange();
    return 'done';
  }

  async finish(): Promise<void> {
    const { store, snapshotStore, now } = this.#options;
    const aside = await store.aside();
    for (const { id, since } of aside.ok ? aside.value : []) {
      // Negative after the clock was set back: delete these too, or they stay forever.
      const age = now() - since;
      if (age >= 0 && age < UNDO_SECONDS) continue;
      // The next run repeats a failed removal.
      if ((await snapshotStore.remove(id)).ok) ignoreFailure(await store.remove(id));
    }
  }
}
