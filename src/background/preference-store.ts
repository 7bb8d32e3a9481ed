import type { PrivateStore } from '../platform/private-store.ts';
import { DEFAULT_PREFERENCES, type Preferences } from '../protocol/messages.ts';
import { parsePreferences } from '../protocol/parse-request.ts';
import { Cached } from './cached.ts';
import type { ManagedPolicy } from './managed-policy.ts';

/** The reader's preferences, unless an administrator has set them. */
export class PreferenceStore {
  readonly #store: PrivateStore;
  readonly #policy: () => Promise<ManagedPolicy>;
  readonly #onChange: () => void;
  /** The standard ones while the storage cannot be read, and only that long. */
  readonly #current = new Cached(
    () => this.#read(),
    ({ isWhole }) => isWhole,
  );

  constructor(store: PrivateStore, policy: () => Promise<ManagedPolicy>, onChange: () => void) {
    this.#store = store;
    this.#policy = policy;
    this.#onChange = onChange;
  }

  get(): Promise<Preferences> {
    return this.#current.get().then(({ preferences }) => preferences);
  }

  async set(preferences: Preferences): Promise<void> {
    await this.#store.putValue('preferences', preferences);
    this.changed();
  }

  /** Others are stored now. */
  changed(): void {
    this.forget();
    this.#onChange();
  }

  forget(): void {
    this.#current.forget();
  }

  async #read(): Promise<{ readonly preferences: Preferences; readonly isWhole: boolean }> {
    const policy = await this.#policy();
    if (policy.preferences !== null) return { preferences: policy.preferences, isWhole: true };
    const stored = await this.#store.value('preferences');
    // Preferences of an older version lack what came later.
    const known = stored.ok && typeof stored.value === 'object' ? stored.value : null;
    const preferences = parsePreferences({ ...DEFAULT_PREFERENCES, ...known }) ?? DEFAULT_PREFERENCES;
    return { preferences, isWhole: stored.ok };
  }
}
