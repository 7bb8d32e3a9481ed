import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { expect, test } from './harness/fixtures.ts';
import { sampleMails } from './harness/mails.ts';
import { untilMarked } from './harness/marks.ts';
import { startRoundcube, whyNoRoundcube, type Roundcube, type Skin } from './harness/roundcube.ts';

const reason = whyNoRoundcube();
test.skip(reason !== null, reason ?? '');

const MAILS = sampleMails();

async function signedIn(open: (url: string) => Promise<Page>, roundcube: Roundcube): Promise<Page> {
  const page = await open(roundcube.url);
  await page.run(
    `document.querySelector('#rcmloginuser').value = args.user;
     document.querySelector('#rcmloginpwd').value = args.password;
     document.querySelector('#rcmloginsubmit').click();`,
    { user: roundcube.user, password: roundcube.password },
  );
  await page.until(`document.querySelectorAll('#messagelist tbody tr').length === ${MAILS.length}`, {
    timeout: 30_000,
    what: 'the list of messages',
  });
  return page;
}

const row = (subject: string): string =>
  `[...document.querySelectorAll('#messagelist tbody tr')].find((row) => row.textContent.includes(${JSON.stringify(subject)}))`;

const PREVIEW = `document.querySelector('#messagecontframe').contentDocument`;

/** Opens a message in the preview pane, as a single click does. */
async function preview(page: Page, subject: string): Promise<void> {
  await page.click(`${row(subject)}.querySelector('td.subject a, td.subject')`);
  await page.until(
    `${PREVIEW}.readyState === 'complete' && ${PREVIEW}.querySelector('#messagebody') && ${PREVIEW}.body.textContent.includes(${JSON.stringify(subject)})`,
    { timeout: 30_000, what: `the preview of ${subject}` },
  );
}

async function withRoundcube(skin: Skin, task: (roundcube: Roundcube) => Promise<void>): Promise<void> {
  const roundcube = await startRoundcube(skin);
  try {
    for (const { source } of MAILS) roundcube.deliver(source);
    await task(roundcube);
  } finally {
    await roundcube.stop();
  }
}

test('a real Roundcube: each kind of message, one after the other in the preview pane', async ({ world }) => {
  test.setTimeout(180_000);
  await withRoundcube('elastic', async (roundcube) => {
    const page = await signedIn((url) => world.browser.openPage(url), roundcube);
    for (const { subject, marked } of MAILS) {
      await preview(page, subject);
      const marks = await untilMarked(page, marked, 15_000);
      expect(marks.length, subject).toBe(marked.length);
    }
  });
});

test('a real Roundcube: the full view, its print view, and an answer that holds nothing of ours', async ({
  world,
}) => {
  test.setTimeout(180_000);
  await withRoundcube('elastic', async (roundcube) => {
    const page = await signedIn((url) => world.browser.openPage(url), roundcube);
    const { subject, marked } = MAILS[1] ?? { subject: '', marked: [] };
    await preview(page, subject);
    const uid = String(await page.run(`return new URL(${PREVIEW}.URL).searchParams.get('_uid')`));

    await page.goto(`${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${uid}&_action=show`);
    await untilMarked(page, marked, 15_000);
    const inMessage = await page.run(`return document.querySelector('#messagebody').outerHTML`);
    expect(String(inMessage)).not.toMatch(/spamlight/i);

    // In a frame, because the view prints and closes itself as soon as it is there.
    const printed = await page.run(
      `const frame = document.createElement('iframe');
       frame.src = args;
       document.body.append(frame);
       await new Promise((resolve) => { frame.onload = resolve; });
       const text = frame.contentDocument.body.outerHTML;
       frame.remove();
       return text;`,
      `${roundcube.url}?_task=mail&_mbox=INBOX&_uid=${uid}&_action=print`,
    );
    expect(String(printed)).toContain('bank-check');
    expect(String(printed)).not.toMatch(/spamlight/i);

    for (const action of ['reply', 'forward'] as const) {
      const word = action === 'reply' ? '_reply_uid' : '_forward_uid';
      await page.goto(`${roundcube.url}?_task=mail&_action=compose&${word}=${uid}&_mbox=INBOX&_html=1`);
      await page.until(`document.querySelector('#composebody')?.value.includes('bank-check')`, {
        timeout: 20_000,
        what: `the quoted message in the ${action}`,
      });
      expect(String(await page.run(`return document.querySelector('#composebody').value`))).not.toMatch(
        /spamlight/i,
      );
      await untilMarked(page, []);
    }
  });
});

for (const skin of ['larry', 'classic'] as const) {
  test(`a real Roundcube in its ${skin} skin`, async ({ world }) => {
    test.setTimeout(180_000);
    await withRoundcube(skin, async (roundcube) => {
      const page = await signedIn((url) => world.browser.openPage(url), roundcube);
      await preview(page, 'HTML, base64');
      await untilMarked(page, [LISTED.malwareUrl], 15_000);
      await preview(page, 'Nothing bad');
      await untilMarked(page, [], 15_000);
    });
  });
}
