/** The allowlist and the block list in the options: what can be pressed in each state of them. */
import type { Rule } from '../../../src/core/verdict/rules.ts';
import type { RulesListState, RulesUnready, Undo } from '../../../src/pages/options/rules-state.ts';
import type { Page } from '../harness/browser.ts';
import { API, ask } from '../harness/pinned-channel.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  chooseFile,
  chooses,
  clickByScript,
  filePicker,
  fold,
  has,
  reloadOptions as reload,
  saves,
  setRules,
} from './rows.ts';

/** What a list may show, besides the two texts that stand where there is none. */
type Shown =
  | 'empty'
  | 'offered'
  | 'listed'
  | 'several'
  | 'more'
  | 'nothing new'
  | 'editing'
  | 'pending'
  | Undo['kind'];

/** In which state each member of what a list shows is walked, for the compiler: a new one needs one. */
const WALKED_IN = {
  rules: 'listed',
  search: 'listed',
  rows: 'more',
  scope: 'empty',
  typed: 'empty',
  meaning: 'empty',
  offer: 'offered',
  form: 'empty',
  refused: 'empty',
  editing: 'editing',
  order: 'listed',
  pending: 'pending',
  said: 'put-back',
  undo: 'put-back',
} as const satisfies Record<keyof Omit<RulesListState, 'kind'>, Shown>;
void WALKED_IN;

/** One person's, on a site of many. */
const FORM = 'docs.google.com/forms/d/e/1FAIpQLSabc/';

export function ruleStates(action: Rule['action']): Record<Shown | RulesUnready['kind'], State | null> {
  const isTrust = action === 'trust';
  const section = isTrust ? 'allowlist' : 'blocklist';
  const id = (name: string): string => `document.querySelector('#${action}-${name}')`;
  const details = `document.querySelector('#${section} details')`;
  const file = isTrust ? 'spamlight-allowlist' : 'spamlight-block-list';

  const isThere = (test: string): string =>
    `await ${API}.runtime.sendMessage({ type: 'list-rules', action: '${action}' }).then(({ rules }) => rules.some(${test}))`;

  async function clear(page: Page): Promise<void> {
    await setRules(page, action, []);
    await reload(page);
  }

  /** One that ends in an hour, and another one, in whatever order but by their ends. */
  async function list(page: Page): Promise<void> {
    await setRules(page, action, []);
    const expiresAt = Math.floor(Date.now() / 1000) + 3_600;
    const rule = { type: 'add-rule', action, scope: 'site', note: '' };
    await ask(page, { ...rule, subject: 'z.example', expiresAt });
    await ask(page, { ...rule, subject: 'a.example', expiresAt: null });
    await reload(page);
  }

  async function pressNamed(page: Page, name: string): Promise<void> {
    const find = `[...document.querySelectorAll('#${section} button')].find((each) => (each.ariaLabel ?? each.textContent) === ${JSON.stringify(name)})`;
    await page.until(find);
    await page.run(`${find}.click()`);
  }

  /** A field of the form counts when it is sent. */
  const sends =
    (value: string, test: string) =>
    async ({ page, enter }: Press): Promise<void> => {
      await page.run(
        `${id('subject')}.value = 'sent.example'; ${id('subject')}.dispatchEvent(new Event('input', { bubbles: true }));`,
      );
      // What it says of the address comes above, and moves what is pressed.
      await page.until(has(section, 'Covers sent.example'));
      await enter(value);
      await page.run(`${id('subject')}.form.requestSubmit()`);
      await page.until(isThere(`({ subject, expiresAt, note }) => subject === 'sent.example' && ${test}`), {
        what: `an entry with ${value}`,
      });
      await clear(page);
    };

  const form: readonly Row[] = [
    row('combobox', 'What', chooses('host', has(section, 'Exactly one host:'), reload)),
    row('textbox', 'Address', async ({ page, enter }) => {
      await enter('typed.example');
      await page.until(has(section, 'Covers typed.example and every host under it.'));
      await reload(page);
    }),
    row('combobox', 'How long', sends('1', 'expiresAt > 0')),
    row('textbox', 'Note (optional)', sends('by hand', `note === 'by hand'`)),
    row('button', isTrust ? 'Trust' : 'Block', async ({ page, press }) => {
      await page.run(`${id('subject')}.value = 'sent.example'`);
      await press();
      await page.until(has(section, `${isTrust ? 'Trusted' : 'Blocked'}: sent.example.`));
      await clear(page);
    }),
  ];
  const several = row('disclosure', 'Add several at once, or read a file…', fold(details));

  const find: readonly Row[] = [
    row('textbox', isTrust ? 'Search the allowlist' : 'Search the block list', async ({ page, enter }) => {
      await enter('z.ex');
      await page.until(has(section, '1 of 2 found'));
      await reload(page);
    }),
    row(
      'combobox',
      'Order',
      chooses(
        'end',
        `document.querySelector('#${section} .rules .row-title')?.textContent === 'z.example'`,
        reload,
      ),
    ),
  ];
  const ofRule = (subject: string): readonly Row[] => [
    row('button', `Edit ${subject}`, `document.activeElement?.id === 'edit-note'`),
    row('button', `Remove ${subject}`, has(section, `Removed: ${subject}.`)),
  ];
  const exports: readonly Row[] = [
    row('button', 'Save this list as a file', saves(`${file}.json`, 'a.example')),
    row('button', 'Save as plain text', saves(`${file}.txt`, 'a.example')),
  ];
  const listed = [...form, ...find, ...ofRule('a.example'), ...ofRule('z.example'), several, ...exports];

  const lines: readonly Row[] = [
    row('textbox', 'One address per line', async ({ page, enter }) => {
      await enter('b.example');
      await page.run(`${id('lines')}.form.requestSubmit()`);
      await page.until(has(section, '1 entry would be added.'));
    }),
    row('button', 'Preview', async ({ page, press }) => {
      await page.run(`${id('lines')}.value = 'b.example'`);
      await press();
      await page.until(has(section, '1 entry would be added.'));
    }),
    filePicker(async (press) => {
      await chooseFile(press, 'mine.txt', 'c.example\n');
      await press.page.until(has(section, '1 entry would be added.'));
    }),
  ];

  async function paste(page: Page, text: string): Promise<void> {
    await list(page);
    await page.run(
      `${details}.open = true; ${id('lines')}.value = args; ${id('lines')}.form.requestSubmit();`,
      text,
    );
    await page.until(`${id('pending')} !== null`, { what: 'what would change' });
  }

  const undo = (rows: readonly Row[]): readonly Row[] => [
    ...pressedElsewhere(rows),
    row('button', 'Undo', has(section, 'Put back as it was.')),
  ];

  return {
    // These say so, and hold nothing to press.
    loading: null,
    unread: null,
    'no-answer': null,
    empty: { open: clear, rows: [...form, several] },
    offered: {
      async open(page) {
        await clear(page);
        await page.run(
          `${id('subject')}.value = args; ${id('subject')}.dispatchEvent(new Event('input', { bubbles: true }));`,
          `https://${FORM}viewform`,
        );
      },
      rows: [
        ...pressedElsewhere(form),
        row(
          'button',
          `Only ${FORM}`,
          `${has(section, `Covers everything below ${FORM}`)} && ${id('scope')}.value === 'path'`,
        ),
        several,
      ],
    },
    listed: {
      open: list,
      rows: [
        ...pressedElsewhere(form),
        ...find,
        ...ofRule('a.example'),
        ...ofRule('z.example'),
        several,
        ...exports,
      ],
    },
    several: {
      async open(page) {
        await list(page);
        await page.run(`${details}.open = true`);
      },
      rows: [...pressedElsewhere(listed), ...lines],
    },
    more: {
      async open(page) {
        const names = Array.from({ length: 51 }, (_, place) => `n${place + 10}.example`);
        await setRules(page, action, []);
        await ask(page, { type: 'add-rules', action, lines: names });
        await reload(page);
      },
      rows: [
        ...pressedElsewhere([...form, ...find, several, ...exports]),
        ...Array.from({ length: 50 }, (_, place) =>
          pressedElsewhere(ofRule(`n${place + 10}.example`)),
        ).flat(),
        row('button', 'Show 1 more', async ({ page, press }) => {
          await press();
          await page.until(`document.querySelectorAll('#${section} .rules > li').length === 51`);
          await reload(page);
        }),
      ],
    },
    editing: {
      async open(page) {
        await list(page);
        await pressNamed(page, 'Edit a.example');
      },
      rows: [
        ...pressedElsewhere([...form, ...find, ...ofRule('z.example'), several, ...exports]),
        row('combobox', 'How long', async ({ page, enter }) => {
          await enter('1');
          await page.run(`document.querySelector('#edit-note').form.requestSubmit()`);
          await page.until(isThere(`({ subject, expiresAt }) => subject === 'a.example' && expiresAt > 0`));
        }),
        row('textbox', 'Note (optional)', async ({ page, enter }) => {
          await enter('edited');
          await page.run(`document.querySelector('#edit-note').form.requestSubmit()`);
          await page.until(has(section, 'edited'));
        }),
        row('button', 'Save', has(section, 'Saved: a.example.')),
        row('button', 'Cancel', `document.activeElement?.matches('button[id^=edit-]')`),
      ],
    },
    pending: {
      open: (page) => paste(page, 'b.example\nc.example'),
      rows: [
        ...pressedElsewhere(listed.filter((each) => each !== several)),
        row('button', 'Add 2 entries', has(section, '2 entries added.')),
        row('button', 'Cancel', `${id('pending')} === null`),
      ],
    },
    'nothing new': {
      open: (page) => paste(page, 'a.example'),
      rows: [
        ...pressedElsewhere(listed.filter((each) => each !== several)),
        row('button', 'Cancel', `${id('pending')} === null`),
      ],
    },
    'put-back': {
      async open(page) {
        await list(page);
        await pressNamed(page, 'Remove z.example');
      },
      rows: undo(listed.filter(({ name }) => !String(name).endsWith(' z.example'))),
    },
    'take-back': {
      async open(page) {
        await clear(page);
        await page.run(`${id('subject')}.value = 'a.example'; ${id('subject')}.form.requestSubmit();`);
      },
      rows: undo(listed.filter(({ name }) => !String(name).endsWith(' z.example'))),
    },
    'take-out': {
      async open(page) {
        await paste(page, 'b.example');
        await clickByScript(page, `#${section} section.form button.primary`);
      },
      rows: undo([...listed, ...ofRule('b.example')]),
    },
  };
}
