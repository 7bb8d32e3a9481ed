import { familyPage, type FamilyPage } from '../webmail-family/webmail-family.ts';
import { PATIENCE, type Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { ownPageWithList } from './harness/own-parts.ts';

const HOST = 'family.webmail.test';
const BASE = `https://${HOST}/`;

/** Fresh seeds, and more pages of each, are for the soak. */
const SEED = Number(process.env['SPAMLIGHT_FAMILY_SEED'] ?? 1);
const COUNT = Number(process.env['SPAMLIGHT_FAMILY_COUNT'] ?? 60);

/**
 * Milliseconds after the last link in which a message may still be recognised; only pages without one wait so long. On
 * a busy machine it comes a second after its links.
 */
const WEIGHING = 5_000;

/** Milliseconds for which one page is waited for. */
const PAGE_PATIENCE = 2 * PATIENCE;

/** Milliseconds that each page adds to the time for all of them: far more than four lanes need for it. */
const PER_PAGE = 5_000;

/** What became of one page. */
interface Seen {
  readonly messages: number;
  readonly links: number;
  readonly elsewhere: number;
}

/**
 * Opens one page after the other in a window of its own, by a page of the extension, which hears what frames ask: so
 * no page costs more than its own time.
 */
async function openAll(
  own: Page,
  pages: readonly FamilyPage[],
): Promise<{ readonly seen: readonly Seen[]; readonly asked: readonly string[] }> {
  await own.run(
    `const api = window.browser ?? window.chrome;
     const asked = new Set(), seen = [];
     let onHeard = [];
     const heard = () => new Promise((resolve) => onHeard.push(resolve));
     api.runtime.onMessage.addListener((message) => {
       if (message.type === 'check-links')
         for (const { href } of message.links)
           for (const [host] of decodeURIComponent(href).matchAll(/(?:found|own)-[\\d-]+\\.example/g)) asked.add(host);
       const waiting = onHeard;
       onHeard = [];
       for (const resolve of waiting) resolve();
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
         const patience = new Promise((resolve) => setTimeout(resolve, args.patience, 'late'));
         await api.tabs.update(tab.id, { url: args.base + index + '/' });
         let report = null, isLate = false, foundAt = Infinity;
         do {
           isLate = (await Promise.race([heard(), patience])) === 'late';
           if (found.every((host) => asked.has(host)) || isLate)
             report = await api.runtime.sendMessage({ type: 'get-tab', tabId: tab.id });
           if (report !== null && foundAt === Infinity) {
             foundAt = performance.now();
             // Somebody has to wake this loop where nothing more is heard.
             setTimeout(() => { for (const resolve of onHeard.splice(0)) resolve(); }, args.weighing + 10);
           }
         } while (!isLate && !(report?.messages > 0) && performance.now() - foundAt < args.weighing);
         seen[index] = { messages: report.messages, links: report.links, elsewhere: report.elsewhere };
       }
       await api.windows.remove(opened.id);
     };
     // Not awaited: no browser lets a test's script run for so long.
     Promise.all(Array.from({ length: args.lanes }, lane)).then(() => { window.family = { seen, asked: [...asked] }; });`,
    {
      found: pages.map(({ found }) => found),
      base: BASE,
      patience: PAGE_PATIENCE,
      weighing: WEIGHING,
      lanes: 4,
    },
  );
  return (await own.until('window.family', {
    timeout: pages.length * PER_PAGE,
    what: 'all pages to be seen',
  })) as { readonly seen: readonly Seen[]; readonly asked: readonly string[] };
}

test('a family of pages like those of webmails: their messages are found without an adapter', async ({
  world,
}) => {
  test.setTimeout(60_000 + COUNT * PER_PAGE);
  const pages = Array.from({ length: COUNT }, (_, index) => familyPage(SEED, index, `${BASE}${index}/`));
  const fetched = new Set<number>();
  world.proxy.serve(HOST, (_request, response, { pathname }) => {
    const [, index = '', rest = ''] = /^\/(\d+)\/(.*)$/.exec(pathname) ?? [];
    fetched.add(Number(index));
    const html = pages[Number(index)]?.files.get(rest);
    response
      .writeHead(html === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
      .end(html ?? '');
  });
  const own = await ownPageWithList(world);
  const startedAt = Date.now();
  const { seen, asked } = await openAll(own, pages);
  const isAsked = new Set(asked);
  const seconds = (Date.now() - startedAt) / 1000;

  const all = pages.flatMap(({ found }) => found);
  const missed = pages.flatMap(({ found, kind }, index) =>
    found
      .filter((host) => !isAsked.has(host))
      .map((host) => `${host}: ${kind}${fetched.has(index) ? '' : ', a page that was never fetched'}`),
  );
  const unjudged = pages.filter((_, index) => (seen[index]?.messages ?? 0) === 0).map(({ kind }) => kind);
  const wrong = pages.flatMap(({ own: hosts }) => hosts.filter((host) => isAsked.has(host)));
  const drafts = pages.flatMap(({ drafted }) => drafted.filter((host) => isAsked.has(host)));
  console.log(
    `seed ${SEED}: ${pages.length} pages in ${seconds.toFixed(1)} s; of ${all.length} links ${all.length - missed.length} found, ` +
      `${missed.length} missed; ${wrong.length} of ${pages.flatMap(({ own: hosts }) => hosts).length} links of the page itself asked about; ` +
      `${drafts.length} of ${pages.flatMap(({ drafted }) => drafted).length} of drafts; ` +
      `on ${unjudged.length} pages no message was recognised`,
  );
  if (process.env['SPAMLIGHT_FAMILY_SAY'] === '1') console.log([...missed, '—', ...unjudged].join('\n'));
  expect(missed, 'links that were missed').toEqual([]);
  expect(unjudged.length / pages.length, unjudged.join('\n')).toBeLessThan(0.1);
  // What leaves the site may be looked up, be it the page's own; what is being written never is.
  expect(drafts, 'links of drafts that were asked about').toEqual([]);
});
