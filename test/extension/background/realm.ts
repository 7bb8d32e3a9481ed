import { vi } from 'vitest';
import type { StorageUnreadable } from '../../../src/extension/protocol/outcome.ts';
import type { Request, ResponseTo } from '../../../src/extension/protocol/requests.ts';
import type { FakeBrowser } from './fake-browser.ts';

const current: { browser: FakeBrowser | null } = { browser: null };

/** Waits until `probe` no longer throws; long enough for a machine that does ten other things. */
export function until<Value>(probe: () => Value | Promise<Value>): Promise<Value> {
  return vi.waitFor(probe, { timeout: 20_000, interval: 10 });
}

/**
 * Modules of core keep nothing between calls, so realms share one instance of each: evaluating their tables again takes
 * 40 ms a realm.
 */
for (const [path, load] of Object.entries(import.meta.glob('../../../src/core/**/*.ts')))
  vi.doMock(path, () => load());

/** What `src/extension/platform/browser.ts` is in these tests: `vi.mock('…/browser.ts', () => browserModule)`. */
export const browserModule = {
  get browser(): unknown {
    if (current.browser === null) throw new Error('no fake browser yet');
    return current.browser.api;
  },
};

/** A background realm in a browser: the real entry, started as often as the browser would start it. */
export class Realm {
  readonly browser: FakeBrowser;

  constructor(browser: FakeBrowser) {
    this.browser = browser;
    current.browser = browser;
  }

  /** Starts the realm, again if need be: all its modules are new, as in a worker that was stopped. */
  async start(): Promise<void> {
    this.browser.stopRealm();
    vi.resetModules();
    this.browser.alarms.clear();
    const { api } = this.browser;
    // Its modules keep this browser: what they still do after their test is not done to the browser of the next.
    vi.doMock('../../../src/extension/platform/browser.ts', () => ({ browser: api }));
    await import('../../../src/extension/background/background.ts');
    await this.#settled();
  }

  async fromFrame<R extends Request>(
    request: R,
    frame?: { tabId?: number; frameId?: number; incognito?: boolean },
  ): Promise<ResponseTo<R>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the handlers are checked against `Responses`
    return (await this.browser.fromFrame(request, frame)) as ResponseTo<R>;
  }

  async fromPage<R extends Request>(request: R, path?: string): Promise<ResponseTo<R>> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
    return (await this.browser.fromPage(request, path)) as ResponseTo<R>;
  }

  /** The same for what is kept, where it can be read. */
  async kept<R extends Request>(request: R): Promise<Exclude<ResponseTo<R>, StorageUnreadable>> {
    const answer = await this.fromPage(request);
    if (typeof answer === 'object' && answer !== null && 'refused' in answer) throw new Error('unread');
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above, and it is none that says why not
    return answer as Exclude<ResponseTo<R>, StorageUnreadable>;
  }

  /** Asks for an update and waits until all of it is over. */
  async update(): Promise<void> {
    await this.fromPage({ type: 'update-now' });
    // From the question on it is said to be updating, whatever else runs before it.
    await this.idle();
  }

  /** The last thing of a run is to set the alarm for the next one. */
  async #settled(): Promise<void> {
    await until(() => {
      if (!this.browser.alarms.has('update')) throw new Error('still running');
    });
  }

  async idle(): Promise<void> {
    await until(async () => {
      const { channels } = await this.fromPage({ type: 'get-status' });
      if (channels.some(({ activity }) => activity.kind === 'updating')) throw new Error('still updating');
    });
  }
}

export function linkRequest(
  hrefs: readonly string[],
  from: string | null = null,
): Extract<Request, { type: 'check-links' }> {
  return {
    type: 'check-links',
    messageKey: 'message 1',
    sender: from,
    links: hrefs.map((href, number) => ({ href, text: '', tag: 'a', number })),
  };
}
