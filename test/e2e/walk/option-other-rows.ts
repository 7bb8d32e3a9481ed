/** Sections of the options that show, and hold few choices: statistics, language, what leaves the computer, policy. */
import { readFileSync } from 'node:fs';
import { LANGUAGE_TAGS } from '../../../src/extension/platform/texts/texts.ts';
import {
  LIBRARIES,
  RELEASE_NOTES,
  REPORT_TO,
} from '../../../src/extension/pages/options/about/about-facts.ts';
import type {
  StatisticsReady,
  StatisticsUnready,
} from '../../../src/extension/pages/options/statistics/statistics-view.ts';
import type { RetentionDays } from '../../../src/extension/protocol/statistics-messages.ts';
import type { World } from '../harness/fixtures.ts';
import { at } from '../harness/own-parts.ts';
import { type PageScript, script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import { htmlPage } from '../harness/proxy.ts';
import { pressedElsewhere, row, type Press, type Row, type State } from '../harness/walk.ts';
import {
  bodyOf,
  chooses,
  clickByScript,
  fold,
  has,
  hasFocus,
  opens,
  reloadOptions as reload,
  watch,
  type States,
} from './rows.ts';
import type { Page } from '../harness/browser.ts';

declare global {
  interface Window {
    /** A page that is loaded anew has it no more. */
    walkOld?: boolean;
  }
}

/** Counts of so many days ago. */
async function count(page: Page, ago: number): Promise<void> {
  await page.run(async ({ send }, days) => {
    const saved = await send({ type: 'export-private-data' });
    if ('refused' in saved) throw new Error(saved.refused);
    const day = new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
    const statistics = [{ day, links: 5, danger: 1, caution: 1, unchecked: 1, trusted: 1 }];
    const text = JSON.stringify({ ...(JSON.parse(saved.text) as object), statistics });
    await send({ type: 'import-private-data', text });
  }, ago);
}

const isKept = (days: RetentionDays): PageScript<Promise<boolean>> =>
  script(async ({ send }, wanted) => {
    const statistics = await send({ type: 'get-statistics' });
    return 'keptDays' in statistics && statistics.keptDays === wanted;
  }, days);

const opened =
  (...daysAgo: readonly number[]) =>
  async (page: Page): Promise<void> => {
    await ask(page, { type: 'clear-statistics' });
    await ask(page, { type: 'keep-statistics', days: 400 });
    for (const ago of daysAgo) await count(page, ago);
    await reload(page);
  };

async function keepLess(page: Page): Promise<void> {
  await opened(60)(page);
  await page.run(({ one }) => {
    const select = one<HTMLSelectElement>('#stats-keep');
    select.value = '30';
    select.dispatchEvent(new Event('change'));
  });
}

const keepFor = row(
  'combobox',
  'Keep statistics for',
  chooses('90', isKept(90), async (page) => {
    await ask(page, { type: 'keep-statistics', days: 400 });
    await reload(page);
  }),
);

const clear = row('button', 'Clear the statistics…', hasFocus('stats-clear-no'));
const table = row('disclosure', 'The same as a table', fold(at('#statistics details')));

const STATISTICS: Record<
  'empty' | 'counted' | NonNullable<StatisticsReady['asks']> | StatisticsUnready['kind'],
  State | null
> = {
  // These say so, and hold nothing to press.
  loading: null,
  unread: null,
  'no-answer': null,
  empty: { open: opened(), rows: [keepFor] },
  counted: {
    open: opened(1),
    rows: [table, clear, keepFor],
  },
  clear: {
    async open(page) {
      await opened(1)(page);
      await clickByScript(page, '#stats-clear');
    },
    rows: [
      row('button', 'Clear', has('statistics', 'The statistics are cleared.')),
      row('button', 'Keep', hasFocus('stats-clear')),
      ...pressedElsewhere([table, keepFor]),
    ],
  },
  keep: {
    open: keepLess,
    rows: [
      ...pressedElsewhere([table, clear]),
      // While it is asked, going back to what holds is an answer too.
      row('combobox', 'Keep statistics for', async ({ page, enter }) => {
        await enter('90');
        await page.until(isKept(90), { what: 'what loses no day to hold at once' });
      }),
      row('button', 'Delete', isKept(30)),
      row(
        'button',
        'Cancel',
        script(
          ({ one }) =>
            one<HTMLSelectElement>('#stats-keep').value === '400' &&
            document.querySelector('#stats-keep-no') === null,
        ),
      ),
    ],
  },
};

/** Another language has the whole page loaded again. */
async function inLanguage(page: Page, tag: string | null, choose: () => Promise<unknown>): Promise<void> {
  await page.run(() => {
    window.walkOld = true;
  });
  await choose();
  await page.until(
    script(
      ({ one }, wanted) =>
        window.walkOld === undefined &&
        document.documentElement.lang === (wanted ?? 'en') &&
        one<HTMLSelectElement>('#language').value === (wanted ?? ''),
      tag,
    ),
    { what: `the page in ${tag ?? 'the language of the browser'}` },
  );
}

/** As by another window. */
function setLanguage(page: Page, tag: string | null): Promise<void> {
  return inLanguage(page, tag, () =>
    page.run(async ({ send }, language) => {
      const preferences = await send({ type: 'get-preferences' });
      void send({ type: 'set-preferences', preferences: { ...preferences, language } });
    }, tag),
  );
}

async function chooseLanguage({ page, enter }: Press): Promise<void> {
  // The one before it in the list, as by key a page in each language on the way is loaded.
  await setLanguage(page, LANGUAGE_TAGS.en);
  await reload(page);
  await inLanguage(page, LANGUAGE_TAGS.zh_CN, () => enter(LANGUAGE_TAGS.zh_CN));
  await setLanguage(page, null);
  await reload(page);
}

const LANGUAGE: States = {
  ready: { open: reload, rows: [row('combobox', 'Language of Spamlight', chooseLanguage)] },
};

function about(world: World): States {
  const { hostname } = new URL(REPORT_TO.page);
  const { homepage } = JSON.parse(readFileSync('package.json', 'utf8')) as { homepage: string };
  world.proxy.serve(hostname, htmlPage('<title>support</title>'));
  const rows: readonly Row[] = [
    row('link', 'What Spamlight protects from, and what not', async ({ page, press }) => {
      const url = await page.url();
      await press();
      await page.until(() => location.pathname.endsWith('/welcome.html'), { what: 'the welcome page' });
      await page.goto(url);
      await reload(page);
    }),
    row('link', 'What has changed', opens(world.browser, RELEASE_NOTES)),
    row('link', homepage, opens(world.browser, homepage)),
    row('link', REPORT_TO.page, opens(world.browser, REPORT_TO.page)),
    row('link', REPORT_TO.email, async ({ page, press }) => {
      await watch(page);
      await press();
      await page.until(
        script((_, email) => window.walkTrusted?.[0] === `mailto:${email}`, REPORT_TO.email),
        { what: 'a mail to write' },
      );
    }),
    row(
      'disclosure',
      `Made with ${LIBRARIES.length} works by others`,
      fold(script(({ one }, body) => one('details', body()), bodyOf('about'))),
    ),
  ];
  return { ready: { open: reload, rows } };
}

/** Without a policy, there is a sentence; with one, a table. */
const POLICY: States = { none: { open: reload, rows: [] } };

export function otherSections(
  world: World,
): Record<'statistics' | 'language-section' | 'about' | 'policy', States> {
  return { statistics: STATISTICS, 'language-section': LANGUAGE, about: about(world), policy: POLICY };
}
