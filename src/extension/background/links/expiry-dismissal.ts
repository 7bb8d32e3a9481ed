import { ignoreFailure } from '../../../core/result.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/** Longer silence would look like safety. */
const DISMISSED_SECONDS = 30 * 86_400;

export interface DismissedExpiry {
  /** Unix seconds. */
  readonly at: number;
  readonly lists: string;
}

export interface ExpiryDismissalOptions {
  readonly store: ValueStore;
  readonly expiredLists: () => Promise<string>;
  readonly now: () => number;
}

/** The dismissed sign returns after 30 days, or when the expired lists or their states change. */
export class ExpiryDismissal {
  readonly #options: ExpiryDismissalOptions;

  constructor(options: ExpiryDismissalOptions) {
    this.#options = options;
  }

  async dismiss(): Promise<void> {
    const { store, expiredLists, now } = this.#options;
    const lists = await expiredLists();
    // If this fails, each tab may still show the sign once a day.
    ignoreFailure(await store.put('expiryPutAway', { at: now(), lists }));
  }

  async isActive(): Promise<boolean> {
    const { store, expiredLists, now } = this.#options;
    const stored = await store.get('expiryPutAway');
    if (!stored.ok || !isDismissedExpiry(stored.value)) return false;
    const { at, lists } = stored.value;
    // Negative if the clock was set back.
    const age = now() - at;
    return age >= 0 && age < DISMISSED_SECONDS && lists === (await expiredLists());
  }
}

function isDismissedExpiry(value: unknown): value is DismissedExpiry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'lists' in value &&
    typeof value.lists === 'string'
  );
}
