import type { Request } from '../../../src/extension/protocol/requests.ts';
import type { TabReport } from '../../../src/extension/protocol/tab-messages.ts';
import { PATIENCE, type Page } from './browser.ts';
import type { HostHandler } from './proxy.ts';

declare global {
  interface Window {
    familySeen?: readonly Seen[];
  }
}

/** What became of one page. */
export interface Seen {
  readonly messages: number;
  readonly links: number;
  readonly elsewhere: number;
  /** Every link that was asked about, and whom its message is from as far as is known. */
  readonly asked: readonly { readonly href: string; readonly from: string | null }[];
}

/** What is opened one after the other. */
export interface ManyPages {
  /** Each page is at a number below it. */
  readonly base: string;
  /** For each page hosts that must be asked about before it is left. */
  readonly found: readonly (readonly string[])[];
  /** Milliseconds for which a page is watched after that, and until all of its links are counted; 0 to leave it with its first message. */
  readonly watched: number;
  /** Milliseconds after the last link in which a message may still be recognised, where none is. */
  readonly weighing: number;
}

/** Serves each of them at its number, with the files of its frames below it. */
export function servePages(
  pages: readonly { readonly files: ReadonlyMap<string, string> }[],
  onFetched?: (index: number) => void,
): HostHandler {
  return (_request, response, { pathname }) => {
    const [, index = '', rest = ''] = /^\/(\d+)\/(.*)$/.exec(pathname) ?? [];
    onFetched?.(Number(index));
    const html = pages[Number(index)]?.files.get(rest);
    response
      .writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(html ?? '');
  };
}

/** Milliseconds for which one page is waited for. */
const PAGE_PATIENCE = 2 * PATIENCE;

/** Milliseconds that each page adds to the time for all of them: far more than four lanes need for it. */
export const PER_PAGE = 5_000;

/**
 * Opens one page after the other, in four windows, by a page of the extension, which hears what frames ask: so no page
 * costs more than its own time.
 */
export async function openMany(own: Page, pages: ManyPages): Promise<readonly Seen[]> {
  await own.run(
    ({ api, send, pause }, { base, found, watched, weighing }, wholePatience) => {
      const asked = new Map<number | undefined, { href: string; from: string | null }[]>();
      const seen: Seen[] = [];
      const onHeard: (() => void)[] = [];
      const heard = (): Promise<void> =>
        new Promise((resolve) => {
          onHeard.push(resolve);
        });
      const wake = (): void => {
        for (const resolve of onHeard.splice(0)) resolve();
      };
      api.runtime.onMessage.addListener(
        (message: unknown, { tab }: { readonly tab?: { readonly id?: number } }) => {
          const told = message as Request;
          if (told.type === 'check-links')
            for (const { href } of told.links) asked.get(tab?.id)?.push({ href, from: told.sender });
          wake();
        },
      );
      let next = 0;
      const lane = async (): Promise<void> => {
        const { id: windowId } = await api.windows.create({ url: 'about:blank' });
        if (windowId === undefined) throw new Error('no window');
        const tabId = (await api.tabs.query({ windowId }))[0]?.id;
        if (tabId === undefined) throw new Error('no tab');
        // Its own first address must not take the place of the page's.
        while ((await api.tabs.get(tabId)).status !== 'complete') await pause(20);
        while (next < found.length) {
          const index = next++;
          const hosts = found[index] ?? [];
          const its: { href: string; from: string | null }[] = [];
          asked.set(tabId, its);
          const patience = pause(wholePatience).then(() => 'late');
          await api.tabs.update(tabId, { url: `${base}${index}/` });
          let report: TabReport | null = null;
          let isLate = false;
          let foundAt = Infinity;
          const isOver = (): boolean => {
            const since = performance.now() - foundAt;
            const { messages = 0, links = 0 } = report ?? {};
            return watched > 0
              ? since >= watched && links >= hosts.length
              : messages > 0 || since >= weighing;
          };
          do {
            // Once all is found, nothing more may be heard.
            const look = foundAt === Infinity ? [] : [pause(100)];
            isLate = (await Promise.race([heard(), patience, ...look])) === 'late';
            const text = decodeURIComponent(its.map(({ href }) => href).join(' '));
            if (hosts.every((host) => text.includes(host)) || isLate)
              report = await send({ type: 'get-tab', tabId });
            if (report !== null && foundAt === Infinity) foundAt = performance.now();
          } while (!isLate && !isOver());
          const { messages = 0, links = 0, elsewhere = 0 } = report ?? {};
          seen[index] = { messages, links, elsewhere, asked: its };
        }
        await api.windows.remove(windowId);
      };
      // Not awaited: no browser lets a test's script run for so long.
      void Promise.all([lane(), lane(), lane(), lane()]).then(() => {
        window.familySeen = seen;
      });
    },
    pages,
    PAGE_PATIENCE,
  );
  return own.until(() => window.familySeen, {
    timeout: pages.found.length * PER_PAGE,
    what: 'all pages to be seen',
  });
}
