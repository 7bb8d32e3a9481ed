import { readManagedStorage } from '../../platform/storage/managed-storage.ts';
import { Cached } from '../realm/cached.ts';
import { type ManagedPolicy, parseManagedPolicy, UNREAD_POLICY } from './managed-policy.ts';

/** What an administrator set, read once while the realm lives; asked for again as long as it cannot be read. */
export class CurrentPolicy {
  readonly #onKnown: () => Promise<void>;
  readonly #current = new Cached(
    () => this.#read(),
    ({ isRead }) => isRead,
  );
  #wasUnread = false;

  /** @param onKnown - it could be read after it could not: what was made of it meanwhile is to be made anew */
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
    // Not waited for: what is made anew asks for the policy itself.
    if (wasUnread) void this.#onKnown();
    return parseManagedPolicy(stored.value);
  }
}
