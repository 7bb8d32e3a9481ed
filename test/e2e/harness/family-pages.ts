import { PATIENCE, type Page } from './browser.ts';
import type { HostHandler } from './proxy.ts';

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
  /** Milliseconds for which a page is watched after that; 0 to leave it with its first message. */
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
    `const api = window.browser ?? window.chrome;
     const asked = new Map(), seen = [];
     let onHeard = [];
     const heard = () => new Promise((resolve) => onHeard.push(resolve));
     const wake = () => { for (const resolve of onHeard.splice(0)) resolve(); };
     api.runtime.onMessage.addListener((message, { tab }) => {
       if (message.type === 'check-links')
         for (const { href } of message.links) asked.get(tab?.id)?.push({ href, from: message.head?.from ?? null });
       wake();
     });
     let next = 0;
     const lane = async () => {
       const opened = await api.windows.create({ url: 'about:blank' });
       const [tab] = await api.tabs.query({ windowId: opened.id });
       // Its own first address must not take the place of the page's.
       while ((await api.tabs.get(tab.id)).status !== 'complete') await new Promise((resolve) => setTimeout(resolve, 20));
       while (next < args.found.length) {
         const index = next++;
         const found = args.found[index];
         const its = [];
         asked.set(tab.id, its);
         const patience = new Promise((resolve) => setTimeout(resolve, args.patience, 'late'));
         await api.tabs.update(tab.id, { url: args.base + index + '/' });
         let report = null, isLate = false, foundAt = Infinity;
         const isOver = () => {
           const since = performance.now() - foundAt;
           return args.watched > 0 ? since >= args.watched : report?.messages > 0 || since >= args.weighing;
         };
         do {
           isLate = (await Promise.race([heard(), patience])) === 'late';
           const text = decodeURIComponent(its.map(({ href }) => href).join(' '));
           if (found.every((host) => text.includes(host)) || isLate)
             report = await api.runtime.sendMessage({ type: 'get-tab', tabId: tab.id });
           if (report !== null && foundAt === Infinity) {
             foundAt = performance.now();
             // Somebody has to wake this loop where nothing more is heard.
             setTimeout(wake, (args.watched || args.weighing) + 10);
           }
         } while (!isLate && !isOver());
         const { messages = 0, links = 0, elsewhere = 0 } = report ?? {};
         seen[index] = { messages, links, elsewhere, asked: its };
       }
       await api.windows.remove(opened.id);
     };
     // Not awaited: no browser lets a test's script run for so long.
     Promise.all([lane(), lane(), lane(), lane()]).then(() => { window.seenPages = seen; });`,
    { ...pages, patience: PAGE_PATIENCE },
  );
  return (await own.until('window.seenPages', {
    timeout: pages.found.length * PER_PAGE,
    what: 'all pages to be seen',
  })) as readonly Seen[];
}
