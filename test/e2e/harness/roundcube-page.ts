import type { Page } from './browser.ts';
import { sampleMails, type SampleMail } from './mails.ts';
import type { RealWebmail } from './mail-store.ts';
import { startRoundcube, type Plugin, type Skin } from './roundcube.ts';

export const MAILS = sampleMails();

export function mailNamed(subject: string): SampleMail {
  const found = MAILS.find((mail) => mail.subject === subject);
  if (found === undefined) throw new RangeError(`no message ${subject}`);
  return found;
}

/** A Roundcube with these messages, for as long as the task takes. */
export async function withRoundcube(
  skin: Skin,
  task: (roundcube: RealWebmail) => Promise<void>,
  messages: readonly string[] = MAILS.map(({ source }) => source),
  plugins: readonly Plugin[] = [],
): Promise<void> {
  const roundcube = await startRoundcube(skin, plugins);
  try {
    roundcube.deliver(messages);
    await task(roundcube);
  } finally {
    await roundcube.stop();
  }
}

/** @param count - of the messages that the list must show */
export async function signIn(
  page: Page,
  roundcube: RealWebmail,
  count: number = MAILS.length,
): Promise<void> {
  await page.until(`document.querySelector('#rcmloginsubmit')`, { timeout: 30_000 });
  await page.run(
    `document.querySelector('#rcmloginuser').value = args.user;
     document.querySelector('#rcmloginpwd').value = args.password;
     document.querySelector('#rcmloginsubmit').click();`,
    { user: roundcube.user, password: roundcube.password },
  );
  await page
    .until(`document.querySelectorAll('#messagelist tbody tr').length === ${count}`, {
      timeout: 60_000,
      what: 'the list of messages',
    })
    .catch(async (error: unknown) => {
      const shown = await page.run(
        `return document.URL + ' ' + document.readyState + ' ' + typeof rcmail + ' rows ' + document.querySelectorAll('#messagelist tbody tr').length + ': ' + document.body.innerText.slice(0, 600)`,
      );
      throw new Error(`the page shows ${String(shown)}\nthe webmail says: ${roundcube.log()}`, {
        cause: error,
      });
    });
}

export const PREVIEW = `document.querySelector('#messagecontframe').contentDocument`;

const row = (subject: string): string =>
  `[...document.querySelectorAll('#messagelist tbody tr')].find((row) => row.querySelector('td.subject').textContent.includes(${JSON.stringify(subject)}))`;

/**
 * Opens a message in the preview pane, as a single click does.
 *
 * @param body - id of the element that holds it
 */
export async function openPreview(page: Page, subject: string, body = 'messagebody'): Promise<void> {
  await page.click(`${row(subject)}.querySelector('td.subject a, td.subject')`);
  await page.until(
    `${PREVIEW}?.readyState === 'complete' && ${PREVIEW}.querySelector('#${body}') && ${PREVIEW}.body.textContent.includes(${JSON.stringify(subject)})`,
    { timeout: 60_000, what: `the preview of ${subject}` },
  );
}

/** The address of the previewed message by which its other views are reached. */
export async function uidOfPreview(page: Page): Promise<string> {
  return String(await page.run(`return new URL(${PREVIEW}.URL).searchParams.get('_uid')`));
}
