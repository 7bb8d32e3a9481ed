import { ignoreFailure } from '../../../core/result.ts';
import { isInstalledByPolicy, openWelcome } from '../../platform/installation.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/** Opens the welcome page once. If the browser is closed or busy at installation, the next start opens it. */
export class Welcome {
  readonly #store: ValueStore;

  constructor(store: ValueStore) {
    this.#store = store;
  }

  async onInstalled(): Promise<void> {
    // Administrators welcome readers themselves.
    if (await isInstalledByPolicy()) return;
    // Don't wait for storage: a busy machine may need a minute for its first database.
    const kept = this.#store.put('isWelcomeOwed', true);
    await openWelcome();
    ignoreFailure(await kept);
    await this.#markShown();
  }

  async onStartup(): Promise<void> {
    const isOwed = await this.#store.get('isWelcomeOwed');
    if (!isOwed.ok || isOwed.value !== true) return;
    await openWelcome();
    await this.#markShown();
  }

  async #markShown(): Promise<void> {
    ignoreFailure(await this.#store.put('isWelcomeOwed', false));
  }
}
