/** Webmails that nobody knows, with lists, threads and tools around their messages: what is taken for what. */
import { LIST_KINDS, listPage } from '../webmail-family/list-family.ts';
import { openMany, PER_PAGE, servePages } from './harness/family-pages.ts';
import { expect, test } from './harness/fixtures.ts';
import { ownPageWithList } from './harness/own-parts.ts';
import { tier } from './harness/tiers.ts';

test.use({ installation: 'kept' });

const HOST = 'lists.webmail.test';
const BASE = `https://${HOST}/`;

/** Fresh seeds, and more pages of each, are for the soak. */
const SEED = Number(process.env['SPAMLIGHT_FAMILY_SEED'] ?? 1);
const COUNT = Number(process.env['SPAMLIGHT_FAMILY_COUNT'] ?? 27);

/** What would be wrongly taken for a message is so within some tenths of a second. Milliseconds. */
const WATCHED = 1_500;

test(
  'a list is no message, tools are none of its links, and a sender is its own message’s',
  tier('core:chromium'),
  async ({ world }) => {
    test.setTimeout(60_000 + COUNT * PER_PAGE);
    const pages = Array.from({ length: COUNT }, (_, index) => listPage(SEED, index, `${BASE}${index}/`));
    expect(new Set(pages.map(({ kind }) => kind)).size).toBe(LIST_KINDS.length);
    world.proxy.serve(HOST, servePages(pages));
    await world.addSite(BASE);
    const own = await ownPageWithList(world);
    const seen = await openMany(own, {
      base: BASE,
      found: pages.map(({ senders }) => [...senders.keys()]),
      watched: WATCHED,
      weighing: WATCHED,
    });

    const wrong = pages.flatMap(({ kind, messages, senders }, index) => {
      const { asked = [], messages: counted = 0, links = 0 } = seen[index] ?? {};
      const at = `${index} ${kind}: `;
      const hosts = new Set(asked.map(({ href }) => URL.parse(href)?.hostname ?? href));
      // Of a header that stands in one block with its message.
      const addressed = new Set(
        asked.filter(({ href }) => href.startsWith('mailto:')).map(({ href }) => href),
      ).size;
      const foreign = asked.filter(({ href, from }) => {
        const sender = senders.get(URL.parse(href)?.hostname ?? '');
        return from !== null && from.includes('@') && sender !== undefined && !from.includes(sender);
      });
      return [
        ...[...senders.keys()].filter((host) => !hosts.has(host)).map((host) => `${at}${host} was missed`),
        ...(links - addressed === senders.size ? [] : [`${at}${links} links instead of ${senders.size}`]),
        ...(foreign.length > 0 ? [`${at}a foreign sender: ${foreign[0]?.from}`] : []),
        ...(counted === messages ? [] : [`${at}${counted} messages instead of ${messages}`]),
      ];
    });
    const known = pages.flatMap(({ senders }, index) =>
      [...senders].filter(([host, sender]) =>
        seen[index]?.asked.some(({ href, from }) => href.includes(host) && from?.includes(sender) === true),
      ),
    );
    console.log(
      `seed ${SEED}: ${pages.length} pages, ${wrong.length} faults; of ${pages.reduce((sum, { senders }) => sum + senders.size, 0)} links the sender is known for ${known.length}`,
    );
    expect(wrong).toEqual([]);
  },
);
