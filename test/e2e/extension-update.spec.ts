/**
 * What is the reader's own outlives an update of the extension. Databases of every older schema are in
 * `test/extension/platform/storage/private-database.test.ts`; here the browser itself replaces one version by the next.
 */
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRIVATE_DATABASE_VERSION } from '../../src/extension/platform/storage/private-database.ts';
import type { Browser } from './harness/browser.ts';
import { CHANNEL_HOST, channelFiles, FOLDERS, LISTED } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { mailPage } from './harness/mail-pages.ts';
import { untilMarked } from './harness/marks.ts';
import { byId, setPreferences } from './harness/own-parts.ts';
import { ask, OPTIONS } from './harness/pinned-channel.ts';
import { htmlPage } from './harness/proxy.ts';
import { tier } from './harness/tiers.ts';

const SPAM = `https://www.${LISTED.spamHost}/order`;

/** Puts a build into the folder that the browser loads, under another version number. */
function install(build: string, folder: string, version: string): void {
  rmSync(folder, { recursive: true, force: true });
  cpSync(build, folder, { recursive: true });
  const path = join(folder, 'manifest.json');
  const manifest: unknown = JSON.parse(readFileSync(path, 'utf8'));
  writeFileSync(path, JSON.stringify({ ...(manifest as object), version }));
}

test(
  'rules, preferences and lists are still there after an update of the extension',
  tier('core'),
  async ({ browserKind, network }) => {
    network.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
    const root = await mkdtemp(join(tmpdir(), 'spamlight-update-'));
    const profile = join(root, 'profile');
    const folder = join(root, 'extension');
    const launch = async (): Promise<Browser> => {
      if (browserKind === 'chromium') {
        return launchChromium({ extension: folder, proxyPort: network.port, profile });
      }
      return launchFirefox({ extension: folder, proxyPort: network.port, profile });
    };
    const mail = mailPage();
    network.serve(
      new URL(mail.url).hostname,
      htmlPage(mail.html(`<p><a href="${LISTED.phishingUrl}">a</a></p><p><a href="${SPAM}">b</a></p>`)),
    );

    install(FOLDERS[browserKind], folder, '0.0.9');
    await prepareProfile(profile);
    let browser = await launch();
    let page = await browser.openPage(mail.url);
    await untilMarked(page, [LISTED.phishingUrl, SPAM]);
    let options = await browser.openPage(browser.extensionUrl(OPTIONS));
    const rule = { scope: 'site', subject: LISTED.spamHost, note: 'they are fine', expiresAt: null };
    await ask(options, { type: 'add-rule', action: 'trust', ...rule });
    await ask(options, { type: 'add-rule', action: 'block', ...rule, subject: 'games.example' });
    const preferences = { onDanger: 'disable', onCaution: 'ask', language: 'zh-CN', saveData: true } as const;
    // Until they are kept: the marks in the message have only ever waited for the rules.
    await setPreferences(options, preferences);
    await untilMarked(page, [LISTED.phishingUrl]);
    await browser.close();

    install(FOLDERS[browserKind], folder, '0.1.0');
    network.forgetSeen();
    browser = await launch();
    options = await browser.openPage(browser.extensionUrl(OPTIONS));
    expect(await ask(options, { type: 'list-rules', action: 'trust' })).toMatchObject({
      rules: [{ subject: LISTED.spamHost, note: 'they are fine', by: 'reader' }],
    });
    expect(await ask(options, { type: 'list-rules', action: 'block' })).toMatchObject({
      rules: [{ subject: 'games.example' }],
    });
    expect(await ask(options, { type: 'get-preferences' })).toMatchObject({ ...preferences, locked: [] });
    page = await browser.openPage(mail.url);
    await untilMarked(page, [LISTED.phishingUrl]);
    // The list was kept as well: nothing was downloaded again.
    expect(network.seen.filter(({ url }) => url.includes('/base/'))).toEqual([]);
    await browser.close();
    await rm(root, { recursive: true, force: true });
  },
);

test(
  'a webmail that was added is watched after an update of the extension, and without the reader',
  tier('core:firefox'),
  async ({ browserKind, network }) => {
    network.serve(CHANNEL_HOST, channelFiles(FOLDERS.channel));
    const mail = { url: 'https://mail.choir.example/', host: 'mail.choir.example' };
    network.serve(
      mail.host,
      htmlPage(
        `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Choir mail</title></head><body><main><section>
       <header><h2>Rehearsal</h2><a href="mailto:anna@choir.example">Anna</a></header>
       <div><p>Dear all, here are the <a href="${LISTED.phishingUrl}">notes</a> for our rehearsal on Thursday.</p>
       <p>We begin at seven, in the old hall.</p></div></section></main></body></html>`,
      ),
    );
    const root = await mkdtemp(join(tmpdir(), 'spamlight-update-'));
    const profile = join(root, 'profile');
    const folder = join(root, 'extension');
    const launch = async (): Promise<Browser> =>
      browserKind === 'chromium'
        ? launchChromium({ extension: folder, proxyPort: network.port, profile })
        : launchFirefox({ extension: folder, proxyPort: network.port, profile });

    install(FOLDERS[browserKind], folder, '0.0.9');
    await prepareProfile(profile);
    let browser = await launch();
    // It comes to the front by itself, and a popup is about the tab in front.
    await browser.closeWelcome();
    const page = await browser.openPage(mail.url);
    const popup = await browser.openPopup(page);
    await popup.until('Check mail on mail.choir.example');
    await popup.clickAndAllow('#add-site', [`${mail.url}*`]);
    await untilMarked(page, [LISTED.phishingUrl], 30_000);
    await browser.close();

    install(FOLDERS[browserKind], folder, '0.1.0');
    browser = await launch();
    await untilMarked(await browser.openPage(mail.url), [LISTED.phishingUrl], 30_000);
    await browser.close();
    await rm(root, { recursive: true, force: true });
  },
);

/** Firefox forgets what a temporary add-on stored unless it is told otherwise; an installed one keeps it. */
async function prepareProfile(profile: string): Promise<void> {
  await mkdir(profile, { recursive: true });
  await writeFile(
    join(profile, 'prefs.js'),
    'user_pref("extensions.webextensions.keepStorageOnUninstall", true);\n' +
      'user_pref("extensions.webextensions.keepUuidOnUninstall", true);\n',
  );
}

/**
 * What each older version of the extension added to its private database, as the name of a store and its key, written out:
 * never derived from today's code.
 */
const OLDER: readonly (readonly [
  version: number,
  added: readonly (readonly [store: string, keyPath: string])[],
])[] = [
  [
    1,
    [
      ['rules', 'id'],
      ['values', 'key'],
    ],
  ],
  [
    2,
    [
      ['channels', 'id'],
      ['sectionsOff', 'channel'],
      ['statistics', 'day'],
      ['opened', 'id'],
      ['findings', 'id'],
    ],
  ],
  [3, [['deviceLists', 'id']]],
  [
    4,
    [
      ['corrections', 'id'],
      ['correspondents', 'key'],
    ],
  ],
];

test(
  'the private database of every older version is taken over, with all that is in it',
  tier('core:chromium'),
  async ({ world }) => {
    const options = await world.openOwn(OPTIONS);
    // What is new since can be done: a schema of today, whichever it came from.
    await options.until(byId('list-url'));
    for (const [version] of OLDER) {
      await world.browser.stopBackground();
      await options.run(
        async (_, databases, stores, version) => {
          const { asPromise } = databases();
          const made = async (): Promise<IDBDatabase> => {
            await asPromise(indexedDB.deleteDatabase('spamlight-private'));
            const request = indexedDB.open('spamlight-private', version);
            request.addEventListener('upgradeneeded', () => {
              for (const [name, keyPath] of stores) {
                const store = request.result.createObjectStore(name, { keyPath });
                if (name === 'opened') store.createIndex('openedAt', 'openedAt');
              }
            });
            return asPromise(request);
          };
          // The background may wake in between, for an event of its own, and make today's.
          let db: IDBDatabase | null = null;
          while (db === null) {
            db = await made().catch((error: DOMException) => {
              if (error.name !== 'VersionError') throw error;
              return null;
            });
          }
          const tx = db.transaction(Array.from(db.objectStoreNames), 'readwrite');
          tx.objectStore('rules').put({
            id: 'r1',
            action: 'trust',
            scope: 'site',
            subject: `kept-${version}.example`,
            addedAt: 1_790_000_000,
            expiresAt: null,
            note: 'mine',
            by: 'reader',
          });
          tx.objectStore('values').put({ key: 'secret', value: new Uint8Array(16).fill(version) });
          tx.objectStore('values').put({ key: 'preferences', value: { onDanger: 'disable' } });
          if (version > 1) {
            const day = { day: '2026-11-01', links: 7, danger: 1, caution: 0, unchecked: 0, trusted: 2 };
            tx.objectStore('statistics').put(day);
          }
          await new Promise<void>((resolve, reject) => {
            tx.addEventListener('complete', () => resolve());
            tx.addEventListener('abort', () => reject(tx.error));
          });
          db.close();
        },
        DATABASES,
        OLDER.filter(([earlier]) => earlier <= version).flatMap(([, added]) => added),
        version,
      );
      // What it read meanwhile, it may have kept in memory.
      await world.browser.stopBackground();
      expect(await ask(options, { type: 'list-rules', action: 'trust' })).toMatchObject({
        rules: [{ subject: `kept-${version}.example`, note: 'mine' }],
      });
      // A choice that came later has its standard value.
      expect(await ask(options, { type: 'get-preferences' })).toMatchObject({
        onDanger: 'disable',
        onCaution: 'mark',
        language: null,
        saveData: false,
        locked: [],
      });
      expect(await ask(options, { type: 'get-lists' })).toEqual({ lists: [] });
      if (version > 1) {
        expect(await ask(options, { type: 'get-statistics' })).toMatchObject({
          days: [{ day: '2026-11-01', links: 7 }],
        });
      }
      const rule = { scope: 'site', subject: 'new-here.example', note: '', expiresAt: null };
      expect(await ask(options, { type: 'add-rule', action: 'block', ...rule })).toHaveProperty('ruleId');
    }
  },
);

test(
  'there is an example of every version of the private database before this one',
  tier('core:chromium'),
  () => {
    expect(OLDER.map(([version]) => version)).toEqual(
      Array.from({ length: PRIVATE_DATABASE_VERSION - 1 }, (_, index) => index + 1),
    );
  },
);
