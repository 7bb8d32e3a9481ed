import type { Request } from '../../../src/extension/protocol/requests.ts';
import { eventually, type Page } from '../harness/browser.ts';
import { tier } from '../harness/tiers.ts';
import { test } from '../harness/fixtures.ts';
import { whyNoHorde } from '../harness/horde.ts';
import { HORDE_VIEWS, openInHorde, signInToHorde, withHorde } from '../harness/horde-page.ts';
import { script } from '../harness/page-script.ts';
import { whyNoRoundcube, type Skin } from '../harness/roundcube.ts';
import { openPreview, signIn, withRoundcube } from '../harness/roundcube-page.ts';
import { disguised } from '../harness/disguised.ts';
import { tabReport } from '../harness/tab-report.ts';

declare global {
  interface Window {
    /** What a page of the extension has heard of attached files, after the subject of their message. */
    attachedTold: (readonly [string | null, readonly string[]])[];
  }
}

test.use({ installation: 'kept' });
test.describe.configure({ timeout: 300_000 });

const OPTIONS = 'src/extension/pages/options/options.html';
const WINDOW = { width: 1280, height: 900 };

/** Without a link: what is to be opened is attached. */
function mail(
  subject: string,
  from: string,
  files: readonly (readonly [name: string, type: string])[],
): string {
  const part = (head: string, body: string): string => `--b\r\n${head}\r\n\r\n${body}\r\n`;
  return [
    'Date: Thu, 20 Nov 2025 09:00:00 +0000',
    `From: ${from}`,
    'To: Alice Example <alice@mail.test>',
    `Subject: ${subject}`,
    `Message-ID: <${subject.length}@samples.test>`,
    'MIME-Version: 1.0',
    'Content-Type: multipart/mixed; boundary=b',
    '',
    part('Content-Type: text/html; charset=utf-8', '<p>The label is in the attached file.</p>') +
      files
        .map(([name, type]) =>
          part(
            `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"`,
            'x',
          ),
        )
        .join('') +
      '--b--\r\n',
  ].join('\r\n');
}

const BAD = 'Your parcel waits';
const GOOD = 'Photos of Sunday';
const MAILS = [
  mail(BAD, 'DHL Express <parcel@brookfield-notice.net>', [
    ['customs.pdf', 'application/pdf'],
    ['label.pdf.lnk', 'application/octet-stream'],
  ]),
  mail(GOOD, 'Ann Lee <ann.lee@gmail.com>', [['sunday.zip', 'application/zip']]),
];

/** From now on, a page of the extension hears what frames tell of attached files. */
async function hearFiles(own: Page): Promise<void> {
  await own.run(({ api }) => {
    window.attachedTold = [];
    api.runtime.onMessage.addListener((message: unknown) => {
      const heard = message as Request;
      if (heard.type !== 'message-facts' || heard.facts.head === null) return;
      window.attachedTold.push([heard.facts.head.subject, heard.facts.head.files ?? []]);
    });
  });
}

async function untilTold(own: Page, subject: string, files: readonly string[]): Promise<void> {
  await eventually(
    `the files of ${subject}`,
    async () => {
      const told = await own.run(() => window.attachedTold);
      const last = told.findLast(([each]) => each === subject)?.[1];
      if (JSON.stringify(last) !== JSON.stringify(files)) throw new Error(JSON.stringify(told));
      return true;
    },
    30_000,
  );
}

/** The reasons of the messages that are marked in the tab. */
async function untilMarkedBy(own: Page, url: string, ids: readonly string[]): Promise<void> {
  await eventually(
    `reasons ${ids.join()}`,
    async () => {
      const { suspicious } = await tabReport(own, url);
      const fired = suspicious.flatMap(({ reasons }) => reasons.map(({ id }) => id));
      if (ids.length === 0 ? fired.length > 0 : !ids.every((id) => fired.includes(id)))
        throw new Error(JSON.stringify(suspicious));
      return true;
    },
    30_000,
  );
}

/** The sign's lines, in the page or in its message's frame. */
const LINES = script(({ all }) =>
  [document, ...all('iframe').map((frame) => frame.contentDocument)]
    .flatMap((each) => each?.querySelector('spamlight-marks')?.shadowRoot ?? [])
    .flatMap((root) => all('.sign > .rest', root).map((line) => line.textContent)),
);

/** Each message, one after the other: what its page shows of attached files, and what is said of it. */
async function eachMessage(
  page: Page,
  own: Page,
  url: string,
  open: (subject: string) => Promise<unknown>,
): Promise<void> {
  await open(BAD);
  await untilTold(own, BAD, ['customs.pdf', 'label.pdf.lnk']);
  await untilMarkedBy(own, url, ['A1', 'F1']);
  await page.until(
    script(
      (_, lines) => lines().some((line) => /^The name of its attached file “label.pdf.lnk”/.test(line)),
      LINES,
    ),
    { what: 'a line for the file in the sign' },
  );
  await open(GOOD);
  await untilTold(own, GOOD, ['sunday.zip']);
  await untilMarkedBy(own, url, []);
}

for (const skin of ['elastic', 'larry', 'classic'] satisfies readonly Skin[]) {
  test(
    `a real Roundcube, ${skin}: a message without links is told by its sender and its attached file`,
    tier(skin !== 'elastic' ? 'soak' : 'all'),
    async ({ world }) => {
      test.skip(whyNoRoundcube() !== null, whyNoRoundcube() ?? '');
      await withRoundcube(
        skin,
        async (roundcube) => {
          const own = await world.openOwn(OPTIONS);
          await hearFiles(own);
          const page = await world.openSite(roundcube.url);
          await signIn(page, roundcube, MAILS.length);
          await eachMessage(page, own, roundcube.url, (subject) => openPreview(page, subject));
        },
        MAILS,
      );
    },
  );
}

for (const view of HORDE_VIEWS) {
  test(`a real Horde, ${view} view: a message without links is told by its sender and its attached file`, async ({
    world,
  }) => {
    test.skip(whyNoHorde() !== null, whyNoHorde() ?? '');
    await withHorde(async (horde) => {
      const own = await world.openOwn(OPTIONS);
      await hearFiles(own);
      const page = await world.openSite(`${horde.url}login.php`, WINDOW);
      await signInToHorde(page, horde, view, MAILS.length);
      await eachMessage(page, own, horde.url, (subject) => openInHorde(page, view, subject));
      // It asks for new mail as long as it is open.
      await page.close();
    }, MAILS);
  });
}

test('a page that is known by its structure alone tells attached files too', async ({ world }) => {
  test.skip(whyNoRoundcube() !== null, whyNoRoundcube() ?? '');
  await withRoundcube(
    'elastic',
    async (roundcube) => {
      const host = 'other.webmail.test';
      world.proxy.serve(host, disguised(roundcube, host, { 'skins/': 'looks/', messagebody: 'zkbody' }));
      const own = await world.openOwn(OPTIONS);
      await hearFiles(own);
      const page = await world.openSite(`https://${host}/`);
      await signIn(page, roundcube, MAILS.length);
      await eachMessage(page, own, `https://${host}/`, (subject) => openPreview(page, subject, 'zkbody'));
    },
    // A message without a link is not found by structure.
    MAILS.map((source) => source.replace('</p>', ' <a href="https://www.example.org/help">Help</a></p>')),
  );
});
