/** The table of decisions and its forms: what can be pressed in each state of them. */
import type {
  DecisionsReady,
  DecisionsUnready,
} from '../../../src/extension/pages/options/decisions/decisions-state.ts';
import type { Page } from '../harness/browser.ts';
import { at } from '../harness/own-parts.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  chooses,
  clickByScript,
  fold,
  has,
  hasFocus,
  isGone,
  isThere,
  reloadOptions as reload,
  rulesOf,
  setRules,
} from './rows.ts';

/** What a list may show, besides the two texts that stand where there is none. */
type Shown =
  | 'empty'
  | 'blocking'
  | 'offered'
  | 'listed'
  | 'several'
  | 'more'
  | 'nothing new'
  | 'editing'
  | 'pending'
  | 'put-back'
  | 'take-back'
  | 'take-out';

/** In which state each member of what a list shows is walked, for the compiler: a new one needs one. */
const WALKED_IN = {
  all: 'listed',
  counts: 'listed',
  // Walked where the senders are remembered, among the clicks on flagged links: the same control asks the same.
  remembered: 'listed',
  asksToForget: 'listed',
  filter: 'listed',
  action: 'blocking',
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
} as const satisfies Record<keyof Omit<DecisionsReady, 'kind'>, Shown>;
void WALKED_IN;

/** One person's, on a site of many. */
const FORM = 'docs.google.com/forms/d/e/1FAIpQLSabc/';

const section = 'decisions';
const BLOCKS = script(
  ({ one }) => one<HTMLInputElement>('#rule-subject').form?.ariaLabel === 'Add to the block list',
);

async function typeAddress(page: Page, address: string): Promise<void> {
  await page.run(({ one }, text) => {
    const field = one<HTMLInputElement>('#rule-subject');
    field.value = text;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }, address);
}

/** Sends the form that this field is in. */
async function submit(page: Page, field: string): Promise<void> {
  await page.run(({ one }, selector) => one<HTMLInputElement>(selector).form?.requestSubmit(), field);
}

async function unfoldSeveral(page: Page): Promise<void> {
  await page.run(({ one }) => {
    one<HTMLDetailsElement>('#decisions details').open = true;
  });
}

export function decisionStates(): Record<Shown | DecisionsUnready['kind'], State | null> {
  async function clear(page: Page): Promise<void> {
    for (const action of ['trust', 'block'] as const) await setRules(page, action, []);
    await reload(page);
  }

  /** One that is trusted and ends in an hour, and one that is blocked, in whatever order but by their ends. */
  async function list(page: Page): Promise<void> {
    for (const action of ['trust', 'block'] as const) await setRules(page, action, []);
    const expiresAt = Math.floor(Date.now() / 1000) + 3_600;
    const rule = { type: 'add-rule', scope: 'site', note: '' };
    await ask(page, { ...rule, action: 'trust', subject: 'z.example', expiresAt });
    await ask(page, { ...rule, action: 'block', subject: 'a.example', expiresAt: null });
    await reload(page);
  }

  async function pressNamed(page: Page, name: string): Promise<void> {
    const button = script(
      ({ all }, wanted) =>
        all('#decisions button').find((each) => (each.ariaLabel ?? each.textContent) === wanted),
      name,
    );
    await page.until(button);
    await page.run((_, find) => find()?.click(), button);
  }

  /** A field of the form counts when it is sent. */
  const sends =
    (value: string, seen: PageScript<unknown>) =>
    async ({ page, enter }: Press): Promise<void> => {
      await typeAddress(page, 'sent.example');
      // What it says of the address comes above, and moves what is pressed.
      await page.until(has(section, 'Covers sent.example'));
      await enter(value);
      await submit(page, '#rule-subject');
      await page.until(seen, { what: `an entry with ${value}` });
      await clear(page);
    };

  const form: readonly Row[] = [
    row('combobox', 'Add to', chooses('block', BLOCKS, reload)),
    row('combobox', 'What', chooses('host', has(section, 'Exactly one host:'), reload)),
    row('textbox', 'Address', async ({ page, enter }) => {
      await enter('typed.example');
      await page.until(has(section, 'Covers typed.example and every host under it.'));
      await reload(page);
    }),
    row(
      'combobox',
      'How long',
      sends(
        '1',
        script(
          async (_, rules) =>
            (await rules()).some(
              ({ subject, expiresAt }) => subject === 'sent.example' && (expiresAt ?? 0) > 0,
            ),
          rulesOf('trust'),
        ),
      ),
    ),
    row(
      'textbox',
      'Note (optional)',
      sends(
        'by hand',
        script(
          async (_, rules) =>
            (await rules()).some(({ subject, note }) => subject === 'sent.example' && note === 'by hand'),
          rulesOf('trust'),
        ),
      ),
    ),
  ];
  const adds = (name: string, said: string): Row =>
    row('button', name, async ({ page, press }) => {
      await page.run(({ one }) => {
        one<HTMLInputElement>('#rule-subject').value = 'sent.example';
      });
      await press();
      await page.until(has(section, `${said}: sent.example.`));
      await clear(page);
    });
  const trust = adds('Trust', 'Trusted');
  const several = row('disclosure', 'Several at once', fold(at('#decisions details')));

  const find: readonly Row[] = [
    row('combobox', 'Show', chooses('block', has(section, '1 of 2 found'), reload)),
    row('textbox', 'Search', async ({ page, enter }) => {
      await enter('z.ex');
      await page.until(has(section, '1 of 2 found'));
      await reload(page);
    }),
    row(
      'combobox',
      'Order',
      chooses(
        'end',
        script(() => document.querySelector('#decisions tbody .row-title')?.textContent === 'z.example'),
        reload,
      ),
    ),
  ];
  const ofRule = (subject: string, kind = 'Trusted'): readonly Row[] => [
    row('button', `Edit ${subject}`, hasFocus('edit-note')),
    row('button', `Remove: ${kind}, ${subject}`, has(section, `Removed: ${subject}.`)),
  ];
  const ofBoth = [...ofRule('a.example', 'Blocked'), ...ofRule('z.example')];
  const listed = [...form, trust, several, ...find, ...ofBoth];

  const lines: readonly Row[] = [
    row(
      'combobox',
      'List',
      chooses('block', BLOCKS, async (page) => {
        await reload(page);
        await unfoldSeveral(page);
      }),
    ),
    row('textbox', 'One address per line', async ({ page, enter }) => {
      await enter('b.example');
      await submit(page, '#rule-lines');
      await page.until(has(section, '1 entry would be added.'));
    }),
    row('button', 'Preview', async ({ page, press }) => {
      await page.run(({ one }) => {
        one<HTMLTextAreaElement>('#rule-lines').value = 'b.example';
      });
      await press();
      await page.until(has(section, '1 entry would be added.'));
    }),
  ];

  async function paste(page: Page, text: string): Promise<void> {
    await list(page);
    await page.run(({ one }, lines) => {
      one<HTMLDetailsElement>('#decisions details').open = true;
      const field = one<HTMLTextAreaElement>('#rule-lines');
      field.value = lines;
      field.form?.requestSubmit();
    }, text);
    await page.until(isThere('#rule-pending'), { what: 'what would change' });
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
    empty: { open: clear, rows: [...form, trust, several] },
    blocking: {
      async open(page) {
        await list(page);
        await page.run(({ one }) => {
          const select = one<HTMLSelectElement>('#rule-list');
          select.value = 'block';
          select.dispatchEvent(new Event('change'));
          one<HTMLDetailsElement>('#decisions details').open = true;
        });
        await page.until(BLOCKS);
      },
      rows: [...pressedElsewhere([...form, several, ...find, ...ofBoth, ...lines]), adds('Block', 'Blocked')],
    },
    offered: {
      async open(page) {
        await clear(page);
        await typeAddress(page, `https://${FORM}viewform`);
      },
      rows: [
        ...pressedElsewhere([...form, trust]),
        row(
          'button',
          `Only ${FORM}`,
          script(
            ({ one }, covers) => covers() && one<HTMLSelectElement>('#rule-scope').value === 'path',
            has(section, `Covers everything below ${FORM}`),
          ),
        ),
        several,
      ],
    },
    listed: {
      open: list,
      rows: [...pressedElsewhere([...form, trust]), several, ...find, ...ofBoth],
    },
    several: {
      async open(page) {
        await list(page);
        await unfoldSeveral(page);
      },
      rows: [...pressedElsewhere(listed), ...lines],
    },
    more: {
      async open(page) {
        const names = Array.from({ length: 13 }, (_, place) => `n${place + 10}.example`);
        await clear(page);
        await ask(page, { type: 'add-rules', action: 'trust', lines: names });
        await reload(page);
      },
      rows: [
        ...pressedElsewhere([...form, trust, several, ...find]),
        ...Array.from({ length: 12 }, (_, place) =>
          pressedElsewhere(ofRule(`n${place + 10}.example`)),
        ).flat(),
        row('button', 'Show 1 more', async ({ page, press }) => {
          await press();
          await page.until(({ all }) => all('#decisions tbody tr').length === 13);
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
        ...pressedElsewhere([...form, trust, several, ...find, ...ofRule('z.example')]),
        row('combobox', 'How long', async ({ page, enter }) => {
          await enter('1');
          await submit(page, '#edit-note');
          await page.until(
            script(
              async (_, rules) =>
                (await rules()).some(
                  ({ subject, expiresAt }) => subject === 'a.example' && (expiresAt ?? 0) > 0,
                ),
              rulesOf('block'),
            ),
          );
        }),
        row('textbox', 'Note (optional)', async ({ page, enter }) => {
          await enter('edited');
          await submit(page, '#edit-note');
          await page.until(has(section, 'edited'));
        }),
        row('button', 'Save', has(section, 'Saved: a.example.')),
        row(
          'button',
          'Cancel',
          script(() => document.activeElement?.matches('button[id^=edit-]')),
        ),
      ],
    },
    pending: {
      open: (page) => paste(page, 'b.example\nc.example'),
      rows: [
        ...pressedElsewhere(listed.filter((each) => each !== several)),
        row('button', 'Add 2 entries', has(section, '2 entries added.')),
        row('button', 'Cancel', isGone('#rule-pending')),
      ],
    },
    'nothing new': {
      open: (page) => paste(page, 'z.example'),
      rows: [
        ...pressedElsewhere(listed.filter((each) => each !== several)),
        row('button', 'Cancel', isGone('#rule-pending')),
      ],
    },
    'put-back': {
      async open(page) {
        await list(page);
        await pressNamed(page, 'Remove: Trusted, z.example');
      },
      rows: undo(listed.filter(({ name }) => !String(name).endsWith(' z.example'))),
    },
    'take-back': {
      async open(page) {
        await clear(page);
        await page.run(({ one }) => {
          const field = one<HTMLInputElement>('#rule-subject');
          field.value = 'a.example';
          field.form?.requestSubmit();
        });
      },
      rows: undo([...form, trust, several, ...find, ...ofRule('a.example')]),
    },
    'take-out': {
      async open(page) {
        await paste(page, 'b.example');
        await clickByScript(page, '#decisions section.form button.primary');
      },
      rows: undo([...listed, ...ofRule('b.example')]),
    },
  };
}
