import type { Page } from './browser.ts';
import { sampleMails, type SampleMail } from './mails.ts';
import type { RealWebmail } from './mail-store.ts';
import { script } from './page-script.ts';
import { startRoundcube, type Plugin, type Skin } from './roundcube.ts';

declare global {
  interface Window {
    /** Roundcube's own. */
    readonly rcmail?: unknown;
  }
}

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
  await page.until(() => document.querySelector('#rcmloginsubmit'), { timeout: 30_000 });
  await page.run(
    ({ one }, user, password) => {
      one<HTMLInputElement>('#rcmloginuser').value = user;
      one<HTMLInputElement>('#rcmloginpwd').value = password;
      one('#rcmloginsubmit').click();
    },
    roundcube.user,
    roundcube.password,
  );
  await page
    .until(
      script(({ all }, wanted) => all('#messagelist tbody tr').length === wanted, count),
      { timeout: 60_000, what: 'the list of messages' },
    )
    .catch(async (error: unknown) => {
      const shown = await page.run(
        ({ all }) =>
          `${document.URL} ${document.readyState} ${typeof window.rcmail} rows ${all('#messagelist tbody tr').length}: ${document.body.innerText.slice(0, 600)}`,
      );
      throw new Error(`the page shows ${shown}\nthe webmail says: ${roundcube.log()}`, { cause: error });
    });
}

/** The document of the preview pane; throws where there is none. */
export const PREVIEW = script(({ one }) => {
  const preview = one<HTMLIFrameElement>('#messagecontframe').contentDocument;
  if (preview === null) throw new Error('there is no preview');
  return preview;
});

/**
 * Opens a message in the preview pane, as a single click does.
 *
 * @param body - id of the element that holds it
 */
export async function openPreview(page: Page, subject: string, body = 'messagebody'): Promise<void> {
  await page.click(
    script(({ one, all }, wanted) => {
      const row = all('#messagelist tbody tr').find((each) =>
        one('td.subject', each).textContent.includes(wanted),
      );
      return one('td.subject a, td.subject', row ?? null);
    }, subject),
  );
  await page.until(
    script(
      (_, preview, selector, wanted) =>
        preview().readyState === 'complete' &&
        preview().querySelector(selector) !== null &&
        preview().body.textContent.includes(wanted),
      PREVIEW,
      `#${body}`,
      subject,
    ),
    { timeout: 60_000, what: `the preview of ${subject}` },
  );
}

/** The address of the previewed message by which its other views are reached. */
export async function uidOfPreview(page: Page): Promise<string> {
  return String(await page.run((_, preview) => new URL(preview().URL).searchParams.get('_uid'), PREVIEW));
}
