import { ignoreFailure } from '../../../core/result.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import type { PageHandlers } from '../../platform/message-bus.ts';
import type { NewsRequest } from '../../protocol/news-messages.ts';
import type { Outcome } from '../../protocol/outcome.ts';

const DISMISSED = '';

/** Tells, until dismissed, that an update changed what readers see. */
export class News {
  readonly #store: ValueStore;

  constructor(store: ValueStore) {
    this.#store = store;
  }

  async onUpdated(from: string, to: string): Promise<void> {
    // If this fails, only the settings link to the changes.
    if (isVisibleChange(from, to)) ignoreFailure(await this.#store.put('newsOf', to));
  }

  async version(): Promise<string | null> {
    const stored = await this.#store.get('newsOf');
    return stored.ok && typeof stored.value === 'string' && stored.value !== DISMISSED ? stored.value : null;
  }

  async dismiss(): Promise<Outcome> {
    return (await this.#store.put('newsOf', DISMISSED)).ok ? 'done' : 'not-stored';
  }
}

/** See CONTRIBUTING.md: visible changes raise the minor version. */
export function isVisibleChange(from: string, to: string): boolean {
  const [before, after] = [partsOf(from), partsOf(to)];
  return after.major > before.major || (after.major === before.major && after.minor > before.minor);
}

function partsOf(version: string): { readonly major: number; readonly minor: number } {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return { major, minor };
}

export function newsHandlers(news: News): Pick<PageHandlers, NewsRequest['type']> {
  return {
    'get-news': async () => ({ version: await news.version() }),
    'dismiss-news': async () => ({ outcome: await news.dismiss() }),
  };
}
