import { familyPage } from '../webmail-family/webmail-family.ts';
import { openMany, PER_PAGE, servePages } from './harness/family-pages.ts';
import { expect, test } from './harness/fixtures.ts';
import { ownPageWithList } from './harness/own-parts.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const HOST = 'family.webmail.test';
const BASE = `https://${HOST}/`;

/** Fresh seeds, and more pages of each, are for the soak. */
const SEED = Number(process.env['SPAMLIGHT_FAMILY_SEED'] ?? 1);
const COUNT = Number(process.env['SPAMLIGHT_FAMILY_COUNT'] ?? 20);

/**
 * Milliseconds after the last link in which a message may still be recognised; only pages without one wait so long. On
 * a busy machine it comes a second after its links.
 */
const WEIGHING = 5_000;

test(
  'a family of pages like those of webmails: their messages are found without an adapter',
  tier('core:chromium'),
  async ({ world }) => {
    test.setTimeout(60_000 + COUNT * PER_PAGE);
    const pages = Array.from({ length: COUNT }, (_, index) => familyPage(SEED, index, `${BASE}${index}/`));
    const fetched = new Set<number>();
    world.proxy.serve(
      HOST,
      servePages(pages, (index) => fetched.add(index)),
    );
    await world.addSite(BASE);
    const own = await ownPageWithList(world);
    const startedAt = Date.now();
    const seen = await openMany(own, {
      base: BASE,
      found: pages.map(({ found }) => found),
      watched: 0,
      weighing: WEIGHING,
    });
    const asked = decodeURIComponent(seen.flatMap(({ asked }) => asked.map(({ href }) => href)).join(' '));
    const isAsked = new Set(Array.from(asked.matchAll(/(?:found|own)-[\d-]+\.example/g), ([host]) => host));
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
  },
);
