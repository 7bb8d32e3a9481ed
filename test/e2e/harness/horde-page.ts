import type { Page } from './browser.ts';
import { startHorde } from './horde.ts';
import type { RealWebmail } from './mail-store.ts';
import { type PageScript, script } from './page-script.ts';

/** The views of a desktop browser. */
export const HORDE_VIEWS = ['dynamic', 'basic'] as const;
export type HordeView = (typeof HORDE_VIEWS)[number];

/** A Horde with these messages, for as long as the task takes. */
export async function withHorde(
  task: (horde: RealWebmail) => Promise<void>,
  messages: readonly string[],
): Promise<void> {
  const horde = await startHorde();
  try {
    horde.deliver(messages);
    await task(horde);
  } finally {
    await horde.stop();
  }
}

/** The rows of the list of messages, what of one opens it, and the page with an opened message. */
const PARTS: Readonly<
  Record<HordeView, { readonly row: string; readonly opener: string; readonly message: string }>
> = {
  dynamic: { row: '.vpRow[id^="VProw_"]', opener: '.msgSubject', message: '#previewMsg' },
  basic: { row: 'tr[id^="row"]', opener: 'a.mboxSubject', message: '#msgheaders' },
};

/**
 * Signs in, and waits for the list of messages.
 *
 * @param count - of them; the dynamic view draws only those that there is room for, about a dozen
 */
export async function signInToHorde(
  page: Page,
  horde: RealWebmail,
  view: HordeView,
  count: number,
): Promise<void> {
  // Its script chooses a view when it is ready, and would undo our choice.
  await page.until(
    () =>
      document.querySelector('#horde_select_view') !== null &&
      document.querySelector('option[value=mobile_nojs]') === null,
    { timeout: 60_000, what: 'the form to sign in' },
  );
  await page.run(
    ({ one }, user, password, view) => {
      one<HTMLInputElement>('#horde_user').value = user;
      one<HTMLInputElement>('#horde_pass').value = password;
      one<HTMLSelectElement>('#horde_select_view').value = view;
      one('#login-button').click();
    },
    horde.user,
    horde.password,
    view,
  );
  await page
    .until(
      script(({ all }, row, least) => all(row).length >= least, PARTS[view].row, count),
      { timeout: 90_000, what: 'the list of messages' },
    )
    .catch(async (error: unknown) => {
      const shown = await page.run(
        () => `${document.URL} ${document.readyState}: ${document.body.innerText.slice(0, 600)}`,
      );
      throw new Error(`the page shows ${shown}\nthe webmail says: ${horde.log()}`, { cause: error });
    });
}

/** Frames with HTML of a message, also where their class is disguised. */
const PARTS_OF_HTML = script(({ all }) => all<HTMLIFrameElement>('iframe[src="javascript:false"]'));
const ALL_HAVE_CONTENT = script(
  (_, parts) =>
    document.readyState === 'complete' &&
    parts().every(({ contentDocument }) => Boolean(contentDocument?.body?.firstElementChild)),
  PARTS_OF_HTML,
);

/** How often Horde may show a message without what is in it. */
const MAX_EMPTY = 2;

/**
 * Opens a message as a click in the list does: in the preview of the dynamic view, on a page of its own in the basic one.
 *
 * On a very busy machine Horde once in forty times writes an empty part where the message has text; as a reader would,
 * this loads the page again then, and says so.
 */
export async function openInHorde(page: Page, view: HordeView, subject: string): Promise<void> {
  for (let empty = 0; ; empty++) {
    await openOnce(page, view, subject);
    const isWhole = await page.until(ALL_HAVE_CONTENT, { timeout: 15_000, what: 'all parts' }).then(
      () => true,
      () => false,
    );
    if (isWhole) return;
    const parts = await page.run(
      (_, parts) =>
        parts().map(
          ({ contentDocument }) => contentDocument && new XMLSerializer().serializeToString(contentDocument),
        ),
      PARTS_OF_HTML,
    );
    const said = `Horde shows an empty part in ${subject}: ${JSON.stringify(parts)}`;
    if (empty === MAX_EMPTY) throw new Error(said);
    console.warn(said);
    await page.reload();
  }
}

async function openOnce(page: Page, view: HordeView, subject: string): Promise<void> {
  const { row, opener, message } = PARTS[view];
  const openerOfRow: PageScript<HTMLElement> = script(
    ({ all }, selector, wanted) => {
      const found = all(selector).find((each) => each.textContent.includes(wanted));
      if (found === undefined) throw new Error(`${wanted} is not in the list`);
      return found;
    },
    `${row} ${opener}`,
    subject,
  );
  if (view === 'basic') await backToList(page);
  await page.until(
    script((_, find) => document.readyState === 'complete' && find(), openerOfRow),
    { timeout: 30_000, what: `${subject} in the list` },
  );
  await page.run((_, find) => find().scrollIntoView({ block: 'center' }), openerOfRow);
  await page.click(openerOfRow);
  // Its frames are written later; marks are waited for.
  await page.until(
    script(
      ({ one }, selector, wanted) =>
        one(selector).offsetHeight > 0 && one(selector).innerText.includes(wanted),
      message,
      subject,
    ),
    { timeout: 60_000, what: `the message ${subject}` },
  );
}

async function backToList(page: Page): Promise<void> {
  const list = await page.run(({ one }) =>
    document.querySelector('tr[id^="row"]') === null
      ? one<HTMLAnchorElement>('#horde-navigation a[href*="page=mailbox"]').href
      : null,
  );
  if (list !== null) await page.goto(list);
}
