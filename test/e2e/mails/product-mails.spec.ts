import { readFileSync, writeFileSync } from 'node:fs';
import { MAX_SIGHTINGS } from '../../../src/core/evidence/message-facts.ts';
import type { SendMessageFacts } from '../../../src/extension/protocol/evidence-messages.ts';
import type { AskedLink } from '../../../src/extension/protocol/link-messages.ts';
import type { Request } from '../../../src/extension/protocol/requests.ts';
import type { Page } from '../harness/browser.ts';
import { disguised } from '../harness/disguised.ts';
import { test } from '../harness/fixtures.ts';
import { ownPageWithList } from '../harness/own-parts.ts';
import { script } from '../harness/page-script.ts';
import { signIn, withRoundcube } from '../harness/roundcube-page.ts';
import type { ProductMail, SeenMail } from './compare-facts.ts';

declare global {
  /** What frames told last. */
  interface Window {
    productMailsFacts: SendMessageFacts | null;
    productMailsToldAt: number;
    /** By their message and number. */
    productMailsLinks: Map<string, AskedLink>;
  }
}

/** Written by `npm run soak -- product-mails`, which reads what this leaves beside it. */
const FILE = process.env['SPAMLIGHT_PRODUCT_MAILS'] ?? '';

test.skip(FILE === '', 'run by npm run soak -- product-mails');

const HOST = 'other.webmail.test';

/** The skin's folder and the names by which a body is known; the page is the same. */
const NAMES = { 'skins/': 'looks/', messagebody: 'zk41', rcmBody: 'q7b', 'message-header': 'zk42' };

const WAYS = ['adapter', 'structure'] as const;

test('differences between a mail file and what webmail and browser show of it are written down', async ({
  world,
}) => {
  const mails = readFileSync(FILE, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the soak itself
    .map((line) => JSON.parse(line) as ProductMail);
  test.setTimeout(120_000 + mails.length * 2 * 12_000);
  await withRoundcube(
    'elastic',
    async (roundcube) => {
      const own = await ownPageWithList(world);
      await listen(own);
      world.proxy.serve(HOST, disguised(roundcube, HOST, NAMES));
      for (const way of WAYS) {
        const url = way === 'adapter' ? roundcube.url : `https://${HOST}/`;
        const page = await world.openSite(url);
        await signIn(page, roundcube, Math.min(mails.length, 50));
        const all: (SeenMail | null)[] = [];
        for (const index of mails.keys()) {
          // Dovecot numbers them as they were delivered.
          const address = `${url}?_task=mail&_mbox=INBOX&_uid=${index + 1}&_action=show`;
          all.push(await seenIn(page, own, address));
        }
        writeFileSync(
          `${FILE}.${test.info().project.name}.${way}`,
          all.map((seen) => JSON.stringify(seen)).join('\n'),
        );
        await page.close();
      }
    },
    mails.map(({ source }) => source),
  );
});

/** A page of the extension hears what the background hears. */
async function listen(own: Page): Promise<void> {
  await own.run(({ api }) => {
    const links = new Map<string, AskedLink>();
    window.productMailsFacts = null;
    window.productMailsLinks = links;
    api.runtime.onMessage.addListener((message: unknown) => {
      const told = message as Request;
      if (told.type === 'message-facts' && told.facts.body !== null) {
        window.productMailsFacts = told;
        window.productMailsToldAt = Date.now();
      }
      if (told.type === 'check-links') {
        for (const link of told.links)
          if (link.tag !== 'sender') links.set(`${told.messageKey}${link.number}`, link);
      }
    });
  });
}

/** What is told of the message at an address; null if nothing is. */
async function seenIn(page: Page, own: Page, address: string): Promise<SeenMail | null> {
  await own.run(() => {
    window.productMailsFacts = null;
    window.productMailsLinks.clear();
  });
  await page.goto(address);
  try {
    // A head may be told after its body; what has none is told once more in no time. A long message is told of while it
    // still comes: whole it is once each of its links stands somewhere, or no more places are told.
    await own.until(
      script((_, most) => {
        const told = window.productMailsFacts;
        if (told === null || told.facts.body === null) return false;
        if (told.facts.head === null && Date.now() - window.productMailsToldAt <= 1500) return false;
        const { links } = told.facts.body;
        const asked = Array.from(window.productMailsLinks.keys()).filter((key) =>
          key.startsWith(told.messageKey),
        );
        return links.length >= most || new Set(links.map(({ href }) => href)).size >= asked.length;
      }, MAX_SIGHTINGS),
      { timeout: 30_000, what: 'the facts' },
    );
  } catch {
    return null;
  }
  return own.run(() => {
    const told = window.productMailsFacts;
    if (told === null) throw new Error('nothing is told');
    const links = Array.from(window.productMailsLinks).filter(([key]) => key.startsWith(told.messageKey));
    return { facts: told.facts, links: links.map(([, link]) => link) };
  });
}
