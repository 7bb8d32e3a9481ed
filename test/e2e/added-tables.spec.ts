/** What a channel adds to the evidence tables: a missing official domain is mended without a release. */
import { snapshotOf, PHISHING, TestChannel } from '../extension/background/lists/test-channel.ts';
import type { Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { type PageScript, script } from './harness/page-script.ts';
import {
  ask,
  OPTIONS,
  pinnedChannel,
  serveChannel,
  statusesOf,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

const HOST = 'second.lists.test';
/** The sign of a message names the brand that it claims to be. */
const names = (brand: RegExp): PageScript<boolean> =>
  script(({ sign }, wanted) => wanted.test(sign()?.textContent ?? ''), brand);

/** A brand writes from a domain of its own that the packaged tables do not have. */
const RECEIPT = letter(
  'PayPal',
  'service@paypal-receipts.net',
  '<p>Your account is limited until you confirm this payment.</p><p><a href="https://paypal-receipts.net/r?id=8f2a77c19e">Confirm</a></p><p>© 2026 PayPal</p>',
);

/** A brand that the packaged tables do not have either. */
const CLAIMED = letter(
  'Zirkon Bank',
  'news@brookfield-notice.top',
  '<p>Your account is limited.</p><p><a href="https://northgate-desk.net/r?id=8f2a77c19e">Confirm</a></p>',
);

function letter(
  name: string,
  address: string,
  html: string,
): { readonly url: string; readonly html: string } {
  const { url, html: page } = mailPage();
  const written = page(html)
    .replaceAll('sender@news.example', address)
    .replaceAll('>Sender<', `>${name}<`)
    .replaceAll('name="Sender"', `name="${name}"`)
    .replaceAll('>Subject<', '>Your receipt<');
  return { url, html: written };
}

async function publish(channel: TestChannel, serial: number, tables: string | null): Promise<void> {
  const publishedAt = Math.floor(Date.now() / 1000) - 60;
  await channel.publish(
    snapshotOf([{ section: PHISHING, entries: ['bank-check.example', `only-${serial}.example`] }], {
      serial,
      publishedAt,
      opaque: tables === null ? [] : [{ name: 'tables/1', bytes: new TextEncoder().encode(tables) }],
    }),
  );
}

async function untilSerials(options: Page, serials: readonly number[]): Promise<void> {
  await ask(options, { type: 'update-now' });
  await expect
    .poll(async () => (await statusesOf(options)).map(({ serial, activity }) => [serial, activity.kind]), {
      timeout: UPDATE_PATIENCE,
    })
    .toEqual(serials.map((serial) => [serial, 'idle']));
}

test(
  'the pinned channel mends a missing domain of a brand; another channel names brands, and clears nothing',
  tier('core:chromium'),
  async ({ world, network }) => {
    test.setTimeout(180_000);
    const main = await pinnedChannel(network);
    await publish(main, 700, null);
    const options = await world.openOwn(OPTIONS);
    await untilSerials(options, [700]);
    const claimed = await world.openMail(CLAIMED.url, CLAIMED.html);
    await claimed.until(({ sign }) => sign() !== null, { what: 'the sign at what claims to be a bank' });
    const AS_BRAND = /says it is from .*Zirkon Bank/;
    // Opened last: it is what is served again.
    const receipt = await world.openMail(RECEIPT.url, RECEIPT.html);
    await receipt.until(names(/PayPal/), { what: 'the sign at the receipt' });

    await test.step('another channel: its own brand is known by name, and nothing is cleared', async () => {
      const second = await TestChannel.start('Second opinion');
      serveChannel(network, HOST, second);
      await publish(second, 1, 'Zirkon Bank | zirkon-bank.com\nPayPal | paypal-receipts.net\n');
      await ask(options, { type: 'add-channel', text: `https://${HOST}/\nroot-key: ${second.rootKey.x}` });
      await untilSerials(options, [700, 1]);
      await claimed.show();
      await claimed.until(names(AS_BRAND), { what: 'that it is known for a brand now' });
      await receipt.show();
      await receipt.reload();
      await receipt.until(names(/PayPal/), { what: 'the sign at the receipt, still' });
    });

    await test.step('the pinned one: what is the brand’s own is left alone, in the page that is open', async () => {
      await publish(main, 701, 'PayPal | paypal-receipts.net\n');
      await untilSerials(options, [701, 1]);
      await receipt.until(({ sign }) => sign() === null, { what: 'the sign at the receipt to go' });
      await claimed.show();
      await claimed.until(names(AS_BRAND), { what: 'the sign at the other one' });
    });

    await test.step('and it is marked again once the channel takes that back', async () => {
      await publish(main, 702, null);
      await untilSerials(options, [702, 1]);
      await receipt.show();
      await receipt.until(names(/PayPal/), { what: 'the sign at the receipt, again' });
    });
  },
);
