import { eventually, type Page } from '../harness/browser.ts';
import { LISTED } from '../harness/channel.ts';
import { disguised } from '../harness/disguised.ts';
import { test } from '../harness/fixtures.ts';
import { whyNoHorde } from '../harness/horde.ts';
import { HORDE_VIEWS, type HordeView, openInHorde, signInToHorde, withHorde } from '../harness/horde-page.ts';
import type { SampleMail } from '../harness/mails.ts';
import { marksOf } from '../harness/marks.ts';
import { script } from '../harness/page-script.ts';
import { mailNamed } from '../harness/roundcube-page.ts';
import { hearHeads, tabReport, untilHeard, untilReported } from '../harness/tab-report.ts';

test.use({ installation: 'kept' });

const reason = whyNoHorde();
test.skip(reason !== null, reason ?? '');
test.describe.configure({ timeout: 300_000 });

/** No more than the dynamic view has room for. Horde leaves a form as it is, and shows no header of what is forwarded. */
const MAILS: readonly (SampleMail & { readonly messages?: number })[] = [
  mailNamed('Plain text'),
  mailNamed('HTML, quoted-printable, in a table'),
  mailNamed('HTML, base64'),
  mailNamed('多部分邮件'),
  // Horde shows it in three parts, of which each is looked at by itself.
  { ...mailNamed('A message in a message'), links: 2, messages: 3 },
  mailNamed('An image link'),
  mailNamed('An area map'),
  {
    ...mailNamed('A form'),
    links: 2,
    marked: [LISTED.phishingUrl, `https://${LISTED.phishingHost}/help`],
  },
  mailNamed('Nothing bad'),
  writeTo(mailNamed('Nothing bad')),
];

/** With an address to write to, of which Horde makes a script: it is read back, and no link that could not be checked. */
function writeTo(mail: SampleMail): SampleMail {
  const subject = 'Whom to write to';
  const source = mail.source
    .replace(`Subject: ${mail.subject}`, `Subject: ${subject}`)
    .replace('</p>', ' <a href="mailto:sales@shop.test">write to us</a></p>');
  return { ...mail, subject, source, links: mail.links + 1 };
}

const HOST = 'other.webmail.test';

/** What the adapter knows it by. */
const NAMES = {
  'horde-head': 'zk-head',
  'horde-page': 'zk-page',
  'horde-logo': 'zk-logo',
  impbase: 'zkbase',
  htmlMsgData: 'zkMsgData',
  mimePartData: 'zkPartData',
};

for (const view of HORDE_VIEWS) {
  test(`a real Horde, ${view} view: links of each kind of message are marked, also where it is not recognised as one`, async ({
    world,
  }) => {
    await withHorde(
      async (horde) => {
        const own = await world.openOwn('src/extension/pages/options/options.html');
        await hearHeads(own);
        await test.step('known', async () => {
          const page = await world.openSite(`${horde.url}login.php`, WINDOW);
          await signInToHorde(page, horde, view, MAILS.length);
          // Only the list is there: what holds a message later is in the page already.
          await untilReported(own, horde.url, { webmail: 'Horde', messages: 0, links: 0, elsewhere: 0 });
          await eachMessage(page, own, view, horde.url, 'Horde');
          await page.close();
        });
        await test.step('not recognised', async () => {
          world.proxy.serve(HOST, disguised(horde, HOST, NAMES));
          const page = await world.openSite(`https://${HOST}/login.php`, WINDOW);
          await signInToHorde(page, horde, view, MAILS.length);
          await eachMessage(page, own, view, `https://${HOST}/`, null);
          // It asks for new mail as long as it is open.
          await page.close();
        });
      },
      MAILS.map(({ source }) => source),
    );
  });
}

/** What to know where a mark does not come: of each part its place, its links, and what is drawn in it. */
const PARTS_SEEN = script(({ all }) =>
  all('iframe').map((frame) => {
    const { top, width, height } = frame.getBoundingClientRect();
    const inside = frame.contentDocument;
    const marks = all('.mark', inside?.querySelector('spamlight-marks')?.shadowRoot ?? null);
    return {
      place: [top, width, height].map(Math.round),
      links: inside?.links.length ?? null,
      text: inside?.body?.innerText.slice(0, 80) ?? null,
      marks: marks.map((mark) => mark.matches(':popover-open')),
    };
  }),
);

/** So high that the last part of a message is in sight: a link that is not has no mark. */
const WINDOW = { width: 1280, height: 1_100 };

/** @param webmail - as which it must be recognised */
async function eachMessage(
  page: Page,
  own: Page,
  view: HordeView,
  url: string,
  webmail: string | null,
): Promise<void> {
  for (const { subject, marked, links, messages = 1 } of MAILS) {
    await openInHorde(page, view, subject);
    // Horde's frames may be lower than what is in them: such a mark is drawn where there is room, off its link.
    await eventually(
      `${subject}: ${marked.length} marks`,
      async () => {
        const hrefs = (await marksOf(page)).map(({ href }) => href);
        if (hrefs.length !== marked.length) throw new Error(JSON.stringify(hrefs));
        return hrefs.every((href) => href === null || marked.includes(href));
      },
      30_000,
    ).catch(async (error: unknown) => {
      throw new Error(`the parts are ${JSON.stringify(await page.run(PARTS_SEEN))}`, { cause: error });
    });
    // What was open before may be counted for a moment, and what comes last not yet.
    await eventually(
      `${subject}: ${messages} messages with ${links} links`,
      async () => {
        const tab = await tabReport(own, url);
        const isAsExpected =
          webmail === null
            ? // Without its adapter hardly more than the message's.
              tab.links + tab.elsewhere >= links && tab.links <= links + 2
            : // The webmail's own links are no part of a message.
              tab.links === links && tab.elsewhere === 0 && tab.unchecked === 0 && tab.messages === messages;
        if (!isAsExpected || tab.webmail !== webmail) throw new Error(JSON.stringify(tab));
        return true;
      },
      30_000,
    );
    if (webmail !== null) await untilHeard(own, subject);
  }
}
