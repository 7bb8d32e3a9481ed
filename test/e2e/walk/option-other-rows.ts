/** Sections of the options that show, and hold few choices: statistics, language, what leaves the computer, policy. */
import { readFileSync } from 'node:fs';
import { LANGUAGE_TAGS } from '../../../src/extension/platform/texts/texts.ts';
import {
  LIBRARIES,
  RELEASE_NOTES,
  REPORT_TO,
} from '../../../src/extension/pages/options/about/about-facts.ts';
import type { World } from '../harness/fixtures.ts';
import { script } from '../harness/page-script.ts';
import { ask } from '../harness/pinned-channel.ts';
import { htmlPage } from '../harness/proxy.ts';
import { row, type Press, type Row } from '../harness/walk.ts';
import { bodyOf, fold, has, opens, reloadOptions as reload, watch, type States } from './rows.ts';
import type { Page } from '../harness/browser.ts';

declare global {
  interface Window {
    /** A page that is loaded anew has it no more. */
    walkOld?: boolean;
  }
}

/** Links of today, counted as an import brings them. */
async function count(page: Page): Promise<void> {
  await page.run(async ({ send }) => {
    const saved = await send({ type: 'export-private-data' });
    if ('refused' in saved) throw new Error(saved.refused);
    const statistics = [{ day: new Date().toISOString().slice(0, 10), links: 5, danger: 1, caution: 1 }];
    const text = JSON.stringify({ ...(JSON.parse(saved.text) as object), statistics });
    await send({ type: 'import-private-data', text });
  });
}

const counting = (isOn: boolean) => async (page: Page) => {
  await ask(page, { type: 'count-links', isOn: false });
  if (isOn) await ask(page, { type: 'count-links', isOn });
};

const stop = row(
  'button',
  'Stop counting and delete the counts',
  has('statistics', 'The counts are deleted, and nothing is counted.'),
);

const STATISTICS: States = {
  // These say so, and hold nothing to press.
  loading: null,
  unread: null,
  'no-answer': null,
  empty: {
    async open(page) {
      await counting(true)(page);
      await reload(page);
    },
    rows: [stop],
  },
  counted: {
    async open(page) {
      await counting(true)(page);
      await count(page);
      await reload(page);
    },
    rows: [stop],
  },
  off: {
    async open(page) {
      await counting(false)(page);
      await reload(page);
    },
    rows: [row('button', 'Count links', has('statistics', 'Links are counted from now on.'))],
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
