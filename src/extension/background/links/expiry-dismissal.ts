import { ignoreFailure } from '../../../core/result.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/** Then the reader is told again of a list that is still too old: silence would look like safety. */
const PUT_AWAY_SECONDS = 30 * 86_400;

/** What the reader dismissed: which lists were too old, in which state. */
export interface PutAwayExpiry {
  /** Unix time, seconds. */
  readonly at: number;
  readonly lists: string;
}

export interface ExpiryDismissalOptions {
  readonly store: ValueStore;
  /** Names the lists that are too old now, and which state of each. */
  readonly expiredLists: () => Promise<string>;
  /** Unix time, seconds. */
  readonly now: () => number;
}

/**
 * Remembers that the reader dismissed the sign of expired lists. It stays away until it is about other lists or a newer
 * state of one, for 30 days at most. Toolbar and popup go on saying it.
 */
export class ExpiryDismissal {
  readonly #options: ExpiryDismissalOptions;

  constructor(options: ExpiryDismissalOptions) {
    this.#options = options;
  }

  async dismiss(): Promise<void> {
    const { store, expiredLists, now } = this.#options;
    const lists = await expiredLists();
    // If this cannot be stored, the sign comes again tomorrow.
    ignoreFailure(await store.put('expiryPutAway', { at: now(), lists }));
  }

  async holds(): Promise<boolean> {
    const { store, expiredLists, now } = this.#options;
    const stored = await store.get('expiryPutAway');
    if (!stored.ok || !isPutAway(stored.value)) return false;
    const { at, lists } = stored.value;
    // A clock that was set back ends it too.
    const age = now() - at;
    return age >= 0 && age < PUT_AWAY_SECONDS && lists === (await expiredLists());
  }
}

function isPutAway(value: unknown): value is PutAwayExpiry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'at' in value &&
    typeof value.at === 'number' &&
    'lists' in value &&
    typeof value.lists === 'string'
  );
}
