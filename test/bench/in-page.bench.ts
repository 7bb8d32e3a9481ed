/**
 * What Spamlight costs in the page of a webmail, in Chromium and Firefox:
 *
 *     npm run bench -- in-page [--json] [--only=chromium,firefox] [--part=thousand,many,flood,idle,mark,busy,memory] [--rounds=N]
 *
 * Two tabs of one browser show the same page: one on a site that the extension may see, one on a site that it may
 * not. They take turns, and the difference is ours. Processor time of the page's main thread, from the operating
 * system, so that other work on the machine does not count; waits are by the clock, and do suffer from it. Medians.
 * Needs Linux.
 */
import { existsSync } from 'node:fs';
import type { Browser, Page } from '../e2e/harness/browser.ts';
import { CHANNEL_HOST, channelFiles, FOLDERS, LISTED } from '../e2e/harness/channel.ts';
import { launchChromium } from '../e2e/harness/chromium.ts';
import { launchFirefox } from '../e2e/harness/firefox.ts';
import { untilMarked } from '../e2e/harness/marks.ts';
import { type PageScript, script } from '../e2e/harness/page-script.ts';
import { mainThreadMs, privateBytes } from '../e2e/harness/process-time.ts';
import { htmlPage, startProxy } from '../e2e/harness/proxy.ts';
// oxlint-disable-next-line import/no-named-as-default -- Playwright asks for a default export
import setup from '../e2e/harness/setup.ts';
import { medianOf } from './bench-pages.ts';
import { resolve } from 'node:path';

const LINKS = 1_000;
/** Above the links that one message is asked about in a minute. */
const MANY_LINKS = 5_000;
const FLOOD_LINKS = 20_000;
/** Until all of them are marked, or said to be unchecked. */
const MANY_SETTLE_MS = 6_000;
const ELEMENTS = 50_000;
const CHANGES_PER_SECOND = 100;
const BUSY_SECONDS = 5;
const IDLE_SECONDS = 3;
/** With the one that is left out, 5,000 links in a tab: no more than four. */
const ROUNDS = Math.min(4, Number(optionOf('rounds') ?? 4));
/** Rounds of many links, each in tabs of its own. */
const MANY_ROUNDS = Number(optionOf('rounds') ?? 3);
/** All that follows from an insertion is over by then. Milliseconds. */
const SETTLE_MS = 1_500;

const PARTS = ['thousand', 'many', 'flood', 'idle', 'mark', 'busy', 'memory'] as const;
type Part = (typeof PARTS)[number];

const chosenParts = optionOf('part')?.split(',') ?? PARTS;
const unknownPart = chosenParts.find((part) => !PARTS.some((each) => each === part));
if (unknownPart !== undefined) throw new Error(`no part ${unknownPart}; there are: ${PARTS.join(', ')}`);

const SEEN = 'https://bench.webmail.test/';
const UNSEEN = 'https://bench.other.example/';

/** Recognised as a Roundcube by the folder of its stylesheet. */
const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Bench</title>
  <link rel="stylesheet" href="/skins/elastic/x.css"></head>
  <body><div id="layout-content"><div id="message-header"><h2 class="subject">Bench</h2></div>
  <div id="app"></div><div id="messagebody"></div></div></body></html>`;

interface Insertion {
  readonly links: number;
  readonly flagged: boolean;
  readonly host: string;
  readonly tag: string;
}

interface TimedInsertion extends Insertion {
  /** Milliseconds until all that follows from it is over. */
  readonly settle: number;
}

/** What is done in both tabs. */
const insert = (inserted: Insertion): PageScript<void> =>
  script(({ one }, { links, flagged, host, tag }) => {
    const lines = Array.from(
      { length: links },
      (_, index) =>
        `<p>Text <a href="https://${flagged ? host : 'good.example'}/${tag}/${index}?utm_source=letter&id=${index * 7919}">link number ${index}</a> text</p>`,
    );
    one('#messagebody').replaceChildren(document.createRange().createContextualFragment(lines.join('')));
  }, inserted);

/** The longest time between two turns of the event loop, from the insertion until all is settled. Milliseconds. */
const longestTurnOf = (inserted: TimedInsertion): PageScript<Promise<number>> =>
  script(
    async ({ pause }, insertNow, settle) => {
      const { port1, port2 } = new MessageChannel();
      let last = performance.now();
      let longest = 0;
      let isOver = false;
      port1.addEventListener('message', () => {
        const now = performance.now();
        longest = Math.max(longest, now - last);
        last = now;
        if (!isOver) port2.postMessage(null);
      });
      port1.start();
      insertNow();
      // What the page itself needs for it is over: its own layout would hide the rest.
      void document.body.offsetHeight;
      last = performance.now();
      port2.postMessage(null);
      await pause(settle);
      isOver = true;
      return longest;
    },
    insert(inserted),
    inserted.settle,
  );

/** No mark is left, and nothing of it is still to be told to the background. */
const CLEAR_AWAY = script(async ({ one, all, root, pause }) => {
  one('#messagebody').replaceChildren();
  while (all('.mark:popover-open', root()).length > 0) await pause(5);
  await pause(500);
});

const firstMark = (tag: string): PageScript<Promise<number>> =>
  script(async ({ one, all, root, pause }, href) => {
    const startedAt = performance.now();
    one('#messagebody').replaceChildren(
      document.createRange().createContextualFragment(`<p>Text <a href="${href}">x</a></p>`),
    );
    while (all('.mark:popover-open', root()).length === 0) {
      if (performance.now() - startedAt > 20_000) throw new Error('no mark in 20 s');
      await pause(1);
    }
    return performance.now() - startedAt;
  }, `https://${LISTED.phishingHost}/${tag}`);

const FILL = script(({ one }, count) => {
  const blocks = Array.from({ length: count / 10 }, () => `<div>${'<i>x</i>'.repeat(9)}</div>`);
  one('#app').replaceChildren(document.createRange().createContextualFragment(blocks.join('')));
}, ELEMENTS);

const CHANGE = script(
  async ({ one }, changes, perSecond) => {
    const app = one('#app');
    await new Promise<void>((done) => {
      let count = 0;
      const timer = setInterval(() => {
        const element = app.children[(count * 997) % app.children.length]?.children[3];
        element?.replaceWith(Object.assign(document.createElement('b'), { textContent: String(count) }));
        count += 1;
        if (count === changes) {
          clearInterval(timer);
          done();
        }
      }, 1000 / perSecond);
    });
  },
  CHANGES_PER_SECOND * BUSY_SECONDS,
  CHANGES_PER_SECOND,
);

const NOTHING = script(() => 1);

/** Undefined: not chosen to be measured. */
export interface InPageReport {
  readonly browser: string;
  /** Ours, of the main thread, from insertion until nothing happens any more. Milliseconds per 1,000 links. */
  readonly clearMs?: number;
  readonly flaggedMs?: number;
  /** Longest turn of the event loop after the insertion. Milliseconds: with Spamlight, without. */
  readonly longestClearMs?: readonly [number, number];
  readonly longestFlaggedMs?: readonly [number, number];
  /** The same of 5,000 links in one message: main thread in all, and the longest turn. Milliseconds: ours alone; with, without. */
  readonly manyClear?: ManyLinks;
  readonly manyFlagged?: ManyLinks;
  /** Main thread of 20,000 links, none listed and all listed, with Spamlight. Times what it is without. */
  readonly floodClearRatio?: number;
  readonly floodFlaggedRatio?: number;
  /** Ours while nothing changes. Milliseconds a second. */
  readonly idleMs?: number;
  /** Ours on the page of 50,000 elements that changes 100 times a second. Milliseconds a second. */
  readonly busyMs?: number;
  /** From the insertion of a listed link to its mark. Milliseconds. */
  readonly firstMarkMs?: number;
  readonly firstMarkStoppedMs?: number;
  /** Bytes; in Chromium alone. */
  readonly memory?: number;
}

export interface ManyLinks {
  readonly oursMs: number;
  readonly longestMs: readonly [number, number];
}

const pause = (milliseconds: number): Promise<void> =>
  new Promise((done) => {
    setTimeout(done, milliseconds);
  });

/** What the main thread of the page works from the beginning of a task until it is settled. Milliseconds. */
async function worked(page: Page, id: number, task: () => Promise<unknown>, settle: number): Promise<number> {
  await page.show();
  const before = mainThreadMs(id);
  await task();
  await pause(settle);
  // Both tabs are asked in the same way, so that what asking costs goes away in the difference.
  await page.run(NOTHING);
  return mainThreadMs(id) - before;
}

/** Memory of two tabs that show the same thousand links, of which twenty are flagged; the difference is ours. */
async function memoryOf(browser: Browser): Promise<number> {
  const differences: number[] = [];
  for (let round = 0; round < 3; round++) {
    const bytes: number[] = [];
    for (const url of [UNSEEN, SEEN]) {
      const page = await browser.openPage(url);
      const id = await page.processId();
      await page.run(insert({ links: LINKS - 20, flagged: false, host: '', tag: `m${round}` }));
      await page.run(({ one }, host) => {
        const links = `<a href="https://${host}/m">x</a> `.repeat(20);
        one('#messagebody').prepend(document.createRange().createContextualFragment(links));
      }, LISTED.phishingHost);
      await pause(4_000);
      bytes.push(privateBytes(id));
      await page.close();
    }
    differences.push((bytes[1] ?? 0) - (bytes[0] ?? 0));
  }
  return medianOf(differences);
}

/** Opens both pages, the one that is not ours first. */
async function openBoth(browser: Browser): Promise<readonly Tab[]> {
  const tabs: Tab[] = [];
  for (const url of [UNSEEN, SEEN]) {
    const page = await browser.openPage(url);
    tabs.push({ page, id: await page.processId() });
  }
  return tabs;
}

interface Tab {
  readonly page: Page;
  /** Of its process. */
  readonly id: number;
}

/** Medians of what `one` gives in the two tabs in turn: without Spamlight, with it. */
async function inTurn(
  tabs: readonly Tab[],
  count: number,
  one: (tab: Tab) => Promise<number>,
): Promise<readonly [number, number]> {
  const found = tabs.map((): number[] => []);
  for (let round = 0; round < count; round++) {
    for (const [index, tab] of tabs.entries()) found[index]?.push(await one(tab));
  }
  return [medianOf(found[0] ?? []), medianOf(found[1] ?? [])];
}

let lastTag = 0;
function insertion(isFlagged: boolean): TimedInsertion {
  lastTag += 1;
  return {
    links: LINKS,
    flagged: isFlagged,
    host: LISTED.phishingHost,
    tag: `t${lastTag}`,
    settle: SETTLE_MS,
  };
}

/**
 * Insertions in tabs of their own: above 5,000 new links a minute in one tab, Spamlight says that it does not check.
 * The first of each is left out, so that engines have seen the code.
 */
async function ofInsertions(
  browser: Browser,
  isFlagged: boolean,
  one: (tab: Tab, inserted: TimedInsertion) => Promise<number>,
): Promise<readonly [number, number]> {
  const tabs = await openBoth(browser);
  for (const tab of tabs) await one(tab, insertion(isFlagged));
  const medians = await inTurn(tabs, ROUNDS, (tab) => one(tab, insertion(isFlagged)));
  for (const { page } of tabs) await page.close();
  return medians;
}

const time = ({ page, id }: Tab, task: PageScript<unknown>, settle: number): Promise<number> =>
  worked(page, id, () => page.run(task), settle);

const timeInsertion = (tab: Tab, inserted: TimedInsertion): Promise<number> =>
  time(tab, insert(inserted), inserted.settle);

async function longestTurn({ page }: Tab, inserted: TimedInsertion): Promise<number> {
  await page.show();
  return page.run(longestTurnOf(inserted));
}

/** Medians of one insertion of many links, each in a tab of its own: without Spamlight, with it. */
async function ofMany(
  browser: Browser,
  links: number,
  isFlagged: boolean,
  one: (tab: Tab, inserted: TimedInsertion) => Promise<number>,
): Promise<readonly [number, number]> {
  const found: [number[], number[]] = [[], []];
  for (let round = 0; round < MANY_ROUNDS; round++) {
    for (const [index, url] of ([UNSEEN, SEEN] as const).entries()) {
      const page = await browser.openPage(url);
      const tab = { page, id: await page.processId() };
      found[index]?.push(await one(tab, { ...insertion(isFlagged), links, settle: MANY_SETTLE_MS }));
      await page.close();
    }
  }
  return [medianOf(found[0]), medianOf(found[1])];
}

async function manyOf(browser: Browser, isFlagged: boolean): Promise<ManyLinks> {
  const main = await ofMany(browser, MANY_LINKS, isFlagged, timeInsertion);
  const longest = await ofMany(browser, MANY_LINKS, isFlagged, longestTurn);
  return { oursMs: main[1] - main[0], longestMs: [longest[1], longest[0]] };
}

async function floodOf(browser: Browser, isFlagged: boolean): Promise<number> {
  const [without, ours] = await ofMany(browser, FLOOD_LINKS, isFlagged, timeInsertion);
  return ours / without;
}

async function measure(browser: Browser): Promise<InPageReport> {
  const startedAt = performance.now();
  const found: { -readonly [Name in keyof InPageReport]: InPageReport[Name] } = { browser: browser.kind };
  const takes = (part: Part): boolean => chosenParts.includes(part);
  const done = (what: string, value: unknown): void => {
    const seconds = Math.round((performance.now() - startedAt) / 1_000);
    console.error(`${browser.kind}, ${seconds} s: ${what} ${JSON.stringify(value)}`);
  };

  const first = await browser.openPage(SEEN);
  await first.run(insert({ links: 1, flagged: true, host: LISTED.phishingHost, tag: 'first' }));
  // The first mark is there when the list is.
  await untilMarked(first, [`https://${LISTED.phishingHost}/first/0?utm_source=letter&id=0`], 60_000);
  await first.close();

  if (takes('thousand')) {
    for (const isFlagged of [false, true]) {
      const [without, ours] = await ofInsertions(browser, isFlagged, timeInsertion);
      found[isFlagged ? 'flaggedMs' : 'clearMs'] = ours - without;
      const longest = await ofInsertions(browser, isFlagged, longestTurn);
      found[isFlagged ? 'longestFlaggedMs' : 'longestClearMs'] = [longest[1], longest[0]];
      done(`1,000 links, ${isFlagged ? 'all' : 'none'} listed`, [ours, without, ...longest]);
    }
  }
  if (takes('many')) {
    found.manyClear = await manyOf(browser, false);
    done('5,000 links, none listed', found.manyClear);
    found.manyFlagged = await manyOf(browser, true);
    done('5,000 links, all listed', found.manyFlagged);
  }
  if (takes('flood')) {
    found.floodClearRatio = await floodOf(browser, false);
    done('20,000 links, none listed', found.floodClearRatio);
    found.floodFlaggedRatio = await floodOf(browser, true);
    done('20,000 links, all listed', found.floodFlaggedRatio);
  }
  if (takes('idle') || takes('mark') || takes('busy')) await measureFew(browser, takes, found, done);
  if (takes('memory') && browser.kind === 'chromium') {
    found.memory = await memoryOf(browser);
    done('memory', found.memory);
  }
  return found;
}

/** With a few listed links in the message. */
async function measureFew(
  browser: Browser,
  takes: (part: Part) => boolean,
  found: { -readonly [Name in keyof InPageReport]: InPageReport[Name] },
  done: (what: string, value: unknown) => void,
): Promise<void> {
  const tabs = await openBoth(browser);
  for (const { page } of tabs)
    await page.run(insert({ links: 20, flagged: true, host: LISTED.phishingHost, tag: 'few' }));
  await pause(2_000);
  if (takes('idle')) {
    const idle = await inTurn(tabs, 3, (tab) => time(tab, NOTHING, IDLE_SECONDS * 1_000));
    found.idleMs = (idle[1] - idle[0]) / IDLE_SECONDS;
    done('idle', found.idleMs);
  }

  const marked = tabs[1]?.page;
  if (marked === undefined) throw new Error('no page of ours');
  if (takes('mark')) {
    await marked.show();
    const warm: number[] = [];
    const stopped: number[] = [];
    for (let round = 0; round < 7; round++) {
      await marked.run(CLEAR_AWAY);
      warm.push(await marked.run(firstMark(`warm${round}`)));
    }
    for (let round = 0; round < 5; round++) {
      await marked.run(CLEAR_AWAY);
      await browser.stopBackground();
      stopped.push(await marked.run(firstMark(`stopped${round}`)));
    }
    found.firstMarkMs = medianOf(warm);
    found.firstMarkStoppedMs = medianOf(stopped);
    done('first mark', [found.firstMarkMs, found.firstMarkStoppedMs]);
  }

  if (takes('busy')) {
    for (const { page } of tabs) {
      await page.run(insert({ links: 5, flagged: true, host: LISTED.phishingHost, tag: 'few' }));
      await page.run(FILL);
    }
    await pause(3_000);
    const busy = await inTurn(tabs, 3, (tab) => time(tab, CHANGE, 200));
    found.busyMs = (busy[1] - busy[0]) / BUSY_SECONDS;
    done('busy', found.busyMs);
  }
  for (const { page } of tabs) await page.close();
}

/** `--name=value` of the command line. */
function optionOf(name: string): string | undefined {
  const start = `--${name}=`;
  return process.argv.find((word) => word.startsWith(start))?.slice(start.length);
}

function print(report: InPageReport): void {
  const ms = (value: number | undefined): string | null =>
    value === undefined ? null : `${value.toFixed(1)} ms`;
  const turns = (longest: readonly [number, number] | undefined): string | null =>
    longest === undefined ? null : `${ms(longest[0])} (${ms(longest[1])})`;
  const times = (ratio: number | undefined): string | null =>
    ratio === undefined ? null : `${ratio.toFixed(2)} ×`;
  const { manyClear, manyFlagged, memory } = report;
  const rows: readonly (readonly [string, string | null, string])[] = [
    ['1,000 links, none listed: main thread', ms(report.clearMs), '≤ 16 ms'],
    ['1,000 links, all listed: main thread', ms(report.flaggedMs), '≤ 16 ms'],
    ['longest turn, none listed (without Spamlight)', turns(report.longestClearMs), '≤ 50 ms'],
    ['longest turn, all listed (without Spamlight)', turns(report.longestFlaggedMs), '≤ 50 ms'],
    ['5,000 links, none listed: main thread', ms(manyClear?.oursMs), '≤ 300 ms'],
    ['5,000 links, none listed: longest turn (without)', turns(manyClear?.longestMs), '≤ 50 ms'],
    ['5,000 links, all listed: main thread', ms(manyFlagged?.oursMs), '≤ 300 ms'],
    ['5,000 links, all listed: longest turn (without)', turns(manyFlagged?.longestMs), '≤ 50 ms'],
    ['20,000 links, none listed: times without', times(report.floodClearRatio), '≤ 2 ×'],
    ['20,000 links, all listed: times without', times(report.floodFlaggedRatio), '≤ 2 ×'],
    ['idle, a second', ms(report.idleMs), '0'],
    ['50,000 elements, 100 changes a second, a second', ms(report.busyMs), ''],
    ['first mark, warm', ms(report.firstMarkMs), '≤ 100 ms'],
    ['first mark, background stopped', ms(report.firstMarkStoppedMs), '≤ 300 ms'],
    ['memory of the tab', memory === undefined ? null : `${(memory / 1e6).toFixed(1)} MB`, '≤ 5 MB'],
  ];
  console.log(`\n${report.browser}`);
  for (const [what, value, aim] of rows)
    console.log(`  ${what.padEnd(50)} ${(value ?? 'not measured').padStart(22)}   ${aim}`);
}

const PROGRAMS = [
  ['chromium', process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium', launchChromium],
  ['firefox', process.env['SPAMLIGHT_FIREFOX'] ?? '/usr/bin/firefox-esr', launchFirefox],
] as const;

if (!process.argv.includes('--built')) await setup();
const only = optionOf('only')?.split(',');
const reports: InPageReport[] = [];
for (const [kind, program, launch] of PROGRAMS) {
  if (!(only?.includes(kind) ?? true)) continue;
  if (!existsSync(program)) {
    console.error(`left out: ${kind}, which is not at ${program}`);
    continue;
  }
  const proxy = await startProxy();
  proxy.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
  for (const url of [SEEN, UNSEEN]) proxy.serve(new URL(url).hostname, htmlPage(PAGE));
  const browser = await launch({ extension: resolve(FOLDERS[kind]), proxyPort: proxy.port });
  try {
    await browser.closeWelcome();
    await browser.addSites([`${new URL(SEEN).origin}/*`]);
    reports.push(await measure(browser));
  } finally {
    await browser.close();
    await proxy.close();
  }
}
if (reports.length === 0) throw new Error('no browser to measure');
if (process.argv.includes('--json')) console.log(JSON.stringify({ inPage: reports }));
else for (const report of reports) print(report);
