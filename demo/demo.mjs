// What `npm start` shows. Everything it starts is stopped when it ends, however it ends.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../scripts/setup/prepare.mjs';
import { ask, inboxTab, openWorld, Undo, until } from './demo-world.mjs';

const OUT = join(ROOT, 'demo-output');

/** @typedef {{href: string, verdict: {kind: string, level?: string, reasons?: {kind: string, category?: string, group?: string, expression?: string}[]}}} Flagged */
/** @typedef {{messages: number, links: number, danger: number, caution: number, unchecked: number, flagged: Flagged[]}} Report */

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @returns {Promise<number>} exit code */
export async function demo() {
  const stop = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => stop.abort());
  }
  const undo = new Undo();
  try {
    return await run(stop.signal, undo);
  } finally {
    await undo.all();
  }
}

/** @param {AbortSignal} stopped @param {Undo} undo */
async function run(stopped, undo) {
  const headless = !hasDisplay();
  const viewport = headless ? { width: 1180, height: 760 } : null;
  const world = await openWorld({ out: OUT, say, headless, viewport }, undo);
  if ('missing' in world) {
    say(`${world.missing}\nThen run npm start again.`);
    return 1;
  }
  const { context, options, inbox } = world;
  const page = await context.newPage();
  if (headless) return report(page, options, inbox, stopped);

  await page.goto(`${inbox}?_task=mail&_uid=1&_action=show`);
  await page.bringToFront();
  say('\nThe inbox is open. Point at a mark, click a marked link, or right-click it and trust the site.');
  say('Close the window or press Ctrl-C to end.');
  await new Promise((resolve) => {
    context.once('close', resolve);
    stopped.addEventListener('abort', resolve, { once: true });
  });
  return 0;
}

/**
 * Opens each message in turn and prints what the extension says of its links.
 *
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').Page} options
 * @param {string} inbox
 * @param {AbortSignal} stopped
 * @returns {Promise<number>}
 */
async function report(page, options, inbox, stopped) {
  /** @type {string[][]} */
  const rows = [];
  let unchecked = 0;
  const count = readFileSync(join(ROOT, 'demo/inbox.html'), 'utf8').split('<template').length - 1;
  for (let number = 1; number <= count && !stopped.aborted; number++) {
    await page.goto(`${inbox}?_task=mail&_uid=${number}&_action=show`);
    /** @type {{subject: string, hrefs: string[]}} */
    const shown = await page.evaluate(() => ({
      subject: document.querySelector('h2.subject')?.textContent ?? '',
      hrefs: [...document.querySelectorAll('#messagebody a[href], #messagebody form[action]')].map((link) =>
        link instanceof HTMLFormElement ? link.action : /** @type {HTMLAnchorElement} */ (link).href,
      ),
    }));
    const tab = await until('the links to be checked', async () => {
      const found = await tabReport(options, inbox);
      return found !== null && found.links >= new Set(shown.hrefs).size ? found : null;
    });
    unchecked += tab.unchecked;
    const seen = new Map(tab.flagged.map((link) => [link.href, link.verdict]));
    for (const [index, href] of shown.hrefs.entries()) {
      const verdict = seen.get(href);
      const reason = verdict?.reasons?.[0];
      rows.push([
        index === 0 ? shorten(shown.subject, 30) : '',
        shorten(href, 64),
        verdict === undefined
          ? tab.unchecked > 0
            ? 'not checked'
            : 'clear'
          : (verdict.level ?? verdict.kind),
        reason === undefined
          ? ''
          : `${reason.category ?? reason.kind}: ${reason.expression ?? ''} (${reason.group ?? ''})`,
      ]);
    }
    await page.screenshot({ path: join(OUT, `message-${number}.png`) });
  }
  say('');
  table([['message', 'link', 'verdict', 'reason'], ...rows]);
  const flagged = rows.filter(([, , verdict]) => verdict === 'danger' || verdict === 'caution').length;
  say(`\n${rows.length} links in ${count} messages: ${flagged} flagged, ${unchecked} not checked.`);
  say(`Screenshots: ${join('demo-output', 'message-1.png')} to message-${count}.png`);
  if (flagged === 0 || unchecked > 0) {
    say(
      'This is not what the demonstration is made to show: some links should be flagged, and all of them checked.',
    );
    return 1;
  }
  return 0;
}

/** @param {import('@playwright/test').Page} options @param {string} inbox @returns {Promise<Report | null>} */
async function tabReport(options, inbox) {
  const tabId = await inboxTab(options, inbox);
  return tabId === null ? null : ask(options, { type: 'get-tab', tabId });
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/** @param {string} text @param {number} length */
function shorten(text, length) {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

/** Columns that a Chinese character takes two of. @param {string} text */
function width(text) {
  let columns = 0;
  for (const character of text)
    columns += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/.test(
      character,
    )
      ? 2
      : 1;
  return columns;
}

/** @param {string[][]} rows */
function table(rows) {
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => width(row[column] ?? ''))));
  for (const [index, row] of rows.entries()) {
    say(
      row
        .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - width(cell)))
        .join('  ')
        .trimEnd(),
    );
    if (index === 0) say(widths.map((columns) => '─'.repeat(columns)).join('  '));
  }
}
