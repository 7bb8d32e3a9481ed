/** What an administrator has locked is there, says so, and cannot be pressed; what is not locked can. */
import { LIST_PRESETS } from '../../../src/core/feed/list-presets.ts';
import { SECTIONS, type SectionId } from '../../../src/extension/pages/options/options-frame.tsx';
import { POLICY_LOCKS } from '../../../src/extension/protocol/policy-messages.ts';
import { REQUIRED_WEBMAILS } from '../../../src/extension/protocol/webmail-hosts.ts';
import { CHANNEL_NAME, LISTED } from '../harness/channel.ts';
import { test } from '../harness/fixtures.ts';
import { mailPage } from '../harness/mail-pages.ts';
import { untilMarked } from '../harness/marks.ts';
import {
  at,
  byId,
  CARD,
  DIALOG,
  openCard,
  ownPageWithList,
  tabOf,
  untilAsked,
} from '../harness/own-parts.ts';
import { whyNoPolicies } from '../harness/policies.ts';
import { pressedElsewhere, row, walk, type Row } from '../harness/walk.ts';
import { untilControls } from '../walk/in-page.ts';
import { untilShown } from '../walk/popup-rows.ts';
import { filePicker, folds, isLocked, note, reloadOptions } from '../walk/rows.ts';
import { tier } from '../harness/tiers.ts';

const reason = whyNoPolicies();
test.skip(reason !== null, reason ?? '');

test.use({
  policy: {
    locks: [...POLICY_LOCKS],
    preferences: { onDanger: 'ask', onCaution: 'mark', saveData: true },
    support: { contact: 'help@company.example', text: 'Send it to the help desk.' },
    openAnyway: false,
    statistics: false,
    trust: ['partner.example'],
    block: ['company-login.example'],
  },
});

const locked = (role: Row['role'], name: Row['name']): Row => row(role, name, isLocked);
/** It can be pressed, as where nothing is locked. */
const open = (role: Row['role'], name: Row['name']): Row => ({ role, name, does: null });

const OPTIONS_ROWS: Record<SectionId, readonly Row[]> = {
  channels: [
    open('button', 'Update now'),
    locked('checkbox', `Look links up in this list: ${CHANNEL_NAME}`),
    row('disclosure', '4 parts', folds),
    row('disclosure', '4 sources and their licences', folds),
    open('disclosure', 'Technical details'),
    locked('button', 'Add a channel…'),
    locked('checkbox', 'Save data'),
  ],
  'device-lists': [
    ...LIST_PRESETS.map(({ name }) => locked('button', `Add ${name}`)),
    locked('textbox', 'Address of the list'),
    locked('combobox', 'It lists'),
    locked('button', 'Add'),
  ],
  decisions: [
    open('combobox', 'Add to'),
    open('combobox', 'What'),
    open('textbox', 'Address'),
    open('combobox', 'How long'),
    open('textbox', 'Note (optional)'),
    open('button', 'Block'),
    row('disclosure', 'Several at once', folds),
    open('combobox', 'Show'),
    open('textbox', 'Search'),
    open('combobox', 'Order'),
  ],
  levels: [
    ...['danger', 'caution'].flatMap(() =>
      ['Only mark', 'Ask first', 'Do not open'].map((name) => locked('radio', name)),
    ),
    open('checkbox', 'Remember the people who write to you'),
    open('combobox', 'Your mail provider'),
    open('button', 'Forget all of them…'),
  ],
  webmails: [],
  statistics: [],
  'self-test': [open('button', 'Copy the message'), open('button', 'Save it as a file (.eml)')],
  backup: [open('button', 'Save everything as a file'), filePicker(isLocked)],
  policy: [],
  'language-section': [open('combobox', 'Language of Spamlight')],
  about: [
    open('link', 'What Spamlight protects from, and what not'),
    open('link', 'What has changed'),
    ...Array.from({ length: 3 }, () => open('link', /spamlight\.example/)),
    open('disclosure', /^Made with /),
  ],
};

test(
  'options: a setting that an administrator has locked cannot be pressed',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await ownPageWithList(world);
    await reloadOptions(page);
    for (const { id } of SECTIONS) {
      await page.run((_, hash) => {
        location.hash = hash;
      }, id);
      await walk(page, byId(id), { rows: OPTIONS_ROWS[id] }, note(`locked, options, ${id}`));
    }
  },
);

test(
  'welcome: lists that an administrator has locked cannot be chosen or fetched',
  tier('core:firefox'),
  async ({ world }) => {
    await (await ownPageWithList(world)).close();
    const page = await world.openOwn('src/extension/pages/welcome/welcome.html');
    const boxes = LIST_PRESETS.map(({ name }) =>
      locked('checkbox', new RegExp(`^${name.replaceAll('.', '\\.')} — `)),
    );
    const rest = [
      open('disclosure', 'Which lists these are, and who makes them'),
      open('link', 'Add another public list'),
      open('link', 'Choose a new date'),
      ...REQUIRED_WEBMAILS.map(({ name }) => open('button', name)),
      open('disclosure', 'Other webmails (your browser will ask for permission)'),
      open('button', 'Open the settings'),
    ];
    const unfolded = async (): Promise<void> => {
      await page.until(byId('free-which'));
      await page.run(({ one }) => {
        one<HTMLDetailsElement>('#free-which').open = true;
      });
    };
    // Firefox counts what is drawn over the example to the body.
    await walk(page, at('main'), { rows: [...boxes, ...rest], open: unfolded }, note('locked, welcome'));
  },
);

test(
  'popup, card and question under an administrator’s locks: no pause, no trust, and no way to open what is dangerous',
  tier('core'),
  async ({ world }) => {
    const own = await ownPageWithList(world);
    const mail = mailPage();
    const page = await world.openMail(
      mail.url,
      mail.html(`<p style="margin:60px 0"><a id="a" href="${LISTED.phishingUrl}">a link</a></p>`),
    );
    await untilMarked(page, [LISTED.phishingUrl]);
    await openCard(page, byId('a'));
    await untilControls(page, CARD, ['button Close', 'button Block', 'button Why?']);
    await page.click(byId('a'));
    await untilAsked(page);
    await untilControls(page, DIALOG, ['button Go back (recommended)', 'button I already entered something']);
    await page.press('Escape');

    const tab = await tabOf(own, new URL(mail.url).host);
    const popup = await world.openOwn(`src/extension/pages/popup/popup.html?tab=${tab}`);
    await untilShown(popup);
    const rows = [
      ...pressedElsewhere([
        open('button', 'Settings'),
        open('button', 'Check a message from elsewhere…'),
        open('button', 'Look for QR codes in what is shown'),
        open('button', 'Update now'),
        open('disclosure', /^Protection on · /),
        open('disclosure', 'Is something missing?'),
        open('button', 'Show in the message: a link'),
        open('button', 'Block bank-check.example'),
      ]),
      locked('button', 'Pause on this site'),
    ];
    await walk(popup, () => document.body, { rows }, note('locked, popup'));
  },
);
