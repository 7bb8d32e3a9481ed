import { ignoreFailure } from '../../../core/result.ts';
import { isInstalledByPolicy, openWelcome } from '../../platform/installation.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';

/**
 * The welcome page opens once, at installation. A browser that is closed or too busy just then does not swallow it: it
 * is owed until its tab was made, and opens with the next start of the browser.
 */
export class Welcome {
  readonly #store: ValueStore;

  constructor(store: ValueStore) {
    this.#store = store;
  }

  async installed(): Promise<void> {
    // Where an administrator has put the extension somebody else gives the welcome.
    if (await isInstalledByPolicy()) return;
    // Side by side: a busy machine may take a minute to open its first data base. If it cannot be kept, or not yet, the
    // page opens all the same.
    const kept = this.#store.put('isWelcomeOwed', true);
    await openWelcome();
    ignoreFailure(await kept);
    await this.#given();
  }

  async browserStarted(): Promise<void> {
    const isOwed = await this.#store.get('isWelcomeOwed');
    if (!isOwed.ok || isOwed.value !== true) return;
    await openWelcome();
    await this.#given();
  }

  async #given(): Promise<void> {
    ignoreFailure(await this.#store.put('isWelcomeOwed', false));
  }
}
