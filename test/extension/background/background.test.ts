import { readFileSync } from 'node:fs';
import { messageFingerprint } from '../../../src/core/fingerprint/message-fingerprint.ts';
import { LETTER } from '../../core/fingerprint/a-letter.ts';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SnapshotStore } from '../../../src/extension/platform/storage/snapshot-store.ts';
import { localDay } from '../../../src/extension/background/realm/local-day.ts';
import { CARD_VERDICT } from '../../../src/extension/protocol/verdict-schema.ts';
import { FakeBrowser, MATCHES, ORIGIN, channelFile, fetchFromPackage } from './fake-browser.ts';
import { browserModule, linkRequest, Realm, until } from './realm.ts';
import { IDBObjectStore as FakeObjectStore } from 'fake-indexeddb';
import { PHISHING, snapshotOf, SPAM, TestChannel } from './lists/test-channel.ts';
import { freshProfile } from './lists/update-harness.ts';
import { privateStores } from '../platform/storage/private-stores.ts';
import { aReport } from './a-report.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => browserModule);

const nowSeconds = (): number => Math.floor(Date.now() / 1000);

let channel: TestChannel;
let browser: FakeBrowser;
let realm: Realm;

async function publish(serial: number, phishing: readonly string[]): Promise<void> {
  await channel.publish(
    snapshotOf(
      [
        { section: PHISHING, entries: phishing },
        { section: SPAM, entries: ['pills.example'] },
      ],
      { serial, publishedAt: nowSeconds() - 60 },
    ),
  );
}

beforeEach(async () => {
  freshProfile();
  channel = await TestChannel.start();
  await publish(1, ['bank-check.example']);
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(channel)])));
  vi.stubGlobal('navigator', { onLine: true });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
});

afterEach(async () => {
  await realm.idle();
  vi.unstubAllEnvs();
  await channel.stop();
});

const BAD = 'https://login.bank-check.example/verify';
const SPAMMED = 'https://pills.example/order';
const GOOD = 'https://www.example.org/garden';

async function kinds(hrefs: readonly string[], frame = {}): Promise<readonly string[]> {
  const { verdicts } = await realm.fromFrame(linkRequest(hrefs), frame);
  return verdicts.map(({ verdict }) => (verdict.kind === 'flagged' ? verdict.level : verdict.kind));
}

describe('checking links', () => {
  test('checking links says "unchecked" before there is a list, and what is listed once there is one', async () => {
    freshProfile();
    channel.answers.set('latest.jws', (_request, response) => response.writeHead(503).end());
    await realm.start();
    await realm.idle();
    const { verdicts } = await realm.fromFrame(linkRequest([BAD, GOOD]));
    expect(verdicts.map(({ verdict }) => verdict)).toEqual([
      { kind: 'unchecked', because: 'no-snapshot', asks: false },
      { kind: 'unchecked', because: 'no-snapshot', asks: false },
    ]);
    channel.answers.clear();
    await realm.update();
    expect(await kinds([BAD, SPAMMED, GOOD, BAD])).toEqual(['danger', 'caution', 'clear', 'danger']);
  });

  test('checking links answers with the very first list what was asked while it was on its way', async () => {
    freshProfile();
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    channel.answers.set('latest.jws', (_request, response) => {
      void released.then(() => response.end(channel.files.get('latest.jws')));
    });
    channel.takePaths();
    const started = realm.start();
    await until(() => expect(channel.requests.map(({ path }) => path)).toContain('latest.jws'));
    let isAnswered = false;
    const asked = realm.fromFrame(linkRequest([BAD, GOOD])).finally(() => {
      isAnswered = true;
    });
    // A later question that needs no list is answered meanwhile.
    await realm.fromPage({ type: 'get-status' });
    expect(isAnswered).toBe(false);
    release();
    const { verdicts } = await asked;
    expect(verdicts).toMatchObject([{ verdict: { kind: 'flagged' } }, { verdict: { kind: 'clear' } }]);
    channel.answers.clear();
    await started;
  });

  test('checking links answers so the very first question of all, that of a realm which has only begun', async () => {
    freshProfile();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    browser.readsSession = (key) => (key === 'started' ? held : Promise.resolve());
    const started = realm.start();
    await until(() => expect(browser.listeners('runtime.onMessage').size).toBeGreaterThan(0));
    const { verdicts } = await realm.fromFrame(linkRequest([BAD, GOOD]));
    expect(verdicts).toMatchObject([{ verdict: { kind: 'flagged' } }, { verdict: { kind: 'clear' } }]);
    release();
    await started;
  });

  test('checking links says so again when the storage that could not be read can be, to frames and pages', async () => {
    await realm.update();
    const read = vi.spyOn(FakeObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('not now', 'NotAllowedError');
    });
    await realm.start();
    const { verdicts } = await realm.fromFrame(linkRequest([BAD, GOOD]));
    expect(verdicts.map(({ verdict }) => verdict)).toMatchObject([
      { kind: 'unchecked', because: 'storage-failed' },
      { kind: 'unchecked', because: 'storage-failed' },
    ]);
    const rings = async (): Promise<void> => {
      expect(browser.alarms.delete('storage')).toBe(true);
      browser.told.length = 0;
      browser.broadcasts.length = 0;
      await browser.fire('alarms.onAlarm', { name: 'storage' });
    };
    await rings();
    expect(browser.told).toEqual([]);
    // What woke the realm may be the alarm itself.
    await realm.start();
    browser.alarms.set('storage', {});
    read.mockRestore();
    await rings();
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
    expect(browser.broadcasts).toContainEqual({ type: 'changed', what: 'status' });
    expect(browser.alarms.has('storage')).toBe(false);
    expect(await kinds([BAD, GOOD])).toEqual(['danger', 'clear']);
  });

  test('checking links is not tried again by itself where no webmail is open', async () => {
    await realm.update();
    const read = vi.spyOn(FakeObjectStore.prototype, 'getAll').mockImplementation(() => {
      throw new DOMException('not now', 'NotAllowedError');
    });
    await realm.start();
    await browser.fire('alarms.onAlarm', { name: 'storage' });
    expect(browser.alarms.has('storage')).toBe(false);
    read.mockRestore();
  });

  test('checking links makes caution of a listed sender, in the frame and in the popup', async () => {
    const section = { ...PHISHING, kind: 'address' } as const;
    await channel.publish(
      snapshotOf([{ section, entries: ['shop@b.example'] }], { serial: 2, publishedAt: nowSeconds() - 30 }),
    );
    await realm.update();
    const href = 'mailto:shop@b.example';
    const { verdicts } = await realm.fromFrame({
      ...linkRequest([href, href], 'shop@b.example'),
      links: ['sender', 'a'].map((tag, number) => ({ href, text: '', tag, number })),
    });
    expect(verdicts.map(({ verdict }) => verdict.kind === 'flagged' && verdict.level)).toEqual([
      'caution',
      'caution',
    ]);
    await realm.fromFrame(
      aReport({
        isNewDocument: true,
        flagged: { danger: 0, caution: 1 },
        shown: [{ href, text: 'Shop', messageKey: 'message 1' }],
        messageKeys: ['message 1'],
      }),
    );
    const tab = await realm.fromPage({ type: 'get-tab', tabId: 1 }, 'src/extension/pages/popup/popup.html');
    expect(tab.flagged.map(({ verdict }) => verdict)).toMatchObject([{ level: 'caution' }]);
    expect(browser.badges.get('1')).toBe('1');
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href,
      scope: 'sender',
      forSeconds: null,
    } as const;
    expect(await realm.fromFrame(trust)).toMatchObject({ scope: 'sender', subject: 'shop@b.example' });
  });

  test('checking links knows a reported text again, and says whose list has it', async () => {
    const section = { kind: 'message', category: 'phishing', action: 'danger', group: 'desk' } as const;
    const facts = {
      head: { name: '', address: 'ann.lee@gmail.com', replyTo: null, subject: 'News', reader: null },
      body: { text: LETTER, end: '', hasQuote: false, alts: [], asksPassword: false, links: [] },
    };
    const ask = { type: 'message-facts', messageKey: 'message 1', revision: 1, facts } as const;
    expect((await realm.fromFrame(ask)).verdict?.reasons).toEqual([]);
    await channel.publish(
      snapshotOf([{ section, entries: messageFingerprint(LETTER).slice(1) }], {
        serial: 2,
        publishedAt: nowSeconds() - 30,
      }),
    );
    await realm.update();
    expect((await realm.fromFrame(ask)).verdict).toMatchObject({
      kind: 'clear',
      reasons: [{ id: 'L1', points: 5, values: [channel.name] }],
    });
    const { channels } = await realm.fromPage({ type: 'get-status' });
    for (const { id } of channels)
      await realm.fromPage({ type: 'set-sections', channel: id, off: [section] });
    expect((await realm.fromFrame(ask)).verdict?.reasons).toEqual([]);
  });

  test('checking links judges a message anew with the brands and domains that a newer list brings', async () => {
    const href = 'https://paypal-receipts.net/r?id=8f2a77c19e';
    const head = {
      name: 'PayPal',
      address: 'service@paypal-receipts.net',
      replyTo: null,
      subject: '',
      reader: null,
    };
    const body = { text: 'Confirm © 2026 PayPal', end: '', hasQuote: false, alts: [], asksPassword: false };
    const facts = { head, body: { ...body, links: [{ href: 0 }] } };
    const kindOf = async (revision: number): Promise<string | undefined> => {
      await kinds([href]);
      const ask = { type: 'message-facts', messageKey: 'message 1', revision, facts } as const;
      return (await realm.fromFrame(ask)).verdict?.kind;
    };
    await realm.update();
    expect(await kindOf(1)).toBe('flagged');
    const tables = { name: 'tables/1', bytes: new TextEncoder().encode('PayPal | paypal-receipts.net\n') };
    await channel.publish(
      snapshotOf([{ section: PHISHING, entries: ['bank-check.example'] }], {
        serial: 2,
        publishedAt: nowSeconds() - 30,
        opaque: [tables],
      }),
    );
    await realm.update();
    expect(await kindOf(2)).toBe('clear');
  });

  test('checking links gives the same answers after the realm was stopped', async () => {
    await realm.update();
    await realm.start();
    expect(await kinds([BAD, GOOD])).toEqual(['danger', 'clear']);
  });

  test('checking links tells open tabs to ask again when another list is in use', async () => {
    await realm.update();
    await kinds([GOOD]);
    browser.told.length = 0;
    await publish(2, ['bank-check.example', 'www.example.org']);
    await realm.update();
    await until(() => expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]));
    expect(await kinds([GOOD])).toEqual(['danger']);
  });

  test('checking links leaves links unchecked above 5,000 new ones a minute in a tab', async () => {
    await realm.update();
    vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
    for (let batch = 0; batch < 50; batch++) {
      await kinds(Array.from({ length: 100 }, (_, index) => `https://x.example/${batch}/${index}`));
    }
    const both = [BAD, `${BAD}/2`];
    expect(await kinds(both)).toEqual(['unchecked', 'unchecked']);
    expect(await kinds(['https://x.example/0/0'])).toEqual(['clear']);
    expect(await kinds([BAD], { tabId: 2 })).toEqual(['danger']);
    // Alone, as at a click.
    expect(await kinds([BAD])).toEqual(['danger']);
    vi.advanceTimersByTime(61_000);
    expect(await kinds(['https://x.example/new', 'https://x.example/newer'])).toEqual(['clear', 'clear']);
    vi.useRealTimers();
  });

  test('checking links refuses what is no request, and what the realm may not ask', async () => {
    await expect(browser.fromFrame({ type: 'check-links' })).rejects.toThrow(/refused/);
    await expect(browser.fromFrame({ type: 'get-status' })).rejects.toThrow(/refused/);
    await expect(browser.fromPage(linkRequest([BAD]))).rejects.toThrow(/refused/);
    await expect(browser.fromFrame('hello')).rejects.toThrow(/refused/);
    await expect(
      browser.fromSender({ type: 'get-status' }, { id: 'another-extension', url: 'chrome-extension://x/' }),
    ).rejects.toThrow(/refused/);
    // Whatever else the other one looks like: a page of ours, a frame of a webmail.
    const another = { id: 'another-extension' };
    await expect(
      browser.fromSender(
        { type: 'get-status' },
        { ...another, url: `${ORIGIN}/src/extension/pages/options/options.html` },
      ),
    ).rejects.toThrow(/refused/);
    await expect(
      browser.fromSender(linkRequest([BAD]), {
        ...another,
        url: 'https://mail.google.com/mail/u/0/',
        frameId: 0,
        tab: { id: 1, incognito: false, url: 'https://mail.google.com/mail/u/0/' },
      }),
    ).rejects.toThrow(/refused/);
  });

  test('checking links lets only the options page add channels and read backups', async () => {
    const popup = 'src/extension/pages/popup/popup.html';
    await expect(realm.fromPage({ type: 'add-channel', text: 'x' }, popup)).rejects.toThrow(/asked from/);
    await expect(realm.fromPage({ type: 'export-private-data' }, popup)).rejects.toThrow(/asked from/);
  });
});

const report = aReport({
  links: 2,
  flagged: { danger: 1, caution: 0 },
  shown: [{ href: BAD, text: 'pay', messageKey: 'message 1' }],
  messageKeys: ['message 1'],
});

test('reports of a frame count in the order in which it sends them, however soon one follows the other', async () => {
  await realm.update();
  await kinds([BAD]);
  const shown = { isWebmail: true, messages: 1, links: 2, danger: 1 };
  const nothing = { messages: 0, links: 0, flagged: { danger: 0, caution: 0 }, shown: [], messageKeys: [] };
  for (const isNewTab of [true, false]) {
    // A document says that it is new and empty, and a moment later what it shows: the first is still being taken in.
    await Promise.all([
      realm.fromFrame({ ...report, ...nothing, isNewDocument: true }),
      realm.fromFrame(report),
    ]);
    const popup = 'src/extension/pages/popup/popup.html';
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 }, popup), String(isNewTab)).toMatchObject(shown);
    expect(browser.badges.get('1')).toBe('1');
  }
  // And one that shows nothing any more.
  await Promise.all([realm.fromFrame(report), realm.fromFrame({ ...report, ...nothing })]);
  expect(browser.badges.get('1')).toBe('');
});

test('the badge shows the last report of a frame, also where an earlier one takes longer to draw', async () => {
  await realm.update();
  let draw = (): void => undefined;
  browser.drawsBadge = new Promise((resolve) => void (draw = resolve));
  const first = realm.fromFrame(report);
  await expect.poll(() => browser.badgesBegun).toContain('1');
  browser.drawsBadge = Promise.resolve();
  const second = realm.fromFrame({ ...report, links: 0, flagged: { danger: 0, caution: 0 }, shown: [] });
  // One that draws beside the first is done by then; one that waits for it never is.
  await Promise.race([second, new Promise((resolve) => setTimeout(resolve, 300))]);
  draw();
  await Promise.all([first, second]);
  expect(browser.badges.get('1')).toBe('');
});

describe('a paused site', () => {
  const pause = (isPaused: boolean): Promise<unknown> =>
    realm.fromPage({ type: 'set-paused', tabId: 1, isPaused }, 'src/extension/pages/popup/popup.html');

  test('a paused site is not checked and never looks clean, after the realm was stopped too, until the reader goes on', async () => {
    await realm.update();
    browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/' }];
    expect(await kinds([BAD])).toEqual(['danger']);
    await realm.fromFrame(report);
    browser.told.length = 0;
    expect(await pause(true)).toEqual({ outcome: 'done' });
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
    expect(browser.badges.get('1')).toBe('II');

    await realm.start();
    const { verdicts } = await realm.fromFrame(linkRequest([BAD]));
    expect(verdicts[0]?.verdict).toEqual({ kind: 'unchecked', because: 'paused', asks: false });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({
      isPaused: true,
      webmail: 'Gmail',
    });

    expect(await pause(false)).toEqual({ outcome: 'done' });
    expect(await kinds([BAD])).toEqual(['danger']);
    expect(browser.badges.get('1')).toBe('1');
  });

  test('a paused site is checked again once an administrator has locked pausing, and the reader can end the pause', async () => {
    await realm.update();
    for (const incognito of [false, true]) {
      browser.managed = {};
      await browser.fire('storage.onChanged', {}, 'managed');
      browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/', incognito }];
      expect(await pause(true)).toEqual({ outcome: 'done' });
      await realm.fromFrame(report, { incognito });
      expect(browser.badges.get('1')).toBe('II');

      browser.managed = { locks: ['pause'] };
      browser.told.length = 0;
      await browser.fire('storage.onChanged', {}, 'managed');
      await until(() => expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]));
      expect(await kinds([BAD], { incognito })).toEqual(['danger']);
      await until(() => expect(browser.badges.get('1')).toBe('1'));
      expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ isPaused: false });
      expect(await pause(true)).toEqual({ outcome: 'gone' });
      expect(await pause(false)).toEqual({ outcome: 'done' });
      expect(await realm.kept({ type: 'list-pauses' })).toEqual({ origins: [] });
    }
  });

  test('a paused site is not paused where its address may not be seen', async () => {
    browser.openTabs = [{ id: 1 }];
    expect(await pause(true)).toEqual({ outcome: 'gone' });
  });

  test('a paused site in a private window leaves nothing behind', async () => {
    browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/', incognito: true }];
    await pause(true);
    const judged = (incognito: boolean): Promise<unknown> =>
      realm.fromFrame(linkRequest([BAD]), { incognito });
    expect(await judged(true)).toMatchObject({ verdicts: [{ verdict: { because: 'paused' } }] });
    expect(await judged(false)).not.toMatchObject({ verdicts: [{ verdict: { because: 'paused' } }] });
  });

  test('a paused site goes on in all windows when the reader ends the pause in a private one', async () => {
    const url = 'https://mail.google.com/mail/u/0/';
    browser.openTabs = [{ id: 1, url }];
    expect(await pause(true)).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'list-pauses' })).toEqual({ origins: ['https://mail.google.com'] });
    browser.openTabs = [{ id: 1, url, incognito: true }];
    expect(await pause(false)).toEqual({ outcome: 'done' });
    expect(await realm.kept({ type: 'list-pauses' })).toEqual({ origins: [] });
  });
});

describe('keys and the menu of the toolbar symbol', () => {
  const tab = { id: 1, url: 'https://mail.google.com/mail/u/0/' };

  test('keys and the menu of the toolbar button pause and go on; where an administrator has locked that, they do nothing and the menu lacks it', async () => {
    browser.openTabs = [tab];
    const isPaused = async (): Promise<boolean> =>
      (await realm.fromPage({ type: 'get-tab', tabId: 1 })).isPaused;
    await browser.fire('commands.onCommand', 'pause', tab);
    await until(async () => expect(await isPaused()).toBe(true));
    await browser.fire('contextMenus.onClicked', { menuItemId: 'toolbar-pause' }, tab);
    await until(async () => expect(await isPaused()).toBe(false));

    browser.managed = { locks: ['pause'] };
    await browser.fire('storage.onChanged', {}, 'managed');
    await until(() => expect([...browser.menus.keys()]).toContain('toolbar-add'));
    expect([...browser.menus.keys()]).not.toContain('toolbar-pause');
    await browser.fire('commands.onCommand', 'pause', tab);
    await browser.fire('contextMenus.onClicked', { menuItemId: 'toolbar-pause' }, tab);
    expect(await isPaused()).toBe(false);
  });

  test('keys and the menu of the toolbar symbol lead into the card of a flagged link', async () => {
    await realm.fromFrame(report, { frameId: 4 });
    await browser.fire('commands.onCommand', 'why', tab);
    await until(() =>
      expect(browser.told.at(-1)).toEqual([1, 4, { type: 'show-link', href: BAD, entersCard: true }]),
    );
  });

  test('keys and the menu of the toolbar symbol ask for a webmail in the turn of the click, with all the hosts it has, and for no page of the browser', async () => {
    const add = { menuItemId: 'toolbar-add' };
    void browser.fire('contextMenus.onClicked', add, { id: 1, url: 'https://mail.choir.example/?box=1' });
    expect(browser.askedFor).toEqual(['https://mail.choir.example/*']);
    await browser.fire('contextMenus.onClicked', add, { id: 1, url: 'chrome://extensions' });
    await browser.fire('contextMenus.onClicked', add, { id: 1 });
    expect(browser.askedFor).toHaveLength(1);
  });
});

describe('a permission that is given', () => {
  test('a permission that is given starts checking where the reader was asked about a webmail, also when the popup is gone', async () => {
    const pattern = 'https://mail.choir.example/*';
    await realm.idle();
    browser.session.set('wanted-sites', { patterns: [pattern], tabId: 9 });
    await browser.fire('permissions.onAdded', { origins: ['https://lists.example/*'] });
    expect([...browser.registered.keys()]).toEqual([]);
    browser.granted.add(pattern);
    browser.openTabs = [{ id: 9, url: 'https://mail.choir.example/' }];
    await browser.fire('permissions.onAdded', { origins: [pattern] });
    expect([...browser.registered.keys()]).toEqual([`site ${pattern}`, `late ${pattern}`]);
    expect(browser.injected).toContainEqual(
      expect.objectContaining({ target: { tabId: 9, allFrames: true } }),
    );
    expect(browser.menus.get('trust-site')).toMatchObject({ documentUrlPatterns: [...MATCHES, pattern] });
    // Once: a permission for something else does not add it again.
    browser.registered.clear();
    await browser.fire('permissions.onAdded', { origins: ['https://lists.example/*'] });
    expect([...browser.registered.keys()]).toEqual([]);
  });
});

describe('a permission that is withdrawn', () => {
  test('a permission that is withdrawn ends the scripts of that site, and of no other', async () => {
    browser.openTabs = [{ id: 1 }, { id: 2, url: 'https://mail.google.com/mail/u/0/' }];
    browser.granted.add('https://mail.google.com/*');
    await realm.fromFrame(report, { tabId: 1 });
    await realm.fromFrame(report, { tabId: 2 });
    browser.told.length = 0;
    await browser.fire('permissions.onRemoved', { origins: ['https://mail.company.example/*'] });
    // What counts as a redirect of a webmail's own has changed for the others.
    expect(browser.told).toEqual([
      [1, null, { type: 'stop' }],
      [2, null, { type: 'recheck' }],
    ]);
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ isWebmail: false });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 2 })).toMatchObject({ isWebmail: true });
  });

  test('a permission that is withdrawn takes the count of flagged links off the toolbar button', async () => {
    await realm.update();
    browser.openTabs = [{ id: 1 }];
    await realm.fromFrame(report);
    expect(browser.badges.get('1')).toBe('1');
    await browser.fire('permissions.onRemoved', { origins: ['https://mail.google.com/*'] });
    expect(browser.badges.get('1')).toBe('');
  });
});

describe('trust and block', () => {
  beforeEach(() => realm.update());

  const trustBad = {
    type: 'trust-link',
    messageKey: 'message 1',
    href: BAD,
    scope: 'site',
    forSeconds: null,
  } as const;
  const trustSender = { ...trustBad, scope: 'sender' } as const;

  test('trust and block of a sender is refused where it would do nothing: anybody can write any sender', async () => {
    const from = 'Shop <shop@b.example>';
    await realm.fromFrame(linkRequest([BAD, SPAMMED], from));
    expect(await realm.fromFrame(trustSender)).toEqual({ refused: 'not-trustable' });
    expect(await realm.fromFrame({ ...trustSender, href: SPAMMED })).toMatchObject({ scope: 'sender' });
  });

  test("trust and block are neither offered nor taken where the administrator's block stands", async () => {
    browser.managed = { block: ['bank-check.example'] };
    await realm.start();
    const { verdicts } = await realm.fromFrame(linkRequest([BAD], 'shop@b.example'));
    expect(verdicts[0]).toMatchObject({
      verdict: { reasons: [{ kind: 'blocked', by: 'administrator' }] },
      scopes: [],
    });
    const refused = { refused: 'set-by-administrator' };
    expect(await realm.fromFrame(trustBad)).toEqual(refused);
    expect(
      await realm.fromFrame({ type: 'block-link', messageKey: 'message 1', href: BAD, scope: 'site' }),
    ).toEqual(refused);
    await browser.fire(
      'contextMenus.onClicked',
      { menuItemId: 'trust-site', linkUrl: BAD, frameId: 0 },
      { id: 1 },
    );
    expect(browser.told.at(-1)?.[2]).toMatchObject({ type: 'rule-refused', because: 'set-by-administrator' });
  });

  test('trust opens nothing that the policy does not let open, however it is said', async () => {
    await kinds([BAD]);
    const before = await realm.fromFrame(trustBad);
    expect(before).toMatchObject({ scope: 'site' });
    browser.managed = { preferences: { onDanger: 'disable' } };
    await realm.start();
    expect(await kinds([BAD])).toEqual(['danger']);
    const { verdicts } = await realm.fromFrame(linkRequest([BAD, SPAMMED]));
    expect(verdicts.map(({ cannotTrust }) => cannotTrust)).toEqual([true, undefined]);
    expect(await realm.fromFrame(trustBad)).toEqual({ refused: 'set-by-administrator' });
    expect(
      await realm.fromFrame({ type: 'block-link', messageKey: 'message 1', href: BAD, scope: 'site' }),
    ).toMatchObject({
      scope: 'site',
    });
    expect(await realm.fromFrame({ ...trustBad, href: SPAMMED })).toMatchObject({ scope: 'site' });
    await realm.fromPage({
      type: 'add-rule',
      action: 'trust',
      scope: 'link',
      subject: BAD,
      note: '',
      expiresAt: null,
    });
    expect(await kinds([BAD, SPAMMED])).toEqual(['danger', 'allowed']);
  });

  test('trust and block are refused for a link that was not judged in that frame', async () => {
    await kinds([BAD]);
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    } as const;
    expect(await realm.fromFrame(trust, { frameId: 3 })).toEqual({ refused: 'not-judged-here' });
    expect(await realm.fromFrame({ ...trust, href: GOOD })).toEqual({ refused: 'not-judged-here' });
    expect(await realm.fromFrame(trust)).toMatchObject({ scope: 'site', subject: 'bank-check.example' });
  });

  test('trust and block hold after the realm was stopped, for links judged before', async () => {
    await kinds([BAD]);
    await realm.start();
    const answer = await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'host',
      forSeconds: null,
    });
    expect(answer).toMatchObject({ scope: 'host', subject: 'login.bank-check.example' });
    await realm.start();
    expect(await kinds([BAD, 'https://bank-check.example/'])).toEqual(['allowed', 'danger']);
  });

  test('trust and block change open tabs at once, and can be undone from the frame they were made in', async () => {
    await kinds([BAD]);
    await kinds([BAD], { tabId: 2 });
    browser.told.length = 0;
    const answer = await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    });
    await until(() => expect(new Set(browser.told.map(([tab]) => tab))).toEqual(new Set([1, 2])));
    expect(await kinds([BAD])).toEqual(['allowed']);
    const ruleId = 'ruleId' in answer ? answer.ruleId : '';
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId }, { tabId: 2 })).toEqual({ outcome: 'gone' });
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId })).toEqual({ outcome: 'done' });
    expect(await kinds([BAD])).toEqual(['danger']);
  });

  test('trust and block for a time run out', async () => {
    await kinds([BAD]);
    await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: 600,
    });
    expect(await kinds([BAD])).toEqual(['allowed']);
    vi.useFakeTimers({ now: Date.now() + 601_000, toFake: ['Date'] });
    expect(await kinds([BAD])).toEqual(['danger']);
    vi.useRealTimers();
  });

  test('trust and block come from the context menu, for links of a webmail frame that were judged', async () => {
    await kinds([GOOD]);
    const click = { menuItemId: 'block-site', linkUrl: GOOD, frameId: 0 };
    await browser.fire('contextMenus.onClicked', click, { id: 1 });
    expect(await kinds([GOOD, 'https://example.org/'])).toEqual(['danger', 'danger']);
    expect(browser.told).toContainEqual([
      1,
      0,
      expect.objectContaining({ type: 'rule-added', action: 'block', subject: 'example.org' }),
    ]);
    await browser.fire('contextMenus.onClicked', { ...click, linkUrl: 'https://unseen.example/' }, { id: 1 });
    expect(browser.told.at(-1)).toEqual([
      1,
      0,
      { type: 'rule-refused', action: 'block', because: 'not-in-a-message' },
    ]);
  });

  test('trust and block are offered for the widest few of a link’s folders, so that the card of any link can be drawn', async () => {
    const deep = `https://login.bank-check.example${'/a'.repeat(1_000)}`;
    const { verdicts } = await realm.fromFrame(linkRequest([deep], 'shop@b.example'));
    expect(verdicts[0]?.verdict.kind).toBe('flagged');
    const folders = verdicts[0]?.scopes.filter(({ scope }) => scope === 'path') ?? [];
    expect(folders.at(-1)?.subject).toBe('login.bank-check.example/a/');
    expect(folders).toHaveLength(10);
    // The frame that draws the card for another reads it as it came.
    expect(v.parse(CARD_VERDICT, verdicts[0])).toMatchObject({ scopes: verdicts[0]?.scopes });
  });

  test('trust is neither offered nor taken of a page of which a server sees another one', async () => {
    const href = 'https://login.bank-check.example/~evil/%252e%252e/~good/';
    const { verdicts } = await realm.fromFrame(linkRequest([href]));
    expect(verdicts[0]?.scopes.map(({ scope }) => scope)).toEqual(['host', 'site']);
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href,
      scope: 'link',
      forSeconds: null,
    } as const;
    expect(await realm.fromFrame(trust)).toEqual({ refused: 'not-trustable' });
    expect(
      await realm.fromFrame({ type: 'block-link', messageKey: 'message 1', href, scope: 'link' }),
    ).toMatchObject({
      subject: 'login.bank-check.example/~good/',
    });
  });

  test('trust and block of the popup are about the very page that it showed', async () => {
    const href = 'https://login.bank-check.example/login%5Cindex.php';
    const { verdicts } = await realm.fromFrame(linkRequest([href], 'shop@b.example'));
    expect(verdicts[0]?.verdict.kind).toBe('flagged');
    const subject = 'login.bank-check.example/login\\index.php';
    const block = { type: 'add-rule', action: 'block', scope: 'link', note: '', expiresAt: null } as const;
    expect(await realm.fromPage({ ...block, subject }, 'src/extension/pages/popup/popup.html')).toMatchObject(
      {
        subject,
      },
    );
    const again = await realm.fromFrame(linkRequest([href]));
    expect(again.verdicts[0]?.verdict).toMatchObject({ reasons: [{ kind: 'blocked', subject }] });
    // What is typed is read as a browser reads it.
    expect(await realm.fromPage({ ...block, scope: 'host', subject: 'a*b.example' })).toEqual({
      refused: 'wildcard',
    });
  });

  test('trust and block from the context menu are about where a link leads, not about what its sender put beside that', async () => {
    const beside = 'https://www.google.com/url?q=https://newsletter.example/a&x=https://evil.example/';
    const spelt = 'https://evil.example/CL0/https:%2F%2Fbank.example/1/x';
    await kinds([beside, spelt]);
    const choose = async (menuItemId: string, linkUrl: string): Promise<void> => {
      await browser.fire('contextMenus.onClicked', { menuItemId, linkUrl, frameId: 0 }, { id: 1 });
    };
    await choose('trust-site', beside);
    await choose('block-site', spelt);
    const told = browser.told.map(([, , message]) => message);
    expect(told).toContainEqual(expect.objectContaining({ action: 'trust', subject: 'newsletter.example' }));
    expect(told).toContainEqual(expect.objectContaining({ action: 'block', subject: 'evil.example' }));
  });

  test('the undo of a block brings back the trust that it replaced', async () => {
    await kinds([BAD]);
    await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    });
    const block = await realm.fromFrame({
      type: 'block-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
    });
    expect(await kinds([BAD])).toEqual(['danger']);
    expect((await realm.kept({ type: 'list-rules', action: 'trust' })).rules).toEqual([]);
    await realm.fromFrame({ type: 'undo-rule', ruleId: 'ruleId' in block ? block.ruleId : '' });
    expect(await kinds([BAD])).toEqual(['allowed']);
  });

  test('the undo of a block that is not there any more brings nothing back, also when it is tried again', async () => {
    await realm.fromFrame(linkRequest([BAD]));
    const block = { type: 'block-link', messageKey: 'message 1', href: BAD, scope: 'site' } as const;
    await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    });
    const first = await realm.fromFrame(block);
    if ('refused' in first) throw new Error(first.refused);
    await realm.fromFrame(block);
    const undo = { type: 'undo-rule', ruleId: first.ruleId } as const;
    for (const _try of ['one', 'two']) {
      expect(await realm.fromFrame(undo)).toEqual({ outcome: 'gone' });
      // What is stored, and not only what is in memory.
      await realm.start();
      expect((await realm.kept({ type: 'list-rules', action: 'trust' })).rules).toEqual([]);
    }
    expect((await realm.kept({ type: 'list-rules', action: 'block' })).rules).toHaveLength(1);
  });

  test('a trusted sender silences caution, never danger', async () => {
    const check = linkRequest([BAD, SPAMMED], 'Shop <shop@pills.example>');
    const levels = async (): Promise<unknown> =>
      (await realm.fromFrame(check)).verdicts.map(({ verdict }) => verdict.kind);
    expect(await levels()).toEqual(['flagged', 'flagged']);
    const answer = await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: SPAMMED,
      scope: 'sender',
      forSeconds: null,
    });
    expect(answer).toMatchObject({ subject: 'shop@pills.example' });
    expect(await levels()).toEqual(['flagged', 'allowed']);
  });
});

describe('a link that two messages have', () => {
  const ANNA = 'anna@a.example';
  const BERT = 'bert@b.example';
  const ask = { href: SPAMMED, scope: 'sender' } as const;

  beforeEach(async () => {
    await realm.update();
    await realm.fromFrame({ ...linkRequest([SPAMMED], ANNA), messageKey: 'm1' });
    await realm.fromFrame({ ...linkRequest([SPAMMED], BERT), messageKey: 'm2' });
  });

  test('a link that two messages have has the sender of the message in which the reader says so, after the realm was stopped too', async () => {
    const trust = { type: 'trust-link', ...ask, forSeconds: null } as const;
    expect(await realm.fromFrame({ ...trust, messageKey: 'm1' })).toMatchObject({ subject: ANNA });
    expect(await realm.fromFrame({ ...trust, messageKey: 'm3' })).toEqual({ refused: 'not-judged-here' });
    await realm.start();
    const block = { type: 'block-link', ...ask } as const;
    expect(await realm.fromFrame({ ...block, messageKey: 'm2' })).toMatchObject({ subject: BERT });
    expect(await realm.fromFrame({ ...block, messageKey: 'm1' })).toMatchObject({ subject: ANNA });
  });

  test('a link that two messages have is shown in the popup by what holds in its own message', async () => {
    const shown = ['m1', 'm2'].map((messageKey) => ({ href: SPAMMED, text: 'pills', messageKey }));
    await realm.fromFrame(aReport({ shown, messageKeys: ['m1', 'm2'] }));
    const rule = { type: 'add-rule', action: 'trust', scope: 'sender', note: '', expiresAt: null } as const;
    const flagged = async (): Promise<readonly string[]> => {
      const tab = await realm.fromPage({ type: 'get-tab', tabId: 1 }, 'src/extension/pages/popup/popup.html');
      return tab.flagged.map(({ messageKey }) => messageKey);
    };
    await realm.fromPage({ ...rule, subject: ANNA });
    expect(await flagged()).toEqual(['m2']);
    await realm.fromPage({ ...rule, subject: BERT });
    expect(await flagged()).toEqual([]);
  });
});

describe('a sender that the page shows late', () => {
  const scopes = async (from: string | null, frame = {}): Promise<readonly string[]> => {
    const [answer] = (await realm.fromFrame(linkRequest([SPAMMED], from), frame)).verdicts;
    return (answer?.scopes ?? []).flatMap(({ scope, subject }) => (scope === 'sender' ? [subject] : []));
  };
  beforeEach(() => realm.update());

  test('a sender that the page shows late counts, though a head without an address was there before', async () => {
    expect(await scopes('Shop')).toEqual([]);
    expect(await scopes('Shop <shop@pills.example>')).toEqual(['shop@pills.example']);
    expect(await scopes('Shop')).toEqual(['shop@pills.example']);
  });

  test('a sender that the page shows late is unknown while two frames claim the message for two addresses', async () => {
    expect(await scopes('Shop <shop@pills.example>')).toEqual(['shop@pills.example']);
    expect(await scopes('Other <other@pills.example>', { frameId: 2 })).toEqual([]);
    expect(await scopes('Shop <shop@pills.example>')).toEqual([]);
    expect(await scopes(null)).toEqual([]);
    // One that goes claims nothing any more.
    await realm.fromFrame(aReport({ adapter: '' }), { frameId: 2 });
    expect(await scopes(null)).toEqual(['shop@pills.example']);
  });
});

describe('messages that a webmail shows under one key, one after the other', () => {
  const HEADS = { frameId: 0 };
  const BODIES = { frameId: 4 };
  const ANNA = 'anna@a.example';
  const BERT = 'bert@b.example';
  const RECHECK = [1, null, { type: 'recheck' }];

  const senderIn = async (frame: { frameId: number }, from: string | null): Promise<string | null> => {
    const [answer] = (await realm.fromFrame(linkRequest([SPAMMED], from), frame)).verdicts;
    return answer?.scopes.find(({ scope }) => scope === 'sender')?.subject ?? null;
  };
  const factsOf = (address: string): Promise<unknown> =>
    realm.fromFrame(
      {
        type: 'message-facts',
        messageKey: 'message 1',
        revision: 1,
        facts: { head: { name: null, address, replyTo: null, subject: null, reader: null }, body: null },
      },
      HEADS,
    );

  let time = 5_000;
  beforeEach(async () => {
    await realm.update();
    time = 5_000;
    vi.spyOn(performance, 'now').mockImplementation(() => time);
    await senderIn(HEADS, ANNA);
    expect(await senderIn(BODIES, null)).toBe(ANNA);
    browser.told.length = 0;
    time += 5_000;
  });
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('messages that a webmail shows under one key, one after the other have each its own sender: what was judged with that of the one before is asked about again', async () => {
    expect(await senderIn(HEADS, BERT)).toBe(BERT);
    await until(() => expect(browser.told).toEqual([RECHECK]));
    expect(await senderIn(BODIES, null)).toBe(BERT);
    time += 5_000;
    expect(await senderIn(HEADS, 'carl@c.example')).toBe('carl@c.example');
    await until(() => expect(browser.told).toEqual([RECHECK, RECHECK]));
    expect(await senderIn(BODIES, null)).toBe('carl@c.example');
  });

  test('messages that a webmail shows under one key, one after the other have it again when they are opened again, though their head is not asked about a second time', async () => {
    await senderIn(HEADS, BERT);
    await until(() => expect(browser.told).toEqual([RECHECK]));
    expect(await senderIn(BODIES, null)).toBe(BERT);
    time += 5_000;
    await factsOf(ANNA);
    await until(() => expect(browser.told).toEqual([RECHECK, RECHECK]));
    expect(await senderIn(BODIES, null)).toBe(ANNA);
  });

  test('messages that a webmail shows under one key name nobody where one frame shows two of them at a time, and are not asked about without end', async () => {
    for (let round = 0; round < 5; round++) {
      for (const from of [ANNA, BERT]) await senderIn(HEADS, from);
      await senderIn(BODIES, null);
      time += 100;
    }
    expect(await senderIn(HEADS, ANNA)).toBeNull();
    expect(await senderIn(BODIES, null)).toBeNull();
    expect(browser.told.length).toBeLessThan(4);
  });
});

describe('a stored list that cannot be read', () => {
  const damage = async (...parts: readonly ('residentFilter' | 'state')[]): Promise<void> => {
    const store = new SnapshotStore();
    const stored = await store.snapshots();
    const [record] = stored.ok ? stored.value : [];
    if (record === undefined) throw new Error('nothing stored');
    const broken = Object.fromEntries(parts.map((part) => [part, new Blob(['damaged'])]));
    await store.activate({ ...record, ...broken }, 'any');
  };
  beforeEach(() => realm.update());

  test('a stored list that cannot be read is built again from its own state, offline too, and nothing is clear meanwhile', async () => {
    await damage('residentFilter');
    vi.stubGlobal('navigator', { onLine: false });
    channel.takePaths();
    await realm.start();
    expect(await kinds([GOOD])).toEqual(['unchecked']);
    await until(async () => expect(await kinds([BAD, GOOD])).toEqual(['danger', 'clear']));
    expect(channel.takePaths()).toEqual([]);
  });

  test('a stored list that cannot be read is fetched again when its state is lost too, once at once and then by the schedule', async () => {
    await damage('residentFilter', 'state');
    channel.answers.set('latest.jws', (_request, response) => response.writeHead(503).end());
    channel.takePaths();
    await realm.start();
    for (let asked = 0; asked < 20; asked++)
      expect(await kinds([BAD, GOOD])).toEqual(['unchecked', 'unchecked']);
    await until(async () => {
      const { channels } = await realm.fromPage({ type: 'get-status' });
      expect(channels).toMatchObject([{ lastFailure: { kind: 'http-status' }, activity: { kind: 'idle' } }]);
    });
    await kinds([BAD]);
    expect(channel.takePaths()).toEqual(['latest.jws']);
    channel.answers.clear();
    await realm.update();
    expect(await kinds([BAD, GOOD])).toEqual(['danger', 'clear']);
  });
});

describe('what is shown', () => {
  test('the badge sums the frames of a tab, and the popup lists their flagged links', async () => {
    await realm.update();
    await kinds([BAD, GOOD]);
    await kinds([SPAMMED], { frameId: 4 });
    await realm.fromFrame(report);
    await realm.fromFrame(
      {
        ...report,
        flagged: { danger: 0, caution: 2 },
        shown: [{ href: SPAMMED, text: 'pills', messageKey: 'message 1' }],
      },
      { frameId: 4 },
    );
    expect(browser.badges.get('1')).toBe('3');
    const tab = await realm.fromPage({ type: 'get-tab', tabId: 1 }, 'src/extension/pages/popup/popup.html');
    expect(tab).toMatchObject({
      messages: 2,
      links: 4,
      elsewhere: 0,
      danger: 1,
      caution: 2,
      isWebmail: true,
    });
    expect(tab.flagged.map(({ href }) => href)).toEqual([BAD, SPAMMED]);
  });

  test.each([
    ['trust', { type: 'trust-link', messageKey: 'message 1', href: BAD, scope: 'site', forSeconds: null }],
    ['block', { type: 'block-link', messageKey: 'message 1', href: BAD, scope: 'site' }],
  ] as const)(
    'a change of address within a document leaves %s and its undo where they were',
    async (_, request) => {
      await realm.update();
      await kinds([BAD]);
      await browser.fire('tabs.onUpdated', 1, { status: 'loading' });
      const answer = await realm.fromFrame(request);
      if (!('ruleId' in answer)) throw new Error(answer.refused);
      await browser.fire('tabs.onUpdated', 1, { status: 'loading' });
      await realm.start();
      expect(await realm.fromFrame({ type: 'undo-rule', ruleId: answer.ruleId })).toEqual({
        outcome: 'done',
      });
    },
  );

  test('a new document ends what its frames decided, and forgets those that are gone', async () => {
    await realm.update();
    await kinds([BAD], { frameId: 4 });
    await kinds([BAD]);
    const answer = await realm.fromFrame({
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    });
    await realm.fromFrame({ ...report, isNewDocument: true });
    const ruleId = 'ruleId' in answer ? answer.ruleId : '';
    expect(await realm.fromFrame({ type: 'undo-rule', ruleId })).toEqual({ outcome: 'gone' });
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    } as const;
    expect(await realm.fromFrame(trust, { frameId: 4 })).toEqual({ refused: 'not-judged-here' });
    expect(browser.told).toContainEqual([1, null, { type: 'recheck' }]);
  });

  test.each(['contextMenus', 'commands', 'windows'])(
    'a browser without %s lacks that and nothing else',
    async (name) => {
      delete (browser.api as Record<string, unknown>)[name];
      await realm.start();
      await browser.fire('runtime.onInstalled', { reason: 'install' });
      await realm.update();
      expect(await kinds([BAD])).toEqual(['danger']);
      for (const event of ['tabs.onRemoved', 'storage.onChanged', 'permissions.onRemoved'])
        expect(browser.listeners(event).size, event).toBe(1);
    },
  );

  test('another document in a tab begins with nothing flagged, and frames that are still there report again', async () => {
    await realm.update();
    await realm.fromFrame(report);
    await browser.fire('tabs.onUpdated', 1, { status: 'loading' });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ isWebmail: false, links: 0 });
    expect(browser.told).toContainEqual([1, null, { type: 'report' }]);
  });

  test('a new page in the tab voids what frames of the page before have said, though nobody said that they went', async () => {
    await realm.update();
    await realm.fromFrame(report, { frameId: 4 });
    const nothing = {
      ...report,
      messages: 0,
      links: 0,
      elsewhere: 0,
      flagged: { danger: 0, caution: 0 },
      shown: [],
    };
    await realm.fromFrame({ ...nothing, isNewDocument: true }, { frameId: 5 });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ messages: 1, danger: 1 });
    await realm.fromFrame({ ...nothing, isNewDocument: true });
    expect(await realm.fromPage({ type: 'get-tab', tabId: 1 })).toMatchObject({ messages: 0, danger: 0 });
    // A frame of the new page that was quicker than its page is asked, and says it again.
    expect(browser.told).toContainEqual([1, null, { type: 'report' }]);
  });

  test('an expired list shows on the badge', async () => {
    await realm.update();
    vi.useFakeTimers({ now: Date.now() + 15 * 86_400_000, toFake: ['Date'] });
    await realm.fromFrame({ ...report, flagged: { danger: 0, caution: 0 }, shown: [] });
    expect(browser.badges.get('1')).toBe('?');
    expect(browser.titles.get('1')).toMatch(/out of date/);
    expect(await kinds([BAD, GOOD])).toEqual(['danger', 'unchecked']);
    vi.useRealTimers();
  });

  test('the status tells serial, age, size, sections and when it will ask again', async () => {
    await realm.update();
    const { channels } = await realm.fromPage({ type: 'get-status' });
    expect(channels).toMatchObject([
      { kind: 'fresh', serial: 1, entries: 2, name: channel.name, origin: 'default', lastFailure: null },
    ]);
    const [status] = channels;
    if (status?.activity.kind !== 'idle') throw new Error('not idle');
    expect(status.activity.nextAt).toBeGreaterThanOrEqual(nowSeconds() + 3_500);
    expect(status.rootKeyFingerprints[0]).toMatch(/^[0-9a-f]{4}( [0-9a-f]{4}){15}$/);
  });

  test('a section that is switched off flags nothing', async () => {
    await realm.update();
    const { channels } = await realm.fromPage({ type: 'get-status' });
    await realm.fromPage({ type: 'set-sections', channel: channels[0]?.id ?? '', off: [SPAM] });
    expect(await kinds([BAD, SPAMMED])).toEqual(['danger', 'clear']);
    await realm.start();
    expect(await kinds([SPAMMED])).toEqual(['clear']);
  });
});

describe('the life of the realm', () => {
  test('all listeners are there when the module has been evaluated', async () => {
    const events = [
      'runtime.onMessage',
      'runtime.onInstalled',
      'runtime.onStartup',
      'alarms.onAlarm',
      'contextMenus.onClicked',
      'tabs.onRemoved',
      'tabs.onUpdated',
      'storage.onChanged',
      'permissions.onAdded',
      'permissions.onRemoved',
    ];
    for (const event of events) expect(browser.listeners(event).size, event).toBe(1);
  });

  test('installation makes the menu for webmails alone and injects into open tabs once a session', async () => {
    await realm.idle();
    browser.openTabs = [{ id: 7, url: 'https://mail.google.com/' }];
    browser.session.clear();
    browser.injected.length = 0;
    await realm.start();
    await browser.fire('runtime.onInstalled', { reason: 'install' });
    await realm.idle();
    // The style sheet and the script: once each, though the manifest names the script twice.
    await until(() => expect(browser.injected).toHaveLength(2));
    const forLinks = [...browser.menus].filter(([, { contexts }]) => contexts?.includes('link') === true);
    expect(forLinks.map(([id]) => id)).toEqual(['where-link', 'trust-site', 'block-site']);
    expect(browser.menus.get('trust-site')).toMatchObject({
      title: 'Trust this site',
      documentUrlPatterns: MATCHES,
    });
    await realm.start();
    await realm.idle();
    expect(browser.injected).toHaveLength(2);
  });

  const scripts = (): readonly string[] =>
    browser.injected.flatMap((injection) =>
      [(injection as { files?: readonly string[] }).files ?? []]
        .flat()
        .filter((file) => file.endsWith('.js')),
    );

  const startSession = async (): Promise<void> => {
    await realm.idle();
    browser.session.clear();
    browser.injected.length = 0;
    browser.told.length = 0;
    await realm.start();
    await realm.idle();
  };

  test.each([
    ['nothing yet', 'about:blank'],
    ['what may not be read', undefined],
    ['a page of the browser', 'chrome://newtab/'],
  ])(
    'installation injects nothing into a tab that shows %s: what comes there brings its own script',
    async (_, url) => {
      browser.openTabs = [{ id: 7, ...(url === undefined ? {} : { url }) }];
      await startSession();
      expect(browser.injected).toEqual([]);
    },
  );

  test('a tab that goes on to another webmail during an injection has that one’s script, once the other has stopped', async () => {
    const [tab] = (browser.openTabs = [{ id: 7, url: 'https://mail.choir.example/' }]);
    browser.watchers = 3;
    browser.afterScript = () => {
      if (tab !== undefined) tab.url = 'https://mail.google.com/mail/u/0/';
    };
    await startSession();
    await until(() => expect(scripts()).toHaveLength(2));
    expect(scripts()[0]).toBe('src/extension/content/content-others.iife.js');
    expect(scripts()[1]).toBe('src/extension/content/content.iife.js');
    expect(browser.told).toContainEqual([7, null, { type: 'stop' }]);
    expect(browser.watchers).toBe(-1);
  });

  test('a tab that goes from webmail to webmail without end is given no further script', async () => {
    const [tab] = (browser.openTabs = [{ id: 7, url: 'https://mail.choir.example/' }]);
    let turn = 0;
    browser.afterScript = () => {
      if (tab !== undefined)
        tab.url = turn++ % 2 === 0 ? 'https://mail.google.com/' : 'https://mail.choir.example/';
    };
    await startSession();
    await until(() => expect(scripts()).toHaveLength(8));
    await realm.idle();
    expect(scripts()).toHaveLength(8);
  });

  test('a frame that does not stop is not waited for without end', async () => {
    const [tab] = (browser.openTabs = [{ id: 7, url: 'https://mail.choir.example/' }]);
    browser.watchers = 1000;
    browser.afterScript = () => {
      if (tab !== undefined) tab.url = 'https://mail.google.com/';
    };
    await startSession();
    await until(() => expect(scripts()).toHaveLength(2));
    expect(browser.watchers).toBe(900);
  });

  test('the welcome page opens at installation, not after an update, and not where a policy has installed', async () => {
    const { opened } = browser;
    await browser.fire('runtime.onInstalled', { reason: 'install' });
    expect(opened).toEqual([expect.stringMatching(/welcome\.html$/)]);
    await browser.fire('runtime.onInstalled', { reason: 'update' });
    await browser.fire('runtime.onInstalled', { reason: 'browser_update' });
    browser.installType = 'admin';
    await browser.fire('runtime.onInstalled', { reason: 'install' });
    expect(opened).toHaveLength(1);
  });

  test('a welcome page that could not open opens once the browser starts again', async () => {
    const { opened } = browser;
    browser.opensTabs = false;
    await expect(browser.fire('runtime.onInstalled', { reason: 'install' })).rejects.toThrow('no window');
    browser.opensTabs = true;
    await realm.start();
    expect(opened).toEqual([]);
    await browser.fire('runtime.onStartup');
    await browser.fire('runtime.onStartup');
    expect(opened).toEqual([expect.stringMatching(/welcome\.html$/)]);
  });

  test('the welcome page opens while the data base is not open yet', async () => {
    // Of this start of the realm, which loads its modules anew.
    const { ValueStore } = await import('../../../src/extension/platform/storage/value-store.ts');
    let open: (() => void) | undefined;
    vi.spyOn(ValueStore.prototype, 'put').mockReturnValue(
      new Promise((resolve) => {
        open = () => resolve({ ok: true, value: null });
      }),
    );
    const fired = browser.fire('runtime.onInstalled', { reason: 'install' });
    await until(() => expect(browser.opened).toEqual([expect.stringMatching(/welcome\.html$/)]));
    open?.();
    await fired;
  });

  test('the welcome page opens although the menu cannot be made', async () => {
    browser.removesMenus = false;
    await expect(browser.fire('runtime.onInstalled', { reason: 'install' })).rejects.toThrow('no menu');
    await until(() => expect(browser.opened).toEqual([expect.stringMatching(/welcome\.html$/)]));
  });

  test('webmails that the reader added have the menu, and outlive an update of the extension', async () => {
    const added = 'https://mail.company.example/*';
    browser.granted.add(added);
    browser.registered.set(`site ${added}`, { id: `site ${added}` });
    await realm.fromPage({ type: 'sites-changed' }, 'src/extension/pages/popup/popup.html');
    expect(browser.menus.get('block-site')).toMatchObject({ documentUrlPatterns: [...MATCHES, added] });

    // The browser replaces the extension: registrations and session are gone, permissions stay.
    const gone = 'https://mail.gone.example/*';
    browser.registered.set(`site ${gone}`, { id: `site ${gone}` });
    await realm.fromPage({ type: 'sites-changed' });
    browser.registered.clear();
    browser.session.clear();
    browser.version = '0.2.0';
    await realm.start();
    await browser.fire('runtime.onInstalled', { reason: 'update' });
    // The script at the start of a document, and again at its end.
    await until(() => expect([...browser.registered.keys()]).toEqual([`site ${added}`, `late ${added}`]));
    expect(browser.menus.get('trust-site')).toMatchObject({ documentUrlPatterns: [...MATCHES, added] });
  });

  test('one list is updated alone when the reader asks, due or not; one that is not there is not waited for', async () => {
    await realm.update();
    channel.takePaths();
    await realm.fromPage({ type: 'update-now', channel: 'no such list' });
    await realm.idle();
    expect(channel.takePaths()).toEqual([]);
    const { channels } = await realm.fromPage({ type: 'get-status' });
    const known = channels.find(({ origin }) => origin === 'default')?.id ?? '';
    await realm.fromPage({ type: 'update-now', channel: known });
    await until(() => expect(channel.takePaths()).toContain('latest.jws'));
    await realm.idle();
  });

  test('a start of the browser that is overdue updates at once, and sets the alarm', async () => {
    await until(() => expect(browser.alarms.has('update')).toBe(true));
    expect(channel.takePaths()).toContain('latest.jws');
    await realm.start();
    await realm.idle();
    expect(channel.takePaths()).toEqual([]);
    vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
    await realm.start();
    await until(() => expect(channel.takePaths()).toContain('latest.jws'));
    await realm.idle();
    vi.useRealTimers();
  });

  test('offline an update asks nobody, and as soon as the browser is back the next event updates', async () => {
    await realm.idle();
    vi.useFakeTimers({ now: Date.now() + 2 * 3_600_000, toFake: ['Date'] });
    channel.takePaths();
    vi.stubGlobal('navigator', { onLine: false });
    await realm.start();
    await browser.fire('alarms.onAlarm', { name: 'update' });
    expect(channel.takePaths()).toEqual([]);
    vi.stubGlobal('navigator', { onLine: true });
    await kinds([GOOD]);
    await until(() => expect(channel.takePaths()).toContain('latest.jws'));
    await realm.idle();
    vi.useRealTimers();
  });

  test('failures in a row are counted and told, each with the next try; the old list goes on', async () => {
    await realm.update();
    channel.answers.set('latest.jws', (_request, response) => response.writeHead(503).end());
    const waits: number[] = [];
    for (let times = 1; times <= 3; times++) {
      await realm.update();
      const [status] = (await realm.fromPage({ type: 'get-status' })).channels;
      expect(status).toMatchObject({
        kind: 'fresh',
        lastFailure: { kind: 'http-status', detail: '503', times },
      });
      if (status?.activity.kind === 'idle') waits.push(((status.activity.nextAt ?? 0) - nowSeconds()) / 60);
    }
    for (const [index, minutes] of [15, 30, 60].entries()) {
      expect(waits[index]).toBeGreaterThanOrEqual(minutes - 0.2);
      expect(waits[index]).toBeLessThanOrEqual(minutes * 1.25 + 0.2);
    }
    expect(await kinds([BAD])).toEqual(['danger']);
    channel.answers.clear();
    await realm.update();
    expect((await realm.fromPage({ type: 'get-status' })).channels).toMatchObject([{ lastFailure: null }]);
  });

  test('a reader who saves data is asked for once a day', async () => {
    await realm.fromPage({
      type: 'set-preferences',
      preferences: {
        onDanger: 'ask',
        onCaution: 'mark',
        language: null,
        saveData: true,
        rememberCorrespondents: true,
        mailServer: null,
      },
    });
    await realm.update();
    const [status] = (await realm.fromPage({ type: 'get-status' })).channels;
    if (status?.activity.kind !== 'idle') throw new Error('not idle');
    expect(status.activity.nextAt).toBeGreaterThanOrEqual(nowSeconds() + 86_390);
  });

  test('a browser that saves data by itself is respected too', async () => {
    vi.stubGlobal('navigator', {
      onLine: true,
      connection: { saveData: true, rememberCorrespondents: true },
    });
    await realm.update();
    const [status] = (await realm.fromPage({ type: 'get-status' })).channels;
    if (status?.activity.kind !== 'idle') throw new Error('not idle');
    expect(status.activity.nextAt).toBeGreaterThanOrEqual(nowSeconds() + 86_390);
  });

  test('a full session storage costs a question asked again, never an answer', async () => {
    await realm.update();
    browser.sessionQuota = 200;
    expect(await kinds([BAD, GOOD])).toEqual(['danger', 'clear']);
  });

  test('statistics go when the reader stops the counting, and nothing is counted until it begins again', async () => {
    await realm.update();
    await kinds([BAD]);
    const days = async (): Promise<number> => (await realm.kept({ type: 'get-statistics' })).days.length;
    await until(async () => expect(await days()).toBe(1));
    expect(await realm.fromPage({ type: 'count-links', isOn: false })).toEqual({ outcome: 'done' });
    expect(await days()).toBe(0);
    await realm.start();
    expect((await realm.kept({ type: 'get-statistics' })).keptDays).toBe(0);
    await kinds([GOOD]);
    await realm.idle();
    expect(await days()).toBe(0);
    await realm.fromPage({ type: 'count-links', isOn: true });
    await kinds([`${GOOD}again`]);
    await until(async () => expect(await days()).toBe(1));
  });

  test('counts by day of an earlier build are kept, for as long as was chosen there', async () => {
    const own = privateStores();
    const before = {
      day: localDay(nowSeconds() - 40 * 86_400),
      links: 7,
      danger: 1,
      caution: 2,
      unchecked: 3,
      trusted: 1,
    };
    const today = { ...before, day: localDay(nowSeconds()) };
    for (const day of [before, today]) await own.statistics.change(day.day, '2025-01-01', () => day);
    await own.values.put('statisticsDays', 30);
    const shown = { links: 7, danger: 1, caution: 2 };
    expect(await realm.kept({ type: 'get-statistics' })).toEqual({
      days: [
        { day: before.day, ...shown },
        { day: today.day, ...shown },
      ],
      keptDays: 30,
    });
    await realm.update();
    await kinds([BAD]);
    await until(async () =>
      expect((await realm.kept({ type: 'get-statistics' })).days).toEqual([
        { day: today.day, ...shown, links: 8, danger: 2 },
      ]),
    );
  });

  test.each([
    [
      'public/_locales/en/messages.json',
      'In private windows, nothing you read or open is recorded. What you',
    ],
    ['public/_locales/zh_CN/messages.json', '隐私窗口中不会记录您阅读或打开的内容。您在其中'],
    ['docs/privacy.md', 'Of private windows nothing that is read or opened is recorded. What the reader'],
  ])('a rule that the reader makes in a private window is kept, as %s says', async (file, says) => {
    await kinds([BAD], { incognito: true });
    const trust = {
      type: 'trust-link',
      messageKey: 'message 1',
      href: BAD,
      scope: 'site',
      forSeconds: null,
    } as const;
    await realm.fromFrame(trust, { incognito: true });
    await realm.start();
    expect((await realm.kept({ type: 'list-rules', action: 'trust' })).rules).toHaveLength(1);
    expect(readFileSync(file, 'utf8')).toContain(says);
  });

  test('private windows are not counted; others are', async () => {
    await realm.update();
    await kinds([BAD], { tabId: 5, incognito: true });
    await kinds([BAD, GOOD]);
    await kinds([BAD, GOOD]);
    await until(async () => {
      const { days } = await realm.kept({ type: 'get-statistics' });
      expect(days).toMatchObject([{ links: 2, danger: 1 }]);
    });
  });
});
