import type { Page } from './browser.ts';
import { startHorde } from './horde.ts';
import type { RealWebmail } from './mail-store.ts';

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
    `document.querySelector('#horde_select_view') && !document.querySelector('option[value=mobile_nojs]')`,
    { timeout: 60_000, what: 'the form to sign in' },
  );
  await page.run(
    `document.querySelector('#horde_user').value = args.user;
     document.querySelector('#horde_pass').value = args.password;
     document.querySelector('#horde_select_view').value = args.view;
     document.querySelector('#login-button').click();`,
    { user: horde.user, password: horde.password, view },
  );
  await page
    .until(`document.querySelectorAll(${JSON.stringify(PARTS[view].row)}).length >= ${count}`, {
      timeout: 90_000,
      what: 'the list of messages',
    })
    .catch(async (error: unknown) => {
      const shown = await page.run(
        `return document.URL + ' ' + document.readyState + ': ' + document.body.innerText.slice(0, 600)`,
      );
      throw new Error(`the page shows ${String(shown)}\nthe webmail says: ${horde.log()}`, { cause: error });
    });
}

/** Frames with HTML of a message, also where their class is disguised. */
const PARTS_OF_HTML = `[...document.querySelectorAll('iframe[src="javascript:false"]')]`;
const ALL_HAVE_CONTENT = `document.readyState === 'complete' && ${PARTS_OF_HTML}.every(({ contentDocument }) => contentDocument?.body?.firstElementChild)`;

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
      `return ${PARTS_OF_HTML}.map(({ contentDocument }) => contentDocument?.documentElement?.outerHTML)`,
    );
    const said = `Horde shows an empty part in ${subject}: ${JSON.stringify(parts)}`;
    if (empty === MAX_EMPTY) throw new Error(said);
    console.warn(said);
    await page.reload();
  }
}

async function openOnce(page: Page, view: HordeView, subject: string): Promise<void> {
  const { row, opener, message } = PARTS[view];
  const wanted = JSON.stringify(subject);
  const openerOfRow = `[...document.querySelectorAll(${JSON.stringify(`${row} ${opener}`)})].find((each) => each.textContent.includes(${wanted}))`;
  if (view === 'basic') await backToList(page);
  await page.until(`document.readyState === 'complete' && ${openerOfRow}`, {
    timeout: 30_000,
    what: `${subject} in the list`,
  });
  await page.run(`${openerOfRow}.scrollIntoView({ block: 'center' })`);
  await page.click(openerOfRow);
  // Its frames are written later; marks are waited for.
  await page.until(
    `document.querySelector('${message}')?.offsetHeight > 0 && document.querySelector('${message}').innerText.includes(${wanted})`,
    { timeout: 60_000, what: `the message ${subject}` },
  );
}

async function backToList(page: Page): Promise<void> {
  const list = await page.run(
    `return document.querySelector('tr[id^="row"]') ? null : document.querySelector('#horde-navigation a[href*="page=mailbox"]').href`,
  );
  if (typeof list === 'string') await page.goto(list);
}
