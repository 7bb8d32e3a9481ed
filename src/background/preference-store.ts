import type { PrivateStore } from '../platform/private-store.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../protocol/messages.ts';
import { parsePreferences } from '../protocol/parse-request.ts';
import type { ManagedPolicy } from './managed-policy.ts';

/** The reader's preferences, unless an administrator has set them. */
export class PreferenceStore {
  readonly #store: PrivateStore;
  readonly #policy: () => Promise<ManagedPolicy>;
  readonly #onChange: () => void;
  #current: Promise<Preferences> | null = null;

  constructor(store: PrivateStore, policy: () => Promise<ManagedPolicy>, onChange: () => void) {
    this.#store = store;
    this.#policy = policy;
    this.#onChange = onChange;
  }

  get(): Promise<Preferences> {
    this.#current ??= this.#read();
    return this.#current;
  }

  async set(preferences: Preferences): Promise<void> {
    await this.#store.putValue('preferences', preferences);
    this.forget();
    this.#onChange();
  }

  forget(): void {
    this.#current = null;
  }

  async #read(): Promise<Preferences> {
    const policy = await this.#policy();
    if (policy.preferences !== null) return policy.preferences;
    const stored = await this.#store.value('preferences');
    // Preferences of an older version lack what came later.
    const known = stored.ok && typeof stored.value === 'object' ? stored.value : null;
    return parsePreferences({ ...DEFAULT_PREFERENCES, ...known }) ?? DEFAULT_PREFERENCES;
  }
}
