// What `npm start` shows. Everything it starts is stopped when it ends, however it ends.
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from '../scripts/build.mjs';
import { CHROMIUM, ensureBrowser } from '../scripts/browsers.mjs';
import { CHINESE_FONT, ensureFiles } from '../scripts/debian.mjs';
import { keep } from '../scripts/kept.mjs';
import { ROOT } from '../scripts/prepare.mjs';

const OUT = join(ROOT, 'demo-output');
const COMMAND = join(ROOT, 'dist/cli/spamlight.mjs');
/** The extension takes lists of this name only. */
const CHANNEL = 'Sample channel';
const FEEDS = join(ROOT, 'feeds/sample/feeds.json');

/** @typedef {{href: string, verdict: {kind: string, level?: string, reasons?: {kind: string, category?: string, group?: string, expression?: string}[]}}} Flagged */
/** @typedef {{messages: number, links: number, danger: number, caution: number, unchecked: number, flagged: Flagged[]}} Report */

/** @type {(() => unknown)[]} */
const undo = [];

/** @param {string} text */
const say = (text) => process.stdout.write(`${text}\n`);

/** @returns {Promise<number>} exit code */
export async function demo() {
  const stop = new AbortController();
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    process.once(signal, () => stop.abort());
  }
  try {
    return await run(stop.signal);
  } finally {
    for (const step of undo.toReversed()) await step();
  }
}

/** @param {AbortSignal} stopped */
async function run(stopped) {
  const browser = await ensureBrowser(CHROMIUM);
  if ('missing' in browser) {
    say(`${browser.missing}\nThen run npm start again.`);
    return 1;
  }
  ensureFiles(CHINESE_FONT);
  rmSync(OUT, { recursive: true, force: true });
  mkdirSync(OUT, { recursive: true });

  say('1  Building the command …');
  await build('cli');

  say('2  Making keys and building a snapshot of the sample feeds …');
  const key = join(OUT, 'keys.json');
  const channel = join(OUT, 'channel');
  await command(['keygen', '--channel', CHANNEL, '--out', key]);
  await command(['build', '--feeds', FEEDS, '--out', channel, '--key', key]);

  const channelPort = await freePort();
  say(`3  Serving it as a channel on http://127.0.0.1:${channelPort}/ …`);
  await serveChannel(channel, channelPort);
  const inbox = await serveInbox();

  say('4  Building the extension for this channel …');
  const extension = join(OUT, 'extension');
  await build('chrome', {
    SPAMLIGHT_OUT: extension,
    VITE_CHANNEL_URL: `http://127.0.0.1:${channelPort}/`,
    VITE_CHANNEL_NAME: CHANNEL,
    VITE_CHANNEL_ROOT_KEYS: rootKey(key),
    VITE_EXTRA_MATCHES: 'http://127.0.0.1/*',
  });

  const headless = !hasDisplay();
  say(
    headless ? '5  Opening the inbox (there is no display, so without a window) …' : '5  Opening the inbox …',
  );
  const profile = mkdtempSync(join(tmpdir(), 'spamlight-demo-'));
  undo.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const context = await chromium.launchPersistentContext(profile, {
    headless,
    executablePath: browser.path,
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport: headless ? { width: 1180, height: 760 } : null,
    args: [
      `--disable-extensions-except=${extension}`,
      `--load-extension=${extension}`,
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
  undo.push(() => context.close());

  const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent('serviceworker'));
  const own = `chrome-extension://${new URL(worker.url()).hostname}`;
  const options = await context.newPage();
  await options.goto(`${own}/src/pages/options/options.html`);
  await until('the extension to load the list', async () => {
    const status = await ask(options, { type: 'get-status' });
    return status.channels.some((/** @type {{kind: string}} */ { kind }) => kind === 'fresh');
  });

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
  const tabId = await options.evaluate(async (start) => {
    const { chrome } = /** @type {any} */ (globalThis);
    const tabs = await chrome.tabs.query({});
    return tabs.find((/** @type {{url?: string}} */ tab) => tab.url?.startsWith(start))?.id ?? null;
  }, inbox);
  return tabId === null ? null : ask(options, { type: 'get-tab', tabId });
}

/** @param {import('@playwright/test').Page} options @param {object} request @returns {Promise<any>} */
function ask(options, request) {
  return options.evaluate(
    (message) => /** @type {any} */ (globalThis).chrome.runtime.sendMessage(message),
    request,
  );
}

function hasDisplay() {
  if (process.platform !== 'linux') return true;
  return Boolean(process.env['DISPLAY']) || Boolean(process.env['WAYLAND_DISPLAY']);
}

/** @param {string} keyFile @returns {string} */
function rootKey(keyFile) {
  return JSON.parse(readFileSync(keyFile, 'utf8')).root.x;
}

/** @param {readonly string[]} words */
async function command(words) {
  const code = await keep(process.execPath, [COMMAND, ...words], { stdout: 1, stderr: 2 }).exited;
  if (code !== 0) throw new Error(`spamlight ${words[0]} ended with ${code}; what it said is above.`);
}

/** @param {string} folder @param {number} port */
async function serveChannel(folder, port) {
  const server = keep(process.execPath, [COMMAND, 'serve', folder, '--port', String(port)], { stderr: 2 });
  undo.push(() => server.stop());
  /** @type {number | null} */
  let ended = null;
  void server.exited.then((code) => {
    ended = code;
  });
  await until('the channel to be served', () => {
    if (ended !== null) throw new Error(`spamlight serve ended with ${ended}`);
    return answers(port);
  });
}

async function serveInbox() {
  /** @type {Map<string, [string, string]>} */
  const files = new Map([
    ['/', ['inbox.html', 'text/html; charset=utf-8']],
    ['/inbox.js', ['inbox.js', 'text/javascript; charset=utf-8']],
    ['/skins/elastic/styles.css', ['inbox.css', 'text/css; charset=utf-8']],
  ]);
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://127.0.0.1');
    const [name, type] = files.get(pathname) ?? [];
    if (name === undefined || type === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.writeHead(200, { 'content-type': type }).end(readFileSync(join(ROOT, 'demo', name)));
  });
  const port = await freePort();
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(undefined));
  });
  undo.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${port}/`;
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer();
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => resolve(undefined));
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}

/** @param {number} port @returns {Promise<boolean>} */
function answers(port) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

/**
 * @template Value
 * @param {string} what
 * @param {() => Value | Promise<Value>} probe
 * @returns {Promise<NonNullable<Value>>}
 */
async function until(what, probe) {
  const end = Date.now() + 30_000;
  for (;;) {
    const value = await probe();
    if (value) return value;
    if (Date.now() > end) throw new Error(`waited 30 seconds for ${what}, in vain`);
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
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
