// The whole way once, on this machine alone: keys, a signed channel of the sample feeds, the extension built for it, and
// a browser with it and an inbox. Everything that is started is stopped by `close`.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { build } from '../scripts/build.mjs';
import { copyWithChannel } from '../scripts/name-channel.mjs';
import { CHROMIUM, ensureBrowser } from '../scripts/setup/browsers.mjs';
import { CHINESE_FONT, ensureFiles } from '../scripts/setup/debian.mjs';
import { startProgram } from '../scripts/setup/start-program.mjs';
import { ROOT } from '../scripts/setup/prepare.mjs';

const COMMAND = join(ROOT, 'dist/cli/spamlight.mjs');
/** The extension takes lists of this name only. */
const CHANNEL = 'Sample channel';
const FEEDS = join(ROOT, 'feeds/sample/feeds.json');

/**
 * @typedef {object} WorldOptions
 * @property {string} out - a folder for what is made, emptied first
 * @property {(text: string) => void} say
 * @property {boolean} headless
 * @property {{ width: number, height: number } | null} viewport - null: the window's own
 *
 * @typedef {object} World
 * @property {import('@playwright/test').BrowserContext} context
 * @property {import('@playwright/test').Page} options - the settings, from which anything can be asked
 * @property {string} own - origin of the extension's pages
 * @property {string} inbox - address of the inbox
 */

/** Ends what a world has started, in the order opposite to it. */
export class Undo {
  /** @type {(() => unknown)[]} */
  #steps = [];

  /** @param {() => unknown} step */
  push(step) {
    this.#steps.push(step);
  }

  async all() {
    for (const step of this.#steps.toReversed()) await step();
  }
}

/**
 * @param {WorldOptions} options
 * @param {Undo} undo
 * @returns {Promise<World | { readonly missing: string }>}
 */
export async function openWorld({ out, say, headless, viewport }, undo) {
  const browser = await ensureBrowser(CHROMIUM);
  if ('missing' in browser) return { missing: browser.missing };
  ensureFiles(CHINESE_FONT);
  rmSync(out, { recursive: true, force: true });
  mkdirSync(out, { recursive: true });

  say('1  Building the command …');
  await build('cli');

  say('2  Making keys and building a snapshot of the sample feeds …');
  const key = join(out, 'keys.json');
  const channel = join(out, 'channel');
  await command(['keygen', '--channel', CHANNEL, '--out', key]);
  await command(['build', '--feeds', FEEDS, '--out', channel, '--key', key]);

  const channelPort = await freePort();
  say(`3  Serving it as a channel on http://127.0.0.1:${channelPort}/ …`);
  await serveChannel(channel, channelPort, undo);
  const inbox = await serveInbox(undo);

  say('4  Building the extension, and naming this channel in a copy of it …');
  const extension = join(out, 'extension');
  await build('chrome');
  copyWithChannel(join(ROOT, 'dist/chrome'), extension, {
    url: `http://127.0.0.1:${channelPort}/`,
    name: CHANNEL,
    rootKeys: [rootKey(key)],
  });
  allowLoopback(join(extension, 'manifest.json'));

  say(
    headless ? '5  Opening the inbox (there is no display, so without a window) …' : '5  Opening the inbox …',
  );
  const profile = mkdtempSync(join(tmpdir(), 'spamlight-demo-'));
  undo.push(() => rmSync(profile, { recursive: true, force: true, maxRetries: 5 }));
  const context = await chromium.launchPersistentContext(profile, {
    headless,
    executablePath: browser.path,
    ignoreDefaultArgs: ['--disable-extensions'],
    viewport,
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
  const welcome = await until('the welcome page', () =>
    context.pages().find((page) => page.url().endsWith('/welcome.html')),
  );
  await welcome.close();
  const options = await context.newPage();
  await options.goto(`${own}/src/extension/pages/options/options.html`);
  await until('the extension to load the list', async () => {
    const status = await ask(options, { type: 'get-status' });
    return status.channels.some((/** @type {{kind: string}} */ { kind }) => kind === 'fresh');
  });
  return { context, options, own, inbox };
}

/** The id of the tab that shows the inbox. @param {import('@playwright/test').Page} options @param {string} inbox @returns {Promise<number | null>} */
export function inboxTab(options, inbox) {
  return options.evaluate(async (start) => {
    const { chrome } = /** @type {any} */ (globalThis);
    const tabs = await chrome.tabs.query({});
    return tabs.find((/** @type {{url?: string}} */ tab) => tab.url?.startsWith(start))?.id ?? null;
  }, inbox);
}

/** @param {import('@playwright/test').Page} options @param {object} request @returns {Promise<any>} */
export function ask(options, request) {
  return options.evaluate(
    (message) => /** @type {any} */ (globalThis).chrome.runtime.sendMessage(message),
    request,
  );
}

/**
 * The demo's inbox and channel are on loopback, without TLS: lets the extension work there. Its scripts stay as they are.
 *
 * @param {string} path - of a built manifest
 */
function allowLoopback(path) {
  const inbox = 'http://127.0.0.1/*';
  const manifest = JSON.parse(readFileSync(path, 'utf8'));
  manifest.host_permissions.push(inbox);
  manifest.content_scripts.push(
    ...manifest.content_scripts.map((/** @type {{js: string[]}} */ script) => ({
      ...script,
      matches: [inbox],
      js: script.js.map((file) => file.replace('/content.iife.', '/content-others.iife.')),
    })),
  );
  const policy = manifest.content_security_policy;
  policy.extension_pages = policy.extension_pages.replace('connect-src ', 'connect-src http://127.0.0.1:* ');
  writeFileSync(path, JSON.stringify(manifest));
}

/** @param {string} keyFile @returns {string} */
function rootKey(keyFile) {
  return JSON.parse(readFileSync(keyFile, 'utf8')).root.x;
}

/** @param {readonly string[]} words */
async function command(words) {
  const code = await startProgram(process.execPath, [COMMAND, ...words], { stdout: 1, stderr: 2 }).exited;
  if (code !== 0) throw new Error(`spamlight ${words[0]} ended with ${code}; what it said is above.`);
}

/** @param {string} folder @param {number} port @param {Undo} undo */
async function serveChannel(folder, port, undo) {
  const server = startProgram(process.execPath, [COMMAND, 'serve', folder, '--port', String(port)], {
    stderr: 2,
  });
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

/** @param {Undo} undo */
async function serveInbox(undo) {
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
export async function until(what, probe) {
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
