/** What a reader can press in first aid and in the window of a question, by mouse and by keys. */
import { FIRST_AID_ABOUT, type FirstAidAbout } from '../../src/extension/protocol/first-aid-messages.ts';
import type { GuardView } from '../../src/extension/protocol/question-messages.ts';
import { LISTED } from './harness/channel.ts';
import type { Page } from './harness/browser.ts';
import { test } from './harness/fixtures.ts';
import { holdAnswers } from './harness/held-answers.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { at, byId, ownPageWithList, pointAway, setPreferences } from './harness/own-parts.ts';
import { htmlPage } from './harness/proxy.ts';
import { pressRow, row, walk, type Row } from './harness/walk.ts';
import { questionRows } from './walk/question-rows.ts';
import { fold, note, says } from './walk/rows.ts';
import { tier } from './harness/tiers.ts';

const FIRST_AID = 'src/extension/pages/first-aid/first-aid.html';

const HAPPENED = {
  password: 'I typed a password',
  code: 'I entered a code from a text message or an app',
  card: 'I gave card or bank details',
  money: 'I paid',
  file: 'I saved or opened a file, or installed something',
  remote: 'I called a number, or let somebody onto my computer',
  identity: 'I gave my name, address, date of birth or a picture of a document',
  only: 'I only opened the page',
} as const;

const FOLDS = Object.entries(HAPPENED).map(([id, name]) => row('disclosure', name, fold(byId(id))));

const FIRST_AID_ROWS = {
  phishing: FOLDS,
  malware: FOLDS,
  scam: FOLDS,
  spam: FOLDS,
  other: FOLDS,
} satisfies Record<FirstAidAbout, readonly Row[]>;

test(
  'first aid: every control does what it says, whatever it is about',
  tier('core:chromium'),
  async ({ world }) => {
    const page = await world.openOwn(FIRST_AID);
    for (const about of FIRST_AID_ABOUT) {
      await page.run((_, hash) => {
        location.hash = hash;
      }, about);
      await page.reload();
      await page.until(at('main'));
      await walk(page, () => document.body, { rows: FIRST_AID_ROWS[about] }, note(about));
    }
  },
);

const MAIL = mailPage();
const BAD = LISTED.phishingUrl;
const BAD_HOST = new URL(BAD).hostname;

/** The page hides whatever of ours has the focus, so that the question goes to a window. */
const HIDING = `<style>html:has(> spamlight-marks:is(:focus, :focus-within)) { display: none }</style>`;

for (const kind of ['ask', 'refuse'] as const) {
  test(
    `question, ${kind}: every answer does what it says`,
    tier(kind === 'ask' ? 'core:chromium' : 'core:firefox'),
    async ({ world }) => {
      const own = await ownPageWithList(world);
      await setPreferences(own, { onDanger: kind === 'ask' ? 'ask' : 'disable' });
      await own.close();
      // With an icon of its own: for a page without one, a browser asks its host later.
      world.proxy.serve(BAD_HOST, htmlPage('<title>arrived</title><link rel="icon" href="data:,">'));
      const rows = questionRows(world, BAD_HOST)[kind];
      for (const by of ['mouse', 'keys'] as const) {
        for (const each of rows) {
          const page = await world.openMail(
            MAIL.url,
            MAIL.html(`${HIDING}<a id="a" href="${BAD}" target="_blank">a link</a>`),
          );
          await untilMarked(page, [BAD]);
          await page.click(byId('a'));
          const question = await world.browser.pageAt('question.html');
          // Whatever is pressed in the first moment does nothing, and looks so.
          await question.until(at('main:not(.settling) #back'), {
            what: 'the question in the window to settle',
          });
          note(`question, ${kind}`)(await pressRow(question, () => document.body, { rows }, each, by));
          await page.show();
          await page.close();
        }
      }
    },
  );
}

test(
  'question, checking and slow: every answer does what it says',
  tier('core:firefox'),
  async ({ world }) => {
    const clean = 'www.example.org';
    const own = await ownPageWithList(world);
    world.proxy.serve(clean, htmlPage('<title>arrived</title><link rel="icon" href="data:,">'));
    const rows = questionRows(world, clean);
    const page = await world.openMail(MAIL.url, MAIL.html(`${HIDING}<a id="a" href="${BAD}">a link</a>`));
    await untilMarked(page, [BAD]);
    // The lists alone: of the background itself the window needs an answer.
    await holdAnswers(world.browser, own, 'spamlight-snapshots');
    await page.show();
    let count = 0;
    const ask = async (): Promise<Page> => {
      await page.show();
      // The link of the question before has the pointer still, and by now a mark: its card would lie over the next one.
      await pointAway(page);
      const id = `n${count++}`;
      await page.run(
        (_, message, name, href) => {
          const link = Object.assign(document.createElement('a'), {
            id: name,
            href,
            textContent: name,
            target: '_blank',
          });
          message()?.append(document.createElement('p'), link);
        },
        MAIL.body,
        id,
        `https://${clean}/${id}`,
      );
      await page.click(byId(id));
      return world.browser.pageAt('question.html');
    };
    for (const by of ['mouse', 'keys'] as const)
      for (const each of rows.slow) {
        const question = await ask();
        await question.until(at('main:not(.settling) #go-on'), { what: 'the choice' });
        note('question, slow')(await pressRow(question, () => document.body, { rows: rows.slow }, each, by));
      }
    // It says that it checks for less than two seconds, of which a busy browser leaves none; here it is told to say so again.
    for (const by of ['mouse', 'keys'] as const)
      for (const each of rows.checking) {
        const question = await ask();
        await question.until(byId('go-on'), { what: 'the choice' });
        await own.run(async ({ api }) => {
          const { 'question-window': asked } = await api.storage.session.get('question-window');
          const { view, ...rest } = asked as { readonly view: GuardView };
          await api.storage.session.set({
            'question-window': { ...rest, view: { ...view, kind: 'checking' } },
          });
        });
        await question.until(says('Checking this link'));
        await question.until(at('main:not(.settling) #back'), { what: 'the question to settle' });
        note('question, checking')(
          await pressRow(question, () => document.body, { rows: rows.checking }, each, by),
        );
      }
    await own.run(() => {
      window.isHeld = false;
    });
  },
);
