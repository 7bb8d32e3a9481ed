import { readManagedStorage } from '../../platform/storage/managed-storage.ts';
import { Cached } from '../realm/cached.ts';
import { type ManagedPolicy, parseManagedPolicy, UNREAD_POLICY } from './managed-policy.ts';

export class CurrentPolicy {
  readonly #onKnown: () => Promise<void>;
  readonly #current = new Cached(
    () => this.#read(),
    ({ isRead }) => isRead,
  );
  #wasUnread = false;

  /** @param onKnown - called once the policy is readable, to recompute what depends on it */
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
    // Not awaited: the callback reads the policy, and would wait for itself.
    if (wasUnread) void this.#onKnown();
    return parseManagedPolicy(stored.value);
  }
}
