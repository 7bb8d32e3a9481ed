/** What a reader can press on the page that checks messages, by mouse and by keys, in each of its states. */
import type { CheckProgress } from '../../src/extension/pages/check-message/check-state.ts';
import type { Page } from './harness/browser.ts';
import { LISTED } from './harness/channel.ts';
import { test } from './harness/fixtures.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { byId, ownPageWithList } from './harness/own-parts.ts';
import { script } from './harness/page-script.ts';
import { ask } from './harness/pinned-channel.ts';
import { pressedElsewhere, row, walk, type Row, type State } from './harness/walk.ts';
import {
  chooseFile,
  chooses,
  fold,
  isGone,
  isThere,
  note,
  opens,
  putFile,
  says,
  setRules,
} from './walk/rows.ts';
import type { CurrentPreferences } from '../../src/extension/protocol/preference-messages.ts';
import { tier } from './harness/tiers.ts';

const CHECK = 'src/extension/pages/check-message/check-message.html';
const FIRST = '.checked-message';
const GMAIL = 'Authentication-Results: mx.google.com; dmarc=pass header.from=example.org\r\n';
const MAIL = `${GMAIL}Authentication-Results: mx.other.example; dmarc=pass\r\nFrom: Ann <ann@example.org>\r\nSubject: x\r\n\r\nhttps://${LISTED.spamHost}/buy`;

async function reload(page: Page): Promise<void> {
  await page.reload();
  await page.until(
    () =>
      document.querySelector('#files') !== null &&
      document.querySelector('#intake .hint:nth-of-type(2)') !== null,
  );
}

async function chooseServer(page: Page, mailServer: string | null): Promise<void> {
  const now = (await ask(page, { type: 'get-preferences' })) as CurrentPreferences;
  await ask(page, { type: 'set-preferences', preferences: { ...now, mailServer } });
}

/** Nothing decided, and one message on the page. */
async function withMessage(page: Page, mailServer: string | null = null): Promise<void> {
  for (const action of ['trust', 'block'] as const) await setRules(page, action, []);
  const { corrections } = (await ask(page, { type: 'list-corrections' })) as {
    readonly corrections: readonly { readonly id: string }[];
  };
  for (const { id } of corrections) await ask(page, { type: 'undo-correction', correctionId: id });
  await chooseServer(page, mailServer);
  await reload(page);
  await putFile(page, byId('files'), 'mail.eml', MAIL);
  await page.until(
    script((_, first) => document.querySelector(first)?.querySelector('.verdict'), FIRST),
    { what: 'the message' },
  );
  await page.run(({ one, all }, first) => {
    for (const each of all('details', one(first))) each.open = true;
  }, FIRST);
}

test('check a message: every control does what it says, in each state', tier('core'), async ({ world }) => {
  test.setTimeout(300_000);
  const { browser } = world;
  const own = await ownPageWithList(world);
  const page = await world.openOwn(CHECK, { height: 1600 });

  const files = row('button', /^(?:Choose files|Choose File|Browse…|No file)/, async (press) => {
    await chooseFile(press, 'mail.eml', MAIL);
    await press.page.until(isThere(FIRST));
    await reload(press.page);
  });
  const text = row('textbox', /^Or paste the text/, async ({ page: on, enter }) => {
    await enter('hello');
    await on.until(({ one }) => one<HTMLTextAreaElement>('#text').value === 'hello');
    await reload(on);
  });
  const checkText = row('button', 'Check the text', says('There is no text yet.'));
  const server = row(
    'combobox',
    'Your mail provider',
    chooses(
      'gmail',
      script(
        ({ one }) =>
          one<HTMLSelectElement>('#mail-server').value === 'gmail' &&
          document.querySelector('#undo') !== null,
      ),
      async (on) => {
        await chooseServer(on, null);
        await reload(on);
      },
    ),
  );
  const intake = [files, text, checkText, server];
  const details = row(
    'disclosure',
    /^Sender, files, links/,
    fold(script(({ one }, first) => one('details[data-key=details]', one(first)), FIRST)),
  );
  const claims = row(
    'disclosure',
    /claims? about the sender/,
    fold(script(({ one }, first) => one('details details', one(first)), FIRST)),
  );
  const trust = row('button', /^Trust pills.example…/, isThere('#trust-holds'));
  const block = row('button', /^Block/, says('Blocked: pills.example.'));
  const spam = row('button', 'This is spam', says('is flagged from now on'));
  const aid = row('button', 'I already entered something', opens(browser, 'first-aid.html'));
  const clear = row('button', 'Clear the list', isGone(FIRST));
  const message = [details, claims, trust, block, spam, aid, clear];

  const states: Record<
    CheckProgress['kind'] | 'empty' | 'other server' | 'vouched for' | 'trusting' | 'decided' | 'cleared',
    State | null
  > = {
    empty: {
      async open(on) {
        await chooseServer(on, null);
        await reload(on);
      },
      rows: intake,
    },
    'other server': {
      async open(on) {
        await chooseServer(on, 'mx.firm.example');
        await reload(on);
      },
      rows: [
        ...pressedElsewhere(intake),
        row('textbox', 'Name of the server', async ({ page: on, enter }) => {
          await enter('mx');
          await on.until(({ one }) => one<HTMLInputElement>('#mail-server-name').value.includes('mx'));
          await reload(on);
        }),
        row('button', 'Save', isThere('#undo')),
      ],
    },
    // Over before they can be met, and drawn as `judging` is.
    waiting: null,
    reading: null,
    codes: null,
    done: { open: (on) => withMessage(on), rows: [...pressedElsewhere(intake), ...message] },
    'vouched for': {
      open: (on) => withMessage(on, 'gmail'),
      rows: [
        ...pressedElsewhere([...intake, ...message]),
        row('button', 'This is fine', says('will no longer warn about mail from ann@example.org')),
      ],
    },
    trusting: {
      async open(on) {
        await withMessage(on);
        await on.run(({ one }) => one('[id^=trust-]').click());
        await on.until(byId('trust-holds'));
      },
      rows: [
        ...pressedElsewhere([...intake, details, claims, spam, aid, clear]),
        row(
          'combobox',
          'How long',
          chooses(
            '86400',
            script(({ one }) => one<HTMLSelectElement>('#trust-holds').value === '86400'),
            (on) => withTrustOpen(on),
          ),
        ),
        // Chosen by the arrows among them, as in the popup.
        ...['this link', 'host', 'site'].map((name): Row => ({
          role: 'radio',
          name: new RegExp(`^${name} `),
          does: null,
        })),
        row('button', 'Trust', says('Trusted: pills.example.')),
        row('button', 'Cancel', isGone('#trust-holds')),
      ],
    },
    decided: {
      async open(on) {
        await withMessage(on);
        await on.run(({ one }) => one('[id^=block-]').click());
        await on.until(
          script(
            ({ one }, first) =>
              document.querySelector('#undo') !== null && one(first).classList.contains('is-danger'),
            FIRST,
          ),
        );
      },
      rows: [
        ...pressedElsewhere([...intake, details, claims, spam, aid, clear]),
        row('button', 'Remove from the block list', says('Removed: pills.example.')),
        row('button', 'Undo', says('Put back as it was.')),
      ],
    },
    cleared: {
      async open(on) {
        await withMessage(on);
        await on.run(({ one }) => one('#clear').click());
      },
      rows: [...pressedElsewhere(intake), row('button', 'Undo', isThere(FIRST))],
    },
    judging: null,
    failed: null,
  };
  async function withTrustOpen(on: Page): Promise<void> {
    await states.trusting?.open?.(on);
  }
  for (const [name, state] of Object.entries(states))
    if (state !== null) await walk(page, () => document.body, state, note(`check a message, ${name}`));

  // The lists do not answer: it is under way for as long as that.
  await withMessage(page);
  await reload(page);
  await holdAnswers(browser, own, 'spamlight-snapshots');
  await page.show();
  await putFile(page, byId('files'), 'mail.eml', MAIL);
  const busy: State = {
    async open(on) {
      // What the lists are is not known either.
      await on.reload();
      await on.until(byId('files'));
      await putFile(on, byId('files'), 'mail.eml', MAIL);
      await on.until(byId('stop'));
    },
    rows: [
      ...pressedElsewhere(intake),
      row('button', 'Stop', says('Stopped. What was checked before stays.')),
    ],
  };
  await walk(page, () => document.body, busy, note('check a message, judging'));
  const stopped: State = {
    async open(on) {
      await busy.open?.(on);
      await on.run(({ one }) => one('#stop').click());
      await on.until(says('You stopped before it was its turn'));
    },
    rows: [...pressedElsewhere([...intake, clear]), row('button', 'Check it now', isThere('#stop'))],
  };
  await walk(page, () => document.body, stopped, note('check a message, failed'));
  await own.run(() => {
    window.isHeld = false;
  });
});
