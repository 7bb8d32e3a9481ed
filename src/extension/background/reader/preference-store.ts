import { ok, type Result } from '../../../core/result.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import {
  type CurrentPreferences,
  DEFAULT_PREFERENCES,
  parsePreferences,
  type Preferences,
} from '../../protocol/preference-messages.ts';
import { Cached } from '../realm/cached.ts';
import type { ManagedPolicy } from './managed-policy.ts';

export type PreferenceChange = 'preferences' | 'language';

export class PreferenceStore {
  readonly #store: ValueStore;
  readonly #policy: () => Promise<ManagedPolicy>;
  readonly #onChange: (change: PreferenceChange) => Promise<void>;
  /** Unreadable storage yields defaults, an unreadable policy the strictest values. Neither result is cached. */
  readonly #current = new Cached(
    () => this.#read(),
    ({ chosen, isPolicyRead }) => chosen.ok && isPolicyRead,
  );

  constructor(
    store: ValueStore,
    policy: () => Promise<ManagedPolicy>,
    onChange: (change: PreferenceChange) => Promise<void>,
  ) {
    this.#store = store;
    this.#policy = policy;
    this.#onChange = onChange;
  }

  /** With the administrator's overrides. */
  async get(): Promise<CurrentPreferences> {
    const { chosen, managed, administered } = await this.#current.get();
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by parseManagedPolicy, by these names
    const locked = Object.keys(managed) as (keyof Preferences)[];
    return { ...(chosen.ok ? chosen.value : DEFAULT_PREFERENCES), ...managed, locked, administered };
  }

  /** The reader's choices, even if overridden. */
  async chosen(): Promise<Result<Preferences, StorageFailure>> {
    return (await this.#current.get()).chosen;
  }

  /** For locked names `preferences` has the administrator's value, so keep the reader's stored one. */
  async set(preferences: Preferences): Promise<Outcome> {
    const { chosen: before, managed } = await this.#current.get();
    if (!before.ok) return 'not-stored';
    const chosen = before.value;
    const overridden = Object.entries(chosen).filter(([name]) => name in managed);
    const stored = await this.#store.put('preferences', {
      ...preferences,
      ...Object.fromEntries(overridden),
    });
    if (!stored.ok) return 'not-stored';
    // Report one change, not two: between two reports, a frame would store the old texts under the new language.
    await this.#onChange(preferences.language === chosen.language ? 'preferences' : 'language');
    return 'done';
  }

  forget(): void {
    this.#current.forget();
  }

  async #read(): Promise<Current> {
    const [policy, stored] = await Promise.all([this.#policy(), this.#store.get('preferences')]);
    // Older versions stored fewer preferences.
    const known = stored.ok && typeof stored.value === 'object' ? stored.value : null;
    const chosen = parsePreferences({ ...DEFAULT_PREFERENCES, ...known }) ?? DEFAULT_PREFERENCES;
    return {
      chosen: stored.ok ? ok(chosen) : stored,
      isPolicyRead: policy.isRead,
      managed: policy.preferences,
      administered: policy.administered,
    };
  }
}

interface Current {
  readonly chosen: Result<Preferences, StorageFailure>;
  readonly isPolicyRead: boolean;
  readonly managed: ManagedPolicy['preferences'];
  readonly administered: ManagedPolicy['administered'];
}
