import { spawnSync } from 'node:child_process';
import { eventually, type Page } from '../harness/browser.ts';
import { LISTED } from '../harness/channel.ts';
import { disguised } from '../harness/disguised.ts';
import { tier } from '../harness/tiers.ts';
import { expect, test, type World } from '../harness/fixtures.ts';
import { marksOf, untilMarked } from '../harness/marks.ts';
import {
  mailNamed,
  MAILS,
  openPreview,
  PREVIEW,
  signIn,
  uidOfPreview,
  withRoundcube,
} from '../harness/roundcube-page.ts';
import type { RealWebmail } from '../harness/mail-store.ts';
import { at } from '../harness/own-parts.ts';
import type { SampleMail } from '../harness/mails.ts';
import { script } from '../harness/page-script.ts';
import { whyNoRoundcube, type Skin } from '../harness/roundcube.ts';
import { hearHeads, tabReport, untilHeard, untilReported } from '../harness/tab-report.ts';

test.use({ installation: 'kept' });

const reason = whyNoRoundcube();
test.skip(reason !== null, reason ?? '');
test.describe.configure({ timeout: 300_000 });

const OPTIONS = 'src/extension/pages/options/options.html';

/** The mail in one tab, and a page of the extension in another one, which is asked what the popup would say. */
async function signedIn(
  world: World,
  roundcube: RealWebmail,
): Promise<{ readonly page: Page; readonly own: Page }> {
  const own = await world.openOwn(OPTIONS);
  const page = await world.openSite(roundcube.url);
  await signIn(page, roundcube);
  return { page, own };
}

test(
  'a real Roundcube: links are marked in each kind of message, one after the other in the preview pane, and nothing in the list',
  tier('core'),
  async ({ world }) => {
    await withRoundcube('elastic', async (roundcube) => {
      const { page, own } = await signedIn(world, roundcube);
      await hearHeads(own);
      await untilReported(own, roundcube.url, { isWebmail: true, messages: 0, links: 0 });
      expect(await marksOf(page)).toEqual([]);
      for (const { subject, marked, links, shows } of MAILS) {
        await openPreview(page, subject);
        const marks = await untilMarked(page, marked, 30_000);
        expect(marks.length, subject).toBe(marked.length);
        await untilReported(own, roundcube.url, { messages: 1, links, unchecked: 0 }).catch(
          (error: unknown) => {
            throw new Error(`${subject}: ${String(error)}`);
          },
        );
        await untilHeard(own, subject);
        const text = page.run(({ one }, preview) => one('#messagebody', preview()).innerText, PREVIEW);
        expect(await text).toContain(shows);
      }
    });
  },
);

test(
  'a real Roundcube: links are marked in the full view and the next message in it, the message source, and print',
  tier('core'),
  async ({ world }) => {
    await withRoundcube('elastic', async (roundcube) => {
      const { page } = await signedIn(world, roundcube);
      const { marked } = mailNamed('HTML, base64');
      await openPreview(page, 'HTML, base64');
      const uid = await uidOfPreview(page);

      await page.goto(`${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${uid}&_action=show`);
      await untilMarked(page, marked, 30_000);
      const full = await page.run(({ one }) => new XMLSerializer().serializeToString(one('#messagebody')));
      expect(full).not.toMatch(/spamlight/i);

      // In a frame, because the view prints and closes itself as soon as it is there.
      const printed = await page.run(async (_, address) => {
        const frame = document.createElement('iframe');
        frame.src = address;
        document.body.append(frame);
        await new Promise((resolve) => {
          frame.addEventListener('load', resolve, { once: true });
        });
        const body = frame.contentDocument?.body;
        if (!body) throw new Error('nothing is printed');
        const text = new XMLSerializer().serializeToString(body);
        frame.remove();
        return text;
      }, `${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${uid}&_action=print`);
      expect(printed).toContain('download.example');
      expect(printed).not.toMatch(/spamlight/i);

      const source = await page.run(
        async (_, address) => (await fetch(address)).text(),
        `${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${uid}&_action=viewsource`,
      );
      expect(source).toContain('Subject: HTML, base64');
      expect(source).not.toMatch(/spamlight/i);

      // The messages stand newest first, so the next one is the one before it here.
      const next = MAILS[MAILS.findIndex(({ subject }) => subject === 'HTML, base64') - 1];
      const button = at('a.next:not(.disabled), a.nextpage:not(.disabled)');
      await page.until(button);
      await page.run((_, find) => find().click(), button);
      await page.until(
        script(
          (_, before, wanted) =>
            !document.URL.includes(before) &&
            document.querySelector('#messagebody') !== null &&
            document.body.textContent.includes(wanted),
          `_uid=${uid}&`,
          String(next?.subject),
        ),
        { timeout: 60_000, what: 'the next message' },
      );
      await untilMarked(page, next?.marked ?? [], 30_000);
    });
  },
);

for (const action of ['reply', 'forward'] as const) {
  test(
    `a real Roundcube: a ${action} and its draft hold nothing of ours, and nothing in them is marked`,
    tier(action === 'reply' ? 'core:chromium' : 'all'),
    async ({ world }) => {
      await withRoundcube('elastic', async (roundcube) => {
        const { page, own } = await signedIn(world, roundcube);
        const { subject, marked } = mailNamed('HTML, quoted-printable, in a table');
        await openPreview(page, subject);
        await untilMarked(page, marked, 30_000);
        const uid = await uidOfPreview(page);

        const word = action === 'reply' ? '_reply_uid' : '_forward_uid';
        await page.goto(`${roundcube.url}?_task=mail&_action=compose&${word}=${uid}&_mbox=INBOX&_html=1`);
        const written = script(({ one }) => {
          const { contentDocument } = one<HTMLIFrameElement>(
            '.tox-edit-area__iframe, iframe[id^=composebody]',
          );
          if (contentDocument === null) throw new Error('there is no editor');
          return new XMLSerializer().serializeToString(contentDocument.body);
        });
        await page.until(
          script((_, text) => text().includes('bank-check'), written),
          { timeout: 60_000, what: `the quoted message in the ${action}` },
        );
        await untilReported(own, roundcube.url, { isWebmail: true, messages: 0, links: 0, danger: 0 });
        expect(await marksOf(page)).toEqual([]);
        expect(await page.run(written)).not.toMatch(/spamlight/i);

        await page.run(({ one }) => {
          one<HTMLInputElement>('#_to, [name=_to]').value = 'bob@mail.test';
          one('a.draft, a.button.savedraft, #rcmbtnsavedraft, [onclick*="savedraft"]').click();
        });
        // The line that says so goes away by itself.
        const drafts = await eventually(
          'the draft to be saved',
          () => {
            const saved = roundcube.messagesIn('Drafts');
            return saved.length > 0 ? saved : null;
          },
          60_000,
        );
        expect(drafts.length).toBe(1);
        expect(drafts[0]).toContain('bank-check');
        expect(drafts[0]).not.toMatch(/spamlight/i);
      });
    },
  );
}

/** What the other skins show in another way than elastic, if anything. */
const SOME = [
  'Plain text',
  'HTML, quoted-printable, in a table',
  'HTML, base64',
  'A message in a message',
  'An image link',
  'Nothing bad',
].map(mailNamed);

for (const skin of ['larry', 'classic'] as const) {
  test(`a real Roundcube in its ${skin} skin: links are marked`, async ({ world }) => {
    await withRoundcube(skin, async (roundcube) => {
      const { page, own } = await signedIn(world, roundcube);
      await hearHeads(own);
      await untilReported(own, roundcube.url, { webmail: 'Roundcube', messages: 0, links: 0 });
      for (const { subject, marked, links } of SOME) {
        await openPreview(page, subject);
        await untilMarked(page, marked, 30_000);
        await untilReported(own, roundcube.url, { messages: 1, links, unchecked: 0 });
        await untilHeard(own, subject);
      }
    });
  });
}

test(
  'a real Roundcube: the self-test is found, whatever the lists hold',
  tier('core:firefox'),
  async ({ world }) => {
    const made = spawnSync(
      process.execPath,
      ['dist/cli/spamlight.mjs', 'test-mail', '--to', 'alice@mail.test'],
      {
        encoding: 'utf8',
      },
    );
    // The channel of these tests knows nothing of it.
    expect(JSON.stringify(LISTED)).not.toContain('self-test');
    await withRoundcube(
      'elastic',
      async (roundcube) => {
        const page = await world.openSite(roundcube.url);
        await signIn(page, roundcube, 1);
        await openPreview(page, 'Spamlight self-test');
        const own = await world.openOwn(OPTIONS);
        await untilReported(own, roundcube.url, { webmail: 'Roundcube', messages: 1, danger: 4 });
        const popup = await world.browser.openPopup(page);
        await popup.until('Self-test: 4 of 4 found in your Roundcube');
        // Which form it took: Roundcube makes a mere box of it.
        await popup.until(
          'This webmail takes forms out of messages. The link that was in the form was found.',
        );
        await popup.close();
      },
      [made.stdout],
    );
  },
);

test.describe('a real Roundcube that is not recognised as one', () => {
  const HOST = 'other.webmail.test';

  /** Without its own names, only the shape of the page tells where a message is. */
  const NAMES = { messagebody: 'zk41', rcmBody: 'q7b', 'message-header': 'zk42', messageheader: 'zk43' };

  const WAYS = [
    { how: 'by names that webmails share', names: {} },
    { how: 'by its structure alone', names: NAMES },
  ];
  const SKINS: readonly (readonly [Skin, readonly SampleMail[]])[] = [
    ['elastic', MAILS],
    ['larry', SOME],
    ['classic', SOME],
  ];

  for (const [skin, mails] of SKINS) {
    for (const { how, names } of WAYS) {
      test(
        `a real Roundcube that is not recognised as one in its ${skin} skin, the same messages and links are found ${how}`,
        tier(skin !== 'elastic' ? 'soak' : 'all'),
        async ({ world }) => {
          await withRoundcube(skin, async (roundcube) => {
            world.proxy.serve(HOST, disguised(roundcube, HOST, { 'skins/': 'looks/', ...names }));
            const own = await world.openOwn(OPTIONS);
            const url = `https://${HOST}/`;
            const page = await world.openSite(url);
            await signIn(page, roundcube);
            const body = 'messagebody' in names ? NAMES.messagebody : 'messagebody';
            for (const { subject, marked, links } of mails) {
              await openPreview(page, subject, body);
              const sheet = page.run(
                (_, preview) => preview().querySelector('link[href*="skins/"]'),
                PREVIEW,
              );
              expect(await sheet).toBe(null);
              await untilMarked(page, marked, 30_000).catch((error: unknown) => {
                throw new Error(`${subject}: ${String(error)}`);
              });
              // By structure, the row of attachments under the header may be part of the message; else it is checked as
              // what leads elsewhere.
              const attachments = await page.run(
                ({ all }, preview) => all('a[href*="_action=get"]', preview()).length,
                PREVIEW,
              );
              const all = links + ('messagebody' in names ? attachments : 0);
              await eventually(
                `${subject}: one message, ${links} to ${all} links`,
                async () => {
                  const tab = await tabReport(own, url);
                  const isFound =
                    tab.messages === 1 && tab.links >= links && tab.links + tab.elsewhere >= all;
                  if (!isFound || tab.links > all) throw new Error(JSON.stringify(tab));
                  return true;
                },
                30_000,
              );
            }
          });
        },
      );
    }
  }
});
