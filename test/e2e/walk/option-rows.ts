/** The sections of the options, as a reader finds them with one channel and nothing decided, and what they open. */
import type { BackupState } from '../../../src/extension/pages/options/backup/backup-view.tsx';
import { SETTINGS_PAGES, type SectionId } from '../../../src/extension/pages/options/options-frame.tsx';
import type { Preferences } from '../../../src/extension/protocol/preference-messages.ts';
import type { Page } from '../harness/browser.ts';
import type { World } from '../harness/fixtures.ts';
import { byId } from '../harness/own-parts.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  chooseFile,
  chooses,
  clickByScript,
  filePicker,
  has,
  hasFocus,
  isThere,
  putFile,
  reloadOptions as reload,
  saves,
  setRules,
  type States,
} from './rows.ts';
import { channelStates } from './option-channel-rows.ts';
import { deviceListStates, webmailStates } from './option-list-rows.ts';
import { otherSections } from './option-other-rows.ts';
import { decisionStates } from './option-rule-rows.ts';

const TITLES: Readonly<Record<(typeof SETTINGS_PAGES)[number]['title'], string>> = {
  options_page_lists: 'Protection',
  deviceLists_title: 'Public lists',
  decisions_title: 'My decisions',
  options_page_clicks: 'Clicks and webmails',
  options_page_statistics: 'Statistics and test',
  options_page_backup: 'Backup and about',
};

/** The way around at the side of the options. */
export const NAV: State = {
  rows: [
    ...SETTINGS_PAGES.map(({ title, sections }) =>
      row('link', TITLES[title], async ({ page, press }) => {
        await page.run(
          (_, hash) => {
            location.hash = hash;
          },
          sections[0] === 'channels' ? 'about' : 'channels',
        );
        await page.until(script((_, find) => find().hasAttribute('hidden'), byId(sections[0])));
        await press();
        await page.until(
          script(
            ({ all }, wanted) =>
              location.hash === `#${wanted[0]}` &&
              all('main > section:not([hidden])')
                .map(({ id }) => id)
                .join() === wanted.join() &&
              scrollY === 0 &&
              document.activeElement?.id === `${wanted[0]}-title`,
            sections,
          ),
          { what: `${title} alone to be shown` },
        );
      }),
    ),
    row('link', 'Check a message…', async ({ page, press }) => {
      const url = await page.url();
      await press();
      await page.until(() => location.pathname.endsWith('/check-message.html'));
      await page.goto(url);
      await reload(page);
    }),
  ],
};

async function preference(page: Page, name: keyof Preferences): Promise<unknown> {
  const now = (await ask(page, { type: 'get-preferences' })) as Preferences;
  return now[name];
}

async function untilPreference(page: Page, name: keyof Preferences, value: unknown): Promise<void> {
  await page.until(
    script(
      async ({ send }, asked, wanted) => (await send({ type: 'get-preferences' }))[asked] === wanted,
      name,
      value,
    ),
    { what: `${name} to be ${String(value)}` },
  );
}

/** A choice of one among several; where it is chosen already, another is first. */
async function chooseLevel({ page, press, element }: Press): Promise<void> {
  const { name, value } = await page.run(({ all }, find) => {
    const { name, value, checked } = find() as HTMLInputElement;
    if (checked)
      all<HTMLInputElement>(`input[name=${name}]`)
        .find((each) => each.value !== value)
        ?.click();
    return { name, value };
  }, element);
  const which: 'onDanger' | 'onCaution' = name === 'danger' ? 'onDanger' : 'onCaution';
  await page.until(
    script(
      async ({ send }, find, asked, unwanted) =>
        (await send({ type: 'get-preferences' }))[asked] !== unwanted &&
        !(find() as HTMLInputElement).checked,
      element,
      which,
      value,
    ),
    { what: 'another choice' },
  );
  await press();
  await untilPreference(page, which, value);
}

const chosenLevels: readonly Row[] = (['danger', 'caution'] as const).flatMap(() =>
  ['Only mark', 'Ask first', 'Do not open'].map((name) => row('radio', name, chooseLevel)),
);

const remember = row(
  'checkbox',
  'Remember the people who write to you',
  switchPreference('rememberCorrespondents'),
);

const forget = row('button', 'Forget all of them…', hasFocus('remember-clear-no'));

const SERVER_CHOSEN = script(({ one }) => one<HTMLSelectElement>('#mail-server').value);

const setServer =
  (mailServer: string | null) =>
  async (page: Page): Promise<void> => {
    const now = (await ask(page, { type: 'get-preferences' })) as Preferences;
    await ask(page, { type: 'set-preferences', preferences: { ...now, mailServer } });
    await reload(page);
  };

const mailProvider = row(
  'combobox',
  'Your mail provider',
  chooses(
    'gmail',
    script((_, chosen, undo) => chosen() === 'gmail' && undo(), SERVER_CHOSEN, isThere('#mail-server-undo')),
    setServer(null),
  ),
);

const LEVELS: States = {
  'another mail server': {
    open: setServer('mx.firm.example'),
    rows: [
      ...pressedElsewhere([...chosenLevels, remember, mailProvider]),
      forget,
      row('textbox', 'Name of the server', async ({ page, enter }) => {
        await enter('mx');
        await page.until(({ one }) => one<HTMLInputElement>('#mail-server-name').value.includes('mx'));
        await setServer('mx.firm.example')(page);
      }),
      row('button', 'Save', isThere('#mail-server-undo')),
    ],
  },
  'a mail provider was chosen': {
    async open(page) {
      await setServer(null)(page);
      await page.run(({ one }) => {
        const select = one<HTMLSelectElement>('#mail-server');
        select.value = 'yahoo';
        select.dispatchEvent(new Event('change'));
      });
      await page.until(isThere('#mail-server-undo'));
    },
    rows: [
      ...pressedElsewhere([...chosenLevels, remember, mailProvider]),
      forget,
      row(
        'button',
        'Undo',
        script((_, chosen) => chosen() === '', SERVER_CHOSEN),
      ),
    ],
  },
  ready: {
    open: reload,
    rows: [...chosenLevels, remember, mailProvider, forget],
  },
  'asks whether to forget': {
    async open(page) {
      await reload(page);
      await clickByScript(page, '#remember-clear');
    },
    rows: [
      ...pressedElsewhere([...chosenLevels, remember, mailProvider]),
      row('button', 'Forget all', has('levels', 'Spamlight has forgotten everyone')),
      row('button', 'Cancel', hasFocus('remember-clear')),
    ],
  },
};

/** A row's effect: the setting is the other way; then as it was. */
function switchPreference(name: 'rememberCorrespondents') {
  return async ({ page, press, element }: Press): Promise<void> => {
    const before = (await preference(page, name)) === true;
    await press();
    await untilPreference(page, name, !before);
    await page.run((_, find) => find().click(), element);
    await untilPreference(page, name, before);
  };
}

const SELF_TEST: States = {
  ready: {
    rows: [
      row('button', 'Copy the message', async ({ page, press }) => {
        await page.run(({ one }) => {
          one('#self-test .said').textContent = '';
        });
        await press();
        await page.until(has('self-test', 'Copied.'), { what: 'the message to be copied' });
      }),
      row(
        'button',
        'Save it as a file (.eml)',
        saves('spamlight-self-test.eml', 'boundary="spamlight-self-test"'),
      ),
    ],
  },
};

/** A file of the reader's, with one entry that is not here. */
const BACKUP_FILE: PageScript<Promise<string>> = script(async ({ send }) => {
  const saved = await send({ type: 'export-private-data' });
  if ('refused' in saved) throw new Error(saved.refused);
  return saved.text;
});

async function fileWith(page: Page, subject: string): Promise<string> {
  await setRules(page, 'block', [subject]);
  const text = await page.run(BACKUP_FILE);
  await setRules(page, 'block', []);
  return text;
}

async function choosePreview(page: Page, text: string): Promise<void> {
  await putFile(page, byId('backup-import'), 'mine.json', text);
  await page.until(isThere('#backup-take-over'), { what: 'what the file would change' });
}

const backupRows: readonly Row[] = [
  row('button', 'Save everything as a file', saves(/^spamlight-\d{4}-\d\d-\d\d\.json$/, '"rules"')),
  filePicker(async (press) => {
    await chooseFile(press, 'mine.json', await fileWith(press.page, 'from-file.example'));
    await press.page.until(has('backup', '1 entry more in the block list'), { what: 'what would change' });
    await reload(press.page);
  }),
];

async function importOne(page: Page): Promise<void> {
  await reload(page);
  await choosePreview(page, await fileWith(page, 'from-file.example'));
  await clickByScript(page, '#backup-take-over');
  await page.until(isThere('#backup-undo'), { what: 'the way back' });
}

const takenOut = async ({ page, press }: Press): Promise<void> => {
  await press();
  await page.until(has('backup', 'What the file added is removed again.'), { what: 'it to be taken out' });
};

const BACKUP: Record<'idle' | 'preview' | NonNullable<BackupState['undo']>, State> = {
  idle: { open: reload, rows: backupRows },
  preview: {
    async open(page) {
      await reload(page);
      await choosePreview(page, await fileWith(page, 'from-file.example'));
    },
    rows: [
      ...pressedElsewhere(backupRows),
      row('button', 'Import', async ({ page, press }) => {
        await press();
        await page.until(({ one }) => one('#decisions').textContent.includes('from-file.example'), {
          what: 'the entry of the file',
        });
      }),
      row('button', 'Cancel', has('backup', 'Nothing was changed.')),
    ],
  },
  this: { open: importOne, rows: [...pressedElsewhere(backupRows), row('button', 'Undo', takenOut)] },
  earlier: {
    async open(page) {
      await importOne(page);
      await choosePreview(page, await fileWith(page, 'other-file.example'));
      await page.run(({ one }) => one('#backup-preview button.quiet').click());
    },
    rows: [...pressedElsewhere(backupRows), row('button', 'Remove what an earlier file added', takenOut)],
  },
};

/** A new section does not compile without rows. */
export function optionsWalk(world: World): Record<SectionId, () => States | Promise<States>> {
  const others = otherSections(world);
  return {
    channels: () => channelStates(world),
    'device-lists': () => deviceListStates(world),
    decisions: decisionStates,
    levels: () => LEVELS,
    webmails: () => webmailStates(world),
    statistics: () => others.statistics,
    'self-test': () => SELF_TEST,
    backup: () => BACKUP,
    policy: () => others.policy,
    'language-section': () => others['language-section'],
    about: () => others.about,
  };
}
