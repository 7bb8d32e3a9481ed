import { aReport } from '../a-report.ts';
import { protectionOf } from '../../../../src/core/verdict/protection.ts';
import { NOTHING_ADMINISTERED } from '../../../../src/extension/protocol/policy-messages.ts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { localDay } from '../../../../src/extension/background/realm/local-day.ts';
import type { ChannelStatus } from '../../../../src/extension/protocol/channel-messages.ts';
import { DEFAULT_PREFERENCES } from '../../../../src/extension/protocol/preference-messages.ts';
import type { DayStatistics } from '../../../../src/extension/protocol/statistics-messages.ts';
import { SnapshotStore } from '../../../../src/extension/platform/storage/snapshot-store.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';
import type { FingerprintList } from '../../../../src/core/snapshot/snapshot.ts';
import { withWithdrawn } from '../../../../src/server/publisher/build/entries/withdrawn-entries.ts';
import { makeKeyPair } from '../../../../src/server/node/keys/key-file.ts';
import { channelFile, FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { browserModule, linkRequest, Realm, until } from '../realm.ts';
import { PHISHING, snapshotOf, TestChannel } from './test-channel.ts';
import { freshProfile } from './update-harness.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const ADDED = 'https://lists.example/spamlight/';

let main: TestChannel;
let other: TestChannel;
let packaged: TestChannel;
let realm: Realm;

async function publish(channel: TestChannel, hosts: readonly string[], serial = 1): Promise<void> {
  const snapshot = snapshotOf([{ section: PHISHING, entries: hosts }], {
    serial,
    publishedAt: nowSeconds() - 60,
  });
  await channel.publish(snapshot);
}

async function kinds(...hosts: readonly string[]): Promise<readonly string[]> {
  const hrefs = hosts.map((host) => `https://${host}/`);
  const { verdicts } = await realm.fromFrame(linkRequest(hrefs));
  return verdicts.map(({ verdict }) => verdict.kind);
}

async function statuses(): Promise<readonly ChannelStatus[]> {
  return (await realm.fromPage({ type: 'get-status' })).channels;
}

const TODAY = localDay(nowSeconds());
const dayOf = (day: string, links: number): DayStatistics => ({
  day,
  links,
  danger: 1,
  caution: 0,
});
const LIST = { name: 'bad hosts', category: 'spam', licence: 'CC0-1.0', addedAt: 1_790_000_000 } as const;
/** A file as the first version wrote it, in literals. */
const BACKUP_1 = { format: 'spamlight-backup', version: 1, rules: [], channels: [], statistics: [] };
const GAMES = {
  id: 'r',
  action: 'block',
  scope: 'site',
  subject: 'games.example',
  addedAt: 1_790_000_000,
  expiresAt: null,
  note: '',
  by: 'reader',
};

const textOf = (channel: TestChannel, url = ADDED): string => `${url}\nroot-key: ${channel.rootKey.x}`;

async function startWith({ hasDefault = true } = {}): Promise<void> {
  vi.stubEnv('VITE_BUNDLED_ROOT_KEY', packaged.rootKey.x);
  const files = new Map([
    ...(hasDefault ? [channelFile(main)] : []),
    ...[...packaged.files].map(([path, bytes]) => [`bundled/${path}`, bytes] as const),
  ]);
  vi.stubGlobal('fetch', fetchFromPackage(files, new Map([[ADDED, other.url]])));
  await realm.start();
  await realm.idle();
}

beforeEach(async () => {
  freshProfile();
  [main, other, packaged] = await Promise.all([
    TestChannel.start('main'),
    TestChannel.start('other'),
    TestChannel.start('packaged'),
  ]);
  await publish(main, ['main.example']);
  await publish(other, ['other.example']);
  await publish(packaged, ['packaged.example']);
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
});

afterEach(async () => {
  await realm.idle();
  vi.unstubAllEnvs();
  await Promise.all([main.stop(), other.stop(), packaged.stop()]);
});

/** As Chromium before 137 answers. */
const unsupported = (): Promise<never> =>
  Promise.reject(new DOMException('Unrecognized name.', 'NotSupportedError'));

describe('a browser that cannot verify signatures', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test.each<[string, () => unknown]>([
    ['knows no such key', () => vi.spyOn(crypto.subtle, 'importKey').mockImplementation(unsupported)],
    ['verifies nothing', () => vi.spyOn(crypto.subtle, 'verify').mockImplementation(unsupported)],
    ['finds every signature wrong', () => vi.spyOn(crypto.subtle, 'verify').mockResolvedValue(false)],
    [
      'has no such function',
      () =>
        vi.spyOn(crypto.subtle, 'importKey').mockImplementation(() => {
          throw new TypeError('importKey is not a function');
        }),
    ],
  ])(
    'a browser that cannot verify signatures is told as that, and as no forgery and no fault of ours: it %s',
    async (_, take) => {
      take();
      await startWith();
      const channels = await statuses();
      expect(channels.map(({ origin, kind, lastFailure }) => [origin, kind, lastFailure?.kind])).toEqual([
        ['default', 'none', 'cannot-verify'],
        ['packaged', 'none', 'cannot-verify'],
      ]);
      expect(protectionOf(channels)).toBe('unverifiable');
      expect(await kinds('packaged.example')).toEqual(['unchecked']);
    },
  );

  test('a browser that cannot verify signatures is protected after its update', async () => {
    const taken = vi.spyOn(crypto.subtle, 'importKey').mockImplementation(unsupported);
    await startWith();
    taken.mockRestore();
    await realm.update();
    expect(protectionOf(await statuses())).toBe('checks');
  });

  test('a browser that cannot verify signatures says of a forged list that it is one, where it can verify', async () => {
    const { x } = await makeKeyPair();
    vi.stubEnv('VITE_BUNDLED_ROOT_KEY', x);
    vi.stubGlobal(
      'fetch',
      fetchFromPackage(new Map([...packaged.files].map(([path, bytes]) => [`bundled/${path}`, bytes]))),
    );
    await realm.start();
    await realm.idle();
    expect(await statuses()).toMatchObject([{ lastFailure: { kind: 'wrong-root-key' } }]);
  });
});

describe('the packaged list', () => {
  test('the packaged list flags test pages, clears nothing, and says when it ends', async () => {
    await startWith({ hasDefault: false });
    expect(await kinds('packaged.example', 'main.example')).toEqual(['flagged', 'unchecked']);
    expect(await statuses()).toMatchObject([{ origin: 'packaged', url: null, kind: 'fresh', serial: 1 }]);
    const [status] = await statuses();
    expect(status?.endsAt).toBe((status?.publishedAt ?? 0) + 14 * 86_400);
    expect(status?.activity).toEqual({ kind: 'idle', nextAt: null });
    expect(main.requests).toEqual([]);
  });

  test.each([
    ['damaged', '{"channel": {'],
    ['empty of keys', '{"channel": {"url": "https://lists.example/", "rootKeys": []}}'],
    ['missing', null],
  ])(
    'the packaged list stands alone while the file that names the default channel is %s, and the settings hear of it',
    async (_, file) => {
      const files = new Map([...packaged.files].map(([path, bytes]) => [`bundled/${path}`, bytes]));
      if (file !== null) files.set('channel.json', new TextEncoder().encode(file));
      const answers = fetchFromPackage(files);
      vi.stubEnv('VITE_BUNDLED_ROOT_KEY', packaged.rootKey.x);
      vi.stubGlobal('fetch', (input: string, init?: RequestInit) =>
        file === null && input.endsWith('/channel.json')
          ? Promise.reject(new TypeError('Failed to fetch'))
          : answers(input, init),
      );
      await realm.start();
      await realm.idle();
      expect(await kinds('packaged.example', 'main.example')).toEqual(['flagged', 'unchecked']);
      const status = await realm.fromPage({ type: 'get-status' });
      expect(status.isChannelFileDamaged).toBe(true);
      expect(status.channels.map(({ origin }) => origin)).toEqual(['packaged']);
    },
  );

  test('the packaged list stands in while the default channel cannot be reached, and goes when it has given a list', async () => {
    main.answers.set('latest.jws', (_request, response) => response.writeHead(500).end());
    await startWith();
    expect(await kinds('packaged.example', 'main.example')).toEqual(['flagged', 'unchecked']);
    expect((await statuses()).map(({ origin, kind }) => `${origin} ${kind}`)).toEqual([
      'default none',
      'packaged fresh',
    ]);
    main.answers.clear();
    await realm.update();
    expect(await kinds('packaged.example', 'main.example')).toEqual(['clear', 'flagged']);
    expect((await statuses()).map(({ origin }) => origin)).toEqual(['default']);
  });

  test('the packaged list is renewed with the extension, whatever its serial', async () => {
    await startWith({ hasDefault: false });
    await packaged.stop();
    packaged = await TestChannel.start('packaged');
    await publish(packaged, ['newer.example']);
    await startWith({ hasDefault: false });
    await realm.browser.fire('runtime.onInstalled', { reason: 'update' });
    expect(await kinds('packaged.example', 'newer.example')).toEqual(['unchecked', 'flagged']);
  });

  test('the keys of the packaged list do not run out while it is installed', async () => {
    packaged.keysExpireAt = nowSeconds() - 1000;
    await publish(packaged, ['packaged.example']);
    await startWith({ hasDefault: false });
    expect(await kinds('packaged.example')).toEqual(['flagged']);
  });
});

describe('a channel of the reader', () => {
  beforeEach(() => startWith());

  const addOther = async (): Promise<void> => {
    await realm.fromPage({ type: 'add-channel', text: textOf(other) });
    await until(async () => expect(await kinds('other.example')).toEqual(['flagged']));
    await realm.idle();
  };

  test('a channel of the reader is shown before it is added: host and key fingerprint', async () => {
    expect(await realm.fromPage({ type: 'preview-channel', text: textOf(other) })).toMatchObject({
      url: ADDED,
      host: 'lists.example',
      rootKeyFingerprints: [expect.stringMatching(/^[0-9a-f]{4}( [0-9a-f]{4}){15}$/)],
    });
    expect(other.requests).toEqual([]);
  });

  test('a channel of the reader adds reasons beside the default one', async () => {
    expect(await realm.fromPage({ type: 'add-channel', text: textOf(other) })).toEqual({
      channel: `added:${ADDED}`,
    });
    await until(async () => expect(await kinds('other.example')).toEqual(['flagged']));
    expect(await kinds('main.example')).toEqual(['flagged']);
    expect((await statuses()).map(({ name }) => name)).toEqual(['main', 'other']);
  });

  test('a channel of the reader that fails does not touch the others, and the other way round', async () => {
    await addOther();
    await publish(main, ['main.example', 'new.example'], 2);
    other.answers.set('latest.jws', (_request, response) => response.writeHead(404).end());
    await realm.update();
    expect(await kinds('new.example', 'other.example')).toEqual(['flagged', 'flagged']);
    expect((await statuses()).map(({ lastFailure }) => lastFailure?.kind ?? null)).toEqual([
      null,
      'http-status',
    ]);
    other.answers.clear();
    await publish(other, ['other.example', 'newer.example'], 2);
    await main.stop();
    await realm.update();
    expect(await kinds('newer.example', 'new.example')).toEqual(['flagged', 'flagged']);
    await main.listen();
  });

  test('a channel of the reader that lists a page later says so, also where the webmail had written the link anew', async () => {
    await addOther();
    const href = 'https://mail.google.com/go?to=https%3A%2F%2Flater.example%2F';
    await realm.fromFrame(linkRequest([href]));
    await realm.fromFrame({ type: 'link-opened', href });
    await publish(other, ['other.example', 'later.example'], 2);
    await realm.update();
    expect(await realm.fromPage({ type: 'get-look-back' })).toMatchObject({
      findings: [{ channelName: 'other' }],
    });
  });

  test('a channel of the reader can be taken back for ten minutes: nothing asks it meanwhile, and all of it is there again', async () => {
    await addOther();
    const channel = `added:${ADDED}`;
    expect(await kinds('other.example')).toEqual(['flagged']);
    other.takePaths();
    expect(await realm.fromPage({ type: 'remove-channel', channel, isUndoable: true })).toEqual({
      removed: true,
    });
    expect((await statuses()).map(({ name }) => name)).toEqual(['main']);
    await realm.update();
    await realm.start();
    expect(await kinds('other.example')).toEqual(['clear']);
    // A channel that is not there is not asked.
    expect(other.takePaths()).toEqual([]);
    expect(await realm.fromPage({ type: 'take-back-list', list: channel })).toEqual({ outcome: 'done' });
    expect(await kinds('other.example')).toEqual(['flagged']);
    expect((await statuses()).map(({ name }) => name)).toEqual(['main', 'other']);
    expect(other.takePaths()).toEqual([]);
    expect(await realm.fromPage({ type: 'take-back-list', list: channel })).toEqual({ outcome: 'gone' });
  });

  test.each([
    ['ten minutes later', 601_000],
    ['also after the clock was set back', -60_000],
  ])('a channel of the reader that nobody takes back leaves no trace, %s', async (_, passed) => {
    await addOther();
    const channel = `added:${ADDED}`;
    await realm.fromPage({ type: 'remove-channel', channel, isUndoable: true });
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + passed });
    await realm.update();
    // What was removed goes after the lists are updated, when nothing says any more that they are.
    await until(async () => expect(await privateStores().channels.aside()).toEqual({ ok: true, value: [] }));
    vi.useRealTimers();
    const stored = await new SnapshotStore().snapshots();
    expect(stored.ok && stored.value.map((each) => each.channel)).toEqual([`default:${main.url}`]);
    expect(await realm.fromPage({ type: 'take-back-list', list: channel })).toEqual({ outcome: 'gone' });
  });

  test('a channel of the reader that is added again while it could be taken back is simply there', async () => {
    await addOther();
    const channel = `added:${ADDED}`;
    await realm.fromPage({ type: 'remove-channel', channel, isUndoable: true });
    expect(await realm.fromPage({ type: 'add-channel', text: textOf(other) })).toEqual({ channel });
    expect(await realm.fromPage({ type: 'take-back-list', list: channel })).toEqual({ outcome: 'gone' });
    expect((await statuses()).map(({ name }) => name)).toEqual(['main', 'other']);
  });

  test('a channel of the reader that is switched off whole vouches for nothing', async () => {
    await startWith();
    expect(await kinds('main.example', 'clean.example')).toEqual(['flagged', 'clear']);
    const [{ id, sections } = { id: '', sections: [] }] = await statuses();
    const off = sections.map(({ kind, category, action, group }) => ({ kind, category, action, group }));
    await realm.fromPage({ type: 'set-sections', channel: id, off });
    expect(await kinds('main.example', 'clean.example')).toEqual(['unchecked', 'unchecked']);
    await realm.fromPage({ type: 'set-sections', channel: id, off: [] });
    expect(await kinds('main.example', 'clean.example')).toEqual(['flagged', 'clear']);
  });

  test('a channel of the reader leaves no trace when it is removed', async () => {
    await addOther();
    const channel = `added:${ADDED}`;
    await kinds('quiet.example');
    await realm.fromFrame({ type: 'link-opened', href: 'https://quiet.example/' });
    await kinds('later.example');
    await realm.fromFrame({ type: 'link-opened', href: 'https://later.example/' });
    await publish(other, ['other.example', 'later.example'], 2);
    await realm.update();
    expect(await realm.fromPage({ type: 'get-look-back' })).toMatchObject({
      findings: [{ channelName: 'other' }],
    });
    await realm.fromPage({ type: 'set-sections', channel, off: [PHISHING] });
    expect(await realm.fromPage({ type: 'remove-channel', channel, isUndoable: false })).toEqual({
      removed: true,
    });
    expect(await kinds('other.example')).toEqual(['clear']);
    const store = new SnapshotStore();
    const mine = privateStores();
    const rest = await Promise.all([
      store.snapshots(),
      store.journals(),
      mine.channels.channels(),
      mine.channels.sectionsOff(),
      mine.lookBack.opened(),
    ]);
    expect(JSON.stringify(rest.map((result) => (result.ok ? result.value : result)))).not.toContain(
      'lists.example',
    );
    expect(await mine.lookBack.findings()).toEqual({ ok: true, value: [] });
  });

  test("a channel of the reader is kept while the reader's own data cannot be read, and nothing is clear meanwhile", async () => {
    await addOther();
    const original = indexedDB.open.bind(indexedDB);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name === 'spamlight-private') throw new DOMException('broken', 'UnknownError');
      return original(name, version);
    });
    await realm.start();
    await realm.update();
    expect(await kinds('other.example')).toEqual(['unchecked']);
    open.mockRestore();
    await realm.start();
    expect(await kinds('other.example', 'quiet.example')).toEqual(['flagged', 'clear']);
  });

  test('a channel of the reader that is removed in the middle of its update does not come back', async () => {
    await addOther();
    await publish(other, ['late.example'], 2);
    const index = other.files.get('latest.jws') ?? new Uint8Array();
    let go: () => void = () => undefined;
    other.answers.set('latest.jws', (_request, response) => {
      go = () => response.writeHead(200).end(index);
    });
    other.takePaths();
    await realm.fromPage({ type: 'update-now' });
    await until(() => expect(other.takePaths()).toContain('latest.jws'));
    await realm.fromPage({
      type: 'remove-channel',
      channel: `added:${ADDED}`,
      isUndoable: false,
    });
    go();
    await realm.idle();
    await until(async () => {
      const stored = await new SnapshotStore().snapshots();
      expect(stored.ok && stored.value.map(({ channel }) => channel)).toEqual([`default:${main.url}`]);
    });
    expect(await kinds('late.example', 'other.example')).toEqual(['clear', 'clear']);
  });

  test.each([
    ['already-there', (): string => textOf(other)],
    ['not-a-channel', (): string => 'hello'],
    ['not-https', (): string => textOf(other, 'http://lists.example/')],
    ['private-host', (): string => textOf(other, 'https://192.168.1.1/')],
  ] as const)('a channel of the reader is refused: %s', async (refused, text) => {
    await realm.fromPage({ type: 'add-channel', text: textOf(other) });
    expect(await realm.fromPage({ type: 'add-channel', text: text() })).toEqual({ refused });
  });

  test('a channel of the reader with another key is refused: nobody has signed the change', async () => {
    await realm.fromPage({ type: 'add-channel', text: textOf(other) });
    const stranger = await makeKeyPair();
    const text = `${ADDED} ${stranger.x}`;
    expect(await realm.fromPage({ type: 'add-channel', text })).toEqual({ refused: 'key-changed' });
  });
});

describe('a channel that was never fetched', () => {
  const title = (): string | undefined => realm.browser.titles.get('1');

  async function show(): Promise<void> {
    await realm.fromFrame(aReport({ isNewDocument: true, links: 1 }));
  }

  test('a channel that was never fetched clears nothing, nor do others for it, once it could not be fetched; who shows links is told', async () => {
    await startWith();
    await show();
    expect(await kinds('clean.example')).toEqual(['clear']);
    let answer: () => void = () => undefined;
    other.answers.set('latest.jws', (_request, response) => {
      answer = () => response.writeHead(404).end();
    });
    await realm.fromPage({ type: 'add-channel', text: textOf(other) });
    await until(() => expect(other.takePaths()).toContain('latest.jws'));
    // While it is on its way nothing flickers.
    expect(await kinds('clean.example')).toEqual(['clear']);
    expect(title()).not.toMatch(/could not be downloaded yet/);
    realm.browser.told.length = 0;
    answer();
    await realm.idle();
    expect(realm.browser.told).toContainEqual([1, null, { type: 'recheck' }]);
    const { verdicts } = await realm.fromFrame(
      linkRequest(['https://clean.example/', 'https://main.example/']),
    );
    expect(verdicts.map(({ verdict }) => verdict)).toMatchObject([
      { kind: 'unchecked', because: 'no-snapshot' },
      { kind: 'flagged' },
    ]);
    await until(() => expect(title()).toMatch(/could not be downloaded yet/));
    // A later realm, and a second failure, say the same.
    await realm.start();
    expect(await kinds('clean.example')).toEqual(['unchecked']);
    other.answers.clear();
    await realm.update();
    expect(await kinds('clean.example', 'other.example')).toEqual(['clear', 'flagged']);
    await until(() => expect(title()).not.toMatch(/could not be downloaded yet/));
  });

  test('a channel that was never fetched because its root key is mistyped is the administrator’s to mend: nothing is clear meanwhile', async () => {
    realm.browser.managed = {
      channels: [{ url: ADDED, rootKeys: [(await makeKeyPair()).x], name: 'Company' }],
    };
    await startWith();
    await until(async () => expect(await kinds('clean.example')).toEqual(['unchecked']));
    realm.browser.managed = { channels: [{ url: ADDED, rootKeys: [other.rootKey.x], name: 'Company' }] };
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    await until(async () =>
      expect(await kinds('clean.example', 'other.example')).toEqual(['clear', 'flagged']),
    );
  });
});

describe('a channel whose root key is another one', () => {
  let thief: TestChannel;

  /** The old one has come far: key list 5, serial 9; the new one begins at the beginning. */
  beforeEach(async () => {
    thief = await TestChannel.start('other');
    thief.keyListNumber = 5;
    await publish(thief, ['victim.example'], 9);
  });
  afterEach(() => thief.stop());

  const serve = (channel: TestChannel): void => {
    vi.stubGlobal('fetch', fetchFromPackage(new Map(), new Map([[ADDED, channel.url]])));
  };

  async function haveOld(begin: () => Promise<unknown>): Promise<void> {
    await startWith();
    serve(thief);
    await begin();
    await until(async () => expect(await kinds('victim.example')).toEqual(['flagged']));
    await realm.idle();
    other.answers.set('latest.jws', (_request, response) => response.writeHead(500).end());
    serve(other);
  }

  async function expectOnlyNew(): Promise<void> {
    await until(async () => expect(await kinds('victim.example')).not.toEqual(['flagged']));
    await until(() => expect(other.takePaths()).toContain('latest.jws'));
    await realm.idle();
    expect(await kinds('victim.example')).not.toEqual(['flagged']);
    expect((await statuses()).find(({ url }) => url === ADDED)).toMatchObject({ kind: 'none' });
    other.answers.clear();
    await realm.update();
    expect(await kinds('other.example', 'victim.example')).toEqual(['flagged', 'clear']);
    expect((await statuses()).find(({ url }) => url === ADDED)).toMatchObject({
      serial: 1,
      lastFailure: null,
    });
  }

  test('a channel whose root key is another one is another channel: what the reader removed and added anew has neither its list nor its floor', async () => {
    await haveOld(() => realm.fromPage({ type: 'add-channel', text: textOf(thief) }));
    const channel = `added:${ADDED}`;
    await realm.fromPage({ type: 'remove-channel', channel, isUndoable: true });
    expect(await realm.fromPage({ type: 'add-channel', text: textOf(other) })).toEqual({ channel });
    await expectOnlyNew();
  });

  const set = async (...keys: readonly TestChannel[]): Promise<void> => {
    realm.browser.managed = {
      channels: [{ url: ADDED, rootKeys: keys.map(({ rootKey }) => rootKey.x), name: 'Company' }],
    };
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    await realm.idle();
  };

  test('a channel whose root key is another one is another channel where an administrator changes it, and the same where they add a key', async () => {
    await haveOld(() => set(thief));
    await set(thief, other);
    await realm.update();
    expect(await kinds('victim.example')).toEqual(['flagged']);
    other.takePaths();
    await set(other);
    await expectOnlyNew();
  });

  test('a channel whose root key is another one is another channel where an administrator takes away the one of two keys that signed for its list', async () => {
    await haveOld(() => set(thief, other));
    other.takePaths();
    await set(other);
    await expectOnlyNew();
  });

  test('a channel whose root key is another one is the same channel where an administrator takes away the key that did not', async () => {
    await haveOld(() => set(other, thief));
    await set(thief);
    expect(await kinds('victim.example')).toEqual(['flagged']);
  });
});

describe('an administrator', () => {
  test('an administrator gives rules, preferences and a channel of their own, without the default one', async () => {
    realm.browser.managed = {
      channels: [{ url: ADDED, rootKeys: [other.rootKey.x], name: 'Company list' }],
      useDefaultChannel: false,
      trust: ['intranet.example', 'https://partner.example/shop/', 'boss@company.example'],
      block: ['games.example', 'nonsense nonsense'],
      preferences: { onDanger: 'disable' },
    };
    await startWith();
    expect((await statuses()).map(({ origin, url }) => `${origin} ${url}`)).toEqual([`managed ${ADDED}`]);
    expect(await kinds('other.example', 'games.example', 'www.intranet.example')).toEqual([
      'flagged',
      'flagged',
      'allowed',
    ]);
    expect(await realm.fromPage({ type: 'get-preferences' })).toMatchObject({ onDanger: 'disable' });
    const { rules } = await realm.kept({ type: 'list-rules', action: 'trust' });
    expect(
      rules.map(({ scope, subject, by }) => `${by} ${scope} ${subject}`).sort((a, b) => (a < b ? -1 : 1)),
    ).toEqual([
      'administrator path partner.example/shop/',
      'administrator sender boss@company.example',
      'administrator site intranet.example',
    ]);
    const ids = rules.map(({ id }) => id);
    expect(await realm.fromPage({ type: 'remove-rules', ids })).toEqual({ removed: [] });
  });

  test('an administrator keeps channels at the addresses that they were named by', async () => {
    const mirror = 'https://mirror.example/';
    other.mirrors = [mirror];
    await publish(other, ['other.example']);
    const shown = async (): Promise<unknown> => (await statuses()).map(({ mirrors }) => mirrors);
    realm.browser.managed = {
      channels: [{ url: ADDED, rootKeys: [other.rootKey.x] }],
      useDefaultChannel: false,
    };
    await startWith();
    expect(await shown()).toEqual([[{ url: mirror, refusal: null }]]);
    realm.browser.managed = { ...realm.browser.managed, mirrors: false };
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    expect(await shown()).toEqual([[{ url: mirror, refusal: 'set-by-administrator' }]]);
  });

  test('an administrator’s preferences hold, and the reader’s own come back without them', async () => {
    await startWith();
    const own = {
      onDanger: 'mark',
      onCaution: 'mark',
      language: 'zh-CN',
      saveData: false,
      rememberCorrespondents: true,
      mailServer: null,
    } as const;
    await realm.fromPage({ type: 'set-preferences', preferences: own });
    realm.browser.managed = {
      preferences: { onDanger: 'disable', saveData: true, rememberCorrespondents: true },
    };
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    const shown = await realm.fromPage({ type: 'get-preferences' });
    expect(shown).toEqual({
      ...own,
      onDanger: 'disable',
      saveData: true,
      locked: ['onDanger', 'saveData'],
      administered: NOTHING_ADMINISTERED,
    });
    // What the page shows comes back with the one thing that was changed in it.
    await realm.fromPage({ type: 'set-preferences', preferences: { ...shown, onCaution: 'ask' } });
    realm.browser.managed = null;
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    expect(await realm.fromPage({ type: 'get-preferences' })).toEqual({
      ...own,
      onCaution: 'ask',
      locked: [],
      administered: NOTHING_ADMINISTERED,
    });
  });

  test('a change of the administrator’s policy holds at once', async () => {
    await startWith();
    expect(await kinds('main.example')).toEqual(['flagged']);
    realm.browser.managed = { trust: ['main.example'] };
    await realm.browser.fire('storage.onChanged', {}, 'managed');
    expect(await kinds('main.example')).toEqual(['allowed']);
  });
});

describe('look-back', () => {
  beforeEach(() => startWith());

  const open = async (host: string, frame = {}): Promise<void> => {
    await realm.fromFrame(linkRequest([`https://${host}/`]), frame);
    await realm.fromFrame({ type: 'link-opened', href: `https://${host}/` }, frame);
  };

  test('a link that is listed after it was opened is told once, without its address', async () => {
    await open('slow.example');
    await publish(main, ['main.example', 'slow.example'], 2);
    await realm.update();
    await until(async () => {
      const { findings } = await realm.fromPage({ type: 'get-look-back' });
      expect(findings).toMatchObject([{ section: PHISHING, channelName: 'main' }]);
    });
    const { findings } = await realm.fromPage({ type: 'get-look-back' });
    expect(JSON.stringify(findings)).not.toContain('slow.example');
    await until(() => expect(realm.browser.badges.get('all')).toBe('!'));
    await realm.fromPage({ type: 'dismiss-look-back', ids: findings.map(({ id }) => id) });
    expect(await realm.fromPage({ type: 'get-look-back' })).toEqual({ findings: [], mistakes: [] });
    expect(realm.browser.badges.get('all')).toBe('');
    await publish(main, ['main.example', 'slow.example', 'x.example'], 3);
    await realm.update();
    await realm.start();
    expect(await realm.fromPage({ type: 'get-look-back' })).toEqual({ findings: [], mistakes: [] });
  });

  test('nothing is kept of private windows, of unjudged links, and of links that were flagged or trusted', async () => {
    await open('slow.example', { incognito: true, tabId: 9 });
    await open('main.example');
    await realm.fromFrame({ type: 'link-opened', href: 'https://unseen.example/' });
    const opened = await privateStores().lookBack.opened();
    expect(opened).toEqual({ ok: true, value: [] });
  });

  test('look-back holds no address: only hashes under the key of the epoch', async () => {
    await open('slow.example');
    const opened = await privateStores().lookBack.opened();
    if (!opened.ok) throw new Error('unreadable');
    expect(opened.value).toHaveLength(1);
    expect(Object.keys(opened.value[0] ?? {}).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'channel',
      'epochKey',
      'hashes',
      'id',
      'openedAt',
    ]);
    expect(JSON.stringify(opened.value)).not.toContain('slow');
  });

  test('look-back forgets after fourteen days', async () => {
    await open('slow.example');
    vi.useFakeTimers({ now: Date.now() + 15 * 86_400_000, toFake: ['Date'] });
    await publish(main, ['main.example', 'slow.example'], 2);
    await realm.update();
    await until(async () => {
      expect(await privateStores().lookBack.opened()).toEqual({ ok: true, value: [] });
    });
    expect(await realm.fromPage({ type: 'get-look-back' })).toEqual({ findings: [], mistakes: [] });
    vi.useRealTimers();
  });
});

test('channels have the order of their origins, then that in which they were added', async () => {
  await publish(main, ['both.example']);
  await publish(other, ['both.example']);
  await startWith();
  await realm.fromPage({ type: 'add-channel', text: textOf(other) });
  await realm.update();
  realm.browser.managed = { channels: [{ url: 'https://office.example/', rootKeys: [main.rootKey.x] }] };
  await realm.browser.fire('storage.onChanged', {}, 'managed');
  await until(async () =>
    expect((await statuses()).map(({ origin }) => origin)).toEqual(['managed', 'default', 'added']),
  );
  // Whose reason is named first of a link that both list.
  const { verdicts } = await realm.fromFrame(linkRequest(['https://both.example/']));
  expect(verdicts[0]?.verdict).toMatchObject({ reasons: [{ channelName: 'main' }, {}] });
});

describe('a warning that was a mistake', () => {
  beforeEach(() => startWith());

  /** The next snapshot of a channel: what it lists, and what it says was no threat. */
  async function publishWithout(
    excluded: readonly string[],
    listed: readonly string[],
    serial = 2,
  ): Promise<void> {
    const snapshot = snapshotOf([{ section: PHISHING, entries: listed }], {
      serial,
      publishedAt: nowSeconds() - 60,
    });
    const exclusions = withWithdrawn(
      snapshot.exclusions,
      excluded.map((entry) => ({ entry, reason: 'its owner wrote', expiresAt: null })),
      snapshot.epoch.key,
      nowSeconds(),
    );
    await main.publish({ ...snapshot, exclusions });
    await realm.update();
  }

  const see = (frame = {}) => realm.fromFrame(linkRequest(['https://main.example/a']), frame);
  const mistakes = async () => (await realm.fromPage({ type: 'get-look-back' })).mistakes;
  const seen = async () => {
    const stored = await privateStores().seen.all();
    if (!stored.ok) throw new Error('unreadable');
    return stored.value;
  };
  /** Marked, and remembered. */
  async function seeMarked(): Promise<void> {
    await see();
    await until(async () => expect(await seen()).toHaveLength(1));
  }

  test('a warning that was a mistake is told once, by its day and whose list it was, without an address and without a badge', async () => {
    await seeMarked();
    await publishWithout(['main.example'], ['x.example']);
    await until(async () =>
      expect(await mistakes()).toMatchObject([
        { day: TODAY, category: 'phishing', group: 'test feed', channelName: 'main' },
      ]),
    );
    expect(realm.browser.badges.get('all') ?? '').toBe('');
    // Of a realm that was stopped, too.
    await realm.start();
    const [told] = await mistakes();
    expect(await realm.fromPage({ type: 'dismiss-mistakes', ids: [told?.id ?? ''] })).toEqual({
      outcome: 'done',
    });
    expect(await mistakes()).toEqual([]);
    await publishWithout(['main.example'], ['y.example'], 3);
    expect(await mistakes()).toEqual([]);
    expect(await seen()).toEqual([]);
  });

  test('a warning that was a mistake keeps keyed hashes and a day, never an address; one record for each entry', async () => {
    await seeMarked();
    await realm.fromFrame(linkRequest(['https://main.example/b?c']));
    await see();
    const [record] = await seen();
    expect(await seen()).toHaveLength(1);
    expect(Object.keys(record ?? {}).sort((a, b) => (a < b ? -1 : 1))).toEqual([
      'category',
      'channel',
      'channelName',
      'day',
      'epochKey',
      'group',
      'hashes',
      'id',
      'isWithdrawn',
    ]);
    expect(JSON.stringify(record)).not.toContain('main.example');
    expect(record?.day).toBe(TODAY);
    const backup = JSON.stringify(await realm.kept({ type: 'export-private-data' }));
    expect(backup).toContain('spamlight-backup');
    expect(backup).not.toContain('isWithdrawn');
  });

  test.each([
    ['an entry that merely left the list: the page may be gone', () => publishWithout([], ['x.example'])],
    ['one that is still listed in another way', () => publishWithout(['main.example/a'], ['main.example'])],
    [
      'a list that has expired',
      async () => {
        vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
        const snapshot = snapshotOf([{ section: PHISHING, entries: ['x.example'] }], {
          serial: 2,
          publishedAt: nowSeconds() - 15 * 86_400,
        });
        await main.publish({ ...snapshot, exclusions: excludedMain(snapshot.epoch.key) });
        await realm.update();
      },
    ],
    [
      'a list under another key: nothing is known of it',
      async () => {
        const key = Uint8Array.of(8, 7, 6, 5, 4, 3, 2, 1);
        const snapshot = snapshotOf([{ section: PHISHING, entries: ['x.example'] }], {
          serial: 2,
          publishedAt: nowSeconds() - 60,
          key,
        });
        await main.publish({ ...snapshot, exclusions: excludedMain(key) });
        await realm.update();
      },
    ],
    [
      'a section that the reader switched off',
      () => realm.fromPage({ type: 'set-sections', channel: 'default', off: [PHISHING] }),
    ],
    [
      'a link that the reader trusts now',
      () =>
        realm.fromPage({
          type: 'add-rule',
          action: 'trust',
          scope: 'site',
          subject: 'main.example',
          note: '',
          expiresAt: null,
        }),
    ],
  ])('a warning that was a mistake is not said of %s', async (_of, change) => {
    await seeMarked();
    await change();
    await realm.idle();
    expect(await mistakes()).toEqual([]);
    vi.useRealTimers();
  });

  test('a warning is no mistake where the page has left the list and only its host is excluded; where the page itself is excluded it is', async () => {
    await publishWithout([], ['main.example/a']);
    await seeMarked();
    await publishWithout(['main.example'], ['x.example'], 3);
    await realm.idle();
    expect(await mistakes()).toEqual([]);
    await publishWithout(['main.example', 'https://main.example/a'], ['x.example'], 4);
    await until(async () => expect(await mistakes()).toHaveLength(1));
  });

  test('a warning is not taken back if it was in a private window, on a paused site, or a fortnight ago', async () => {
    await see({ incognito: true, tabId: 9 });
    await realm.idle();
    expect(await seen()).toEqual([]);
    await seeMarked();
    vi.useFakeTimers({ now: Date.now() + 15 * 86_400_000, toFake: ['Date'] });
    await publishWithout(['main.example'], ['x.example']);
    await realm.idle();
    expect(await mistakes()).toEqual([]);
    vi.useRealTimers();
  });

  function excludedMain(key: Uint8Array): FingerprintList {
    const nothing = { high: new Uint32Array(0), low: new Uint32Array(0) };
    return withWithdrawn(
      nothing,
      [{ entry: 'main.example', reason: 'its owner wrote', expiresAt: null }],
      key,
      0,
    );
  }
});

describe('private data', () => {
  beforeEach(() => startWith());

  const add = (subject: string, action: 'trust' | 'block' = 'trust'): Promise<unknown> =>
    realm.fromPage({ type: 'add-rule', action, scope: 'site', subject, note: 'mine', expiresAt: null });

  test('a rule that a person types is read, kept, edited, removed and put back', async () => {
    expect(await add('https://www.main.example/x')).toMatchObject({ subject: 'main.example' });
    expect(await kinds('main.example')).toEqual(['allowed']);
    await realm.start();
    const { rules } = await realm.kept({ type: 'list-rules', action: 'trust' });
    const [rule] = rules;
    if (rule === undefined) throw new Error('no rule');
    const edit = { type: 'edit-rule', ruleId: rule.id, note: 'for the shop', expiresAt: null } as const;
    expect(await realm.fromPage(edit)).toEqual({ outcome: 'done' });
    const answer = await realm.fromPage({ type: 'remove-rules', ids: [rule.id] });
    const removed = 'removed' in answer ? answer.removed : [];
    expect(removed).toMatchObject([{ note: 'for the shop' }]);
    expect(await kinds('main.example')).toEqual(['flagged']);
    await realm.fromPage({ type: 'restore-rules', rules: removed });
    expect(await kinds('main.example')).toEqual(['allowed']);
    expect(await add('github.io')).toEqual({ refused: 'not-trustable' });
    expect(await add('not an address')).toEqual({ refused: 'unreadable' });
  });

  test('a backup is written, read elsewhere, merged, and can be taken back', async () => {
    await add('main.example');
    await add('games.example', 'block');
    await realm.fromPage({ type: 'add-channel', text: textOf(other) });
    await realm.fromPage({
      type: 'set-preferences',
      preferences: {
        onDanger: 'disable',
        onCaution: 'disable',
        language: 'zh-CN',
        saveData: true,
        rememberCorrespondents: true,
        mailServer: null,
      },
    });
    const own = privateStores();
    await own.channels.putDeviceList({ ...LIST, id: 'list:1', url: 'https://lists.example/bad.txt' });
    await own.channels.putDeviceList({ ...LIST, id: 'list:2', url: null });
    const old = dayOf('2026-11-18', 40);
    await own.statistics.change(old.day, '2025-01-01', () => old);
    await own.statistics.change(TODAY, '2025-01-01', () => dayOf(TODAY, 7));
    const { text } = await realm.kept({ type: 'export-private-data' });
    // What is under way in this profile must not end in the next one.
    await realm.update();

    freshProfile();
    const here = privateStores();
    await startWith();
    await add('main.example', 'block');
    // First it is only said what it would change.
    const preview = await realm.fromPage({ type: 'preview-import', text });
    expect(preview).toMatchObject({
      trust: 0,
      block: 1,
      preferences: { onCaution: 'disable', language: 'zh-CN' },
    });
    expect((await realm.kept({ type: 'list-rules', action: 'block' })).rules).toHaveLength(1);
    expect(await realm.fromPage({ type: 'get-preferences' })).toMatchObject(DEFAULT_PREFERENCES);
    const unknown = text.replace('"zh-CN"', '"xx-Not-Packaged"');
    expect(await realm.fromPage({ type: 'preview-import', text: unknown })).toMatchObject({
      preferences: { onCaution: 'disable', language: null },
    });

    const read = await realm.fromPage({ type: 'import-private-data', text });
    if ('refused' in read) throw new Error(read.refused);
    const { rules: blocked } = await realm.kept({ type: 'list-rules', action: 'block' });
    const added = blocked.filter(({ id }) => read.imported.ruleIds.includes(id));
    expect(added.map(({ subject }) => subject)).toEqual(['games.example']);
    // Trusted in the file, and blocked here: that stays, and is said.
    expect(read.alreadyThere).toBe(0);
    expect(read.contradicted).toEqual({
      trust: { count: 0, first: [] },
      block: { count: 1, first: ['main.example'] },
    });
    expect(read.imported.preferencesBefore).toEqual(DEFAULT_PREFERENCES);
    expect(read.imported.days.map(({ day }) => day)).toContain('2026-11-18');
    // A file adds no channel: the reader pastes its text, and sees host and key first.
    expect(read.channelTexts).toEqual([textOf(other)]);
    // Nor a list, and a file that was compiled on the other device is not in the backup.
    expect(read.listUrls).toEqual(['https://lists.example/bad.txt']);
    expect(await here.channels.deviceLists()).toEqual({ ok: true, value: [] });
    await until(async () => expect(await statuses()).toHaveLength(1));
    expect(await kinds('main.example', 'games.example')).toEqual(['flagged', 'flagged']);

    // What is counted after the import stays when the import is taken out again, and so does what was here before.
    await here.statistics.change('2026-11-18', '2025-01-01', () => ({
      ...dayOf('2026-11-18', 42),
      danger: 2,
    }));
    expect(await realm.fromPage({ type: 'undo-import', imported: read.imported })).toEqual({ undone: true });
    expect(await kinds('games.example')).toEqual(['clear']);
    expect(await kinds('main.example')).toEqual(['flagged']);
    expect(await realm.fromPage({ type: 'get-preferences' })).toMatchObject(DEFAULT_PREFERENCES);
    const { days } = await realm.kept({ type: 'get-statistics' });
    expect(days.find(({ day }) => day === '2026-11-18')).toEqual(dayOf('2026-11-18', 2));
    expect(days.length).toBeLessThanOrEqual(2);
  });

  test('a backup that cannot be stored adds nothing at all', async () => {
    const text = JSON.stringify({ ...BACKUP_1, rules: [GAMES], statistics: [dayOf('2026-11-18', 40)] });
    // The second part fails after the first was asked for.
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementationOnce(function first(
      this: IDBObjectStore,
      ...given
    ) {
      put.mockImplementationOnce(() => {
        throw new DOMException('the disk says no', 'QuotaExceededError');
      });
      return this.add(...given);
    });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toEqual({ refused: 'not-stored' });
    put.mockRestore();
    expect(await realm.kept({ type: 'list-rules', action: 'block' })).toEqual({ rules: [] });
    expect(await realm.kept({ type: 'get-statistics' })).toEqual({ days: [], keptDays: 400 });
  });

  test('a backup of the first version, which knew no lists, is read', async () => {
    const text = JSON.stringify({ ...BACKUP_1, rules: [GAMES] });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toEqual({
      imported: { ruleIds: ['r'], days: [], preferencesBefore: null },
      alreadyThere: 0,
      contradicted: { trust: { count: 0, first: [] }, block: { count: 0, first: [] } },
      impossible: 0,
      channelTexts: [],
      listUrls: [],
    });
    expect(await kinds('games.example')).toEqual(['flagged']);
  });

  test('counts of days that are yet to come are left out of a backup: they would never grow old', async () => {
    const day = (ahead: number): string =>
      new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
    const statistics = [dayOf('2026-11-18', 1), dayOf(day(3), 2), dayOf('9999-12-31', 3)];
    const text = JSON.stringify({ ...BACKUP_1, statistics });
    expect(await realm.fromPage({ type: 'preview-import', text })).toMatchObject({ days: 1 });
    await realm.fromPage({ type: 'import-private-data', text });
    expect(await realm.kept({ type: 'get-statistics' })).toMatchObject({ days: [{ day: '2026-11-18' }] });
  });

  // One such entry refused the whole file, also one that an older version had allowed.
  test('entries of a backup that are no longer possible are left out and counted, and the others are read', async () => {
    const odd = [
      { ...GAMES, id: 'a', scope: 'link', subject: 'evil.example/login\\index.php' },
      { ...GAMES, id: 'b', scope: 'sender', subject: 'a*b@x.example' },
    ];
    const impossible = [
      { ...GAMES, id: 'c', action: 'trust', subject: 'github.io' },
      { ...GAMES, id: 'd', scope: 'link', subject: 'https://b.example/' },
    ];
    const text = JSON.stringify({ ...BACKUP_1, rules: [GAMES, ...impossible, ...odd] });
    expect(await realm.fromPage({ type: 'preview-import', text })).toMatchObject({
      trust: 0,
      block: 3,
      impossible: 2,
    });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toMatchObject({
      imported: { ruleIds: ['r', 'a', 'b'] },
      alreadyThere: 0,
      impossible: 2,
    });
    expect(await realm.fromPage({ type: 'list-rules', action: 'trust' })).toEqual({ rules: [] });
  });

  test.each([
    ['no JSON', 'hello', 'not-a-backup'],
    ['another file', '{"rules":[]}', 'not-a-backup'],
    ['a file from the future', '{"format":"spamlight-backup","version":3}', 'newer-version'],
    ['a file that was cut', '{"format":"spamlight-backup","version":1,"rules":[', 'not-a-backup'],
    [
      'a list at an address that no list may have',
      JSON.stringify({ ...BACKUP_1, version: 2, lists: [{ url: 'https://router.local/hosts' }] }),
      'not-a-backup',
    ],
    ['a second version without its lists', JSON.stringify({ ...BACKUP_1, version: 2 }), 'not-a-backup'],
    [
      'more days than anybody has',
      JSON.stringify({ ...BACKUP_1, statistics: Array.from({ length: 1_001 }, () => dayOf(TODAY, 1)) }),
      'not-a-backup',
    ],
    ...['9999-99-99', '2026-02-30'].map((day) => [
      `counts of ${day}, a day that no calendar has`,
      JSON.stringify({ ...BACKUP_1, statistics: [dayOf(day, 1)] }),
      'not-a-backup',
    ]),
    [
      'a rule of no known scope',
      JSON.stringify({ ...BACKUP_1, rules: [GAMES, { ...GAMES, id: 's', scope: 'planet' }] }),
      'not-a-backup',
    ],
  ])('private data: %s is refused whole', async (_, text, refused) => {
    expect(await realm.fromPage({ type: 'preview-import', text })).toEqual({ refused });
    expect(await realm.fromPage({ type: 'import-private-data', text })).toEqual({ refused });
  });

  test('when rules cannot be read, nothing is clear', async () => {
    await add('games.example', 'block');
    const original = indexedDB.open.bind(indexedDB);
    const open = vi.spyOn(indexedDB, 'open').mockImplementation((name, version) => {
      if (name === 'spamlight-private') throw new DOMException('broken', 'UnknownError');
      return original(name, version);
    });
    await realm.start();
    expect(await kinds('main.example', 'quiet.example')).toEqual(['flagged', 'unchecked']);
    open.mockRestore();
    expect(await kinds('games.example', 'quiet.example')).toEqual(['flagged', 'clear']);
  });
});
