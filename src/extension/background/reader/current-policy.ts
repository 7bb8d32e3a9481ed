import { readManagedStorage } from '../../platform/storage/managed-storage.ts';
import { Cached } from '../realm/cached.ts';
import { type ManagedPolicy, parseManagedPolicy, UNREAD_POLICY } from './managed-policy.ts';

/** The managed policy, read once per realm; retried while it cannot be read. */
export class CurrentPolicy {
  readonly #onKnown: () => Promise<void>;
  readonly #current = new Cached(
    () => this.#read(),
    ({ isRead }) => isRead,
  );
  #wasUnread = false;

  /** @param onKnown - called when it can be read after it could not: whatever depended on it must be recomputed */
  constructor(onKnown: () => Promise<void>) {
    this.#onKnown = onKnown;
  }

  get(): Promise<ManagedPolicy> {
    return this.#current.get();
  }

  forget(): void {
    this.#current.forget();
  }

  async #read(): Promise<ManagedPolicy> {
    const stored = await readManagedStorage();
    const wasUnread = this.#wasUnread;
    this.#wasUnread = !stored.ok;
    if (!stored.ok) return UNREAD_POLICY;
    // Not awaited: what is recomputed asks for the policy itself.
    if (wasUnread) void this.#onKnown();
    return parseManagedPolicy(stored.value);
  }
}
