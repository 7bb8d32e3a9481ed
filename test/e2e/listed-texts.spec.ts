/** What a channel knows of texts and of words counts beside what a message gives away, and the sign names whose list it is. */
import { messageFingerprint } from '../../src/core/fingerprint/message-fingerprint.ts';
import type { SectionName } from '../../src/core/snapshot/snapshot.ts';
import { LETTER } from '../core/fingerprint/a-letter.ts';
import { aWordModel } from '../core/words/a-word-model.ts';
import { PHISHING, snapshotOf, type TestChannel } from '../extension/background/lists/test-channel.ts';
import type { Page } from './harness/browser.ts';
import { expect, test } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { control, ROOT } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ask, OPTIONS, pinnedChannel, statusesOf, UPDATE_PATIENCE } from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

const TEXTS: SectionName = { kind: 'message', category: 'phishing', action: 'danger', group: 'people' };
const WORDS = 'storage messages returned senders review plan photos documents contacts files removed servers';

const MAIL = mailPage();
/** Three points by itself, eight with the text, six with the words. */
const MESSAGE = MAIL.html(
  `<p>${LETTER}</p><p><a href="https://northgate-desk.net/p?id=8f2a77c19e">Review the plan</a>
   <a href="https://a.brookfield-notice.net/">Home</a> <a href="https://hillside-desk.net/">More</a></p>`,
)
  .replaceAll('sender@news.example', 'info@brookfield-notice.net')
  .replaceAll('>Sender<', '>Storage<')
  .replaceAll('name="Sender"', 'name="Storage"')
  .replaceAll('>Subject<', '>Your receipt<');

async function publish(
  channel: TestChannel,
  serial: number,
  { texts = [], words = [] }: { readonly texts?: readonly string[]; readonly words?: readonly string[] },
): Promise<void> {
  await channel.publish(
    snapshotOf(
      [
        { section: PHISHING, entries: [`only-${serial}.example`] },
        ...(texts.length === 0
          ? []
          : [{ section: TEXTS, entries: texts.flatMap((text) => messageFingerprint(text)) }]),
      ],
      {
        serial,
        publishedAt: Math.floor(Date.now() / 1000) - 60,
        opaque: words.length === 0 ? [] : [{ name: 'model/1', bytes: aWordModel(words) }],
      },
    ),
  );
}

async function untilSerial(options: Page, serial: number): Promise<void> {
  await ask(options, { type: 'update-now' });
  await expect
    .poll(async () => (await statusesOf(options)).map((each) => [each.serial, each.activity.kind]), {
      timeout: UPDATE_PATIENCE,
    })
    .toEqual([[serial, 'idle']]);
}

/** What *Why?* says, as one text. */
async function why(page: Page): Promise<string> {
  await page.until(({ sign }) => sign()?.matches(':popover-open'), { what: 'the sign' });
  const button = control(ROOT, /^Why\?$/);
  await page.click(button, 'move');
  await page.click(button);
  await page.until(({ one, sign }) => one('.reasons:not([hidden]) li', sign()), { what: 'the reasons' });
  return page.run(({ one, root }) => one('.sign', root()).textContent);
}

test(
  'a text that a channel lists, and words that it knows, count in the message that is open',
  tier('core:chromium'),
  async ({ world, network }) => {
    test.setTimeout(180_000);
    const channel = await pinnedChannel(network);
    await publish(channel, 700, {});
    const options = await world.openOwn(OPTIONS);
    await untilSerial(options, 700);
    const page = await world.openMail(MAIL.url, MESSAGE);
    await page.until(({ root }) => Boolean(root()), { what: 'the script' });

    await publish(channel, 701, { texts: [LETTER] });
    await untilSerial(options, 701);
    await page.show();
    await page.until(
      script(
        ({ sign }, says) => says.test(sign()?.textContent ?? ''),
        new RegExp(`nearly this text was reported: ${channel.name} lists it`),
      ),
      { what: 'the sign of the text that is listed' },
    );

    await publish(channel, 702, { texts: [LETTER], words: WORDS.split(' ') });
    await untilSerial(options, 702);
    await page.show();
    await page.reload();
    expect(await why(page)).toContain(
      `words are like those of unwanted mail that ${channel.name} has collected`,
    );

    // By itself it has no sign, and by its words alone neither.
    await publish(channel, 703, { words: WORDS.split(' ') });
    await untilSerial(options, 703);
    await page.show();
    await page.until(({ sign }) => sign() === null, { what: 'the sign to go' });
  },
);
