import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { LIST_PRESETS } from '../../../../../src/core/feed/list-presets.ts';
import { compileForDevice } from '../../../../../src/core/filter/compile-for-device.ts';
import { decodeSnapshot } from '../../../../../src/core/snapshot/decode-snapshot.ts';
import { encodeSnapshot } from '../../../../../src/core/snapshot/encode-snapshot.ts';
import { stateDigestOfBytes } from '../../../../../src/core/snapshot/state-digest.ts';
import { runSteps } from '../../../../../src/core/steps.ts';
import { privateStores } from '../../../platform/storage/private-stores.ts';
import {
  SnapshotStore,
  type StoredSnapshot,
} from '../../../../../src/extension/platform/storage/snapshot-store.ts';
import type { AddList, DeviceList } from '../../../../../src/extension/protocol/device-list-messages.ts';
import type { PresetProgress } from '../../../../../src/extension/protocol/preset-messages.ts';
import { FakeBrowser, fetchFromPackage } from '../../fake-browser.ts';
import { browserModule, linkRequest, Realm } from '../../realm.ts';
import { freshProfile } from '../update-harness.ts';

vi.mock('../../../../../src/extension/platform/browser.ts', () => browserModule);

const HOST = 'https://lists.example/';
const URL_OF_LIST = `${HOST}bad.txt`;
const [first, second] = LIST_PRESETS;
if (first === undefined || second === undefined) throw new Error('no presets');
const PRESET = first;
const SECOND = second;
const DAY = 86_400;
const BAD = 'https://www.bad.example/login';

let server: Server;
let answer: (request: IncomingMessage, response: ServerResponse) => void;
let requests: IncomingMessage[];
let browser: FakeBrowser;
let realm: Realm;

const text =
  (body: string): typeof answer =>
  (_request, response) =>
    void response.writeHead(200, { 'content-type': 'text/plain' }).end(body);

const status =
  (code: number, headers: Readonly<Record<string, string>> = {}): typeof answer =>
  (_request, response) =>
    void response.writeHead(code, headers).end();

beforeEach(async () => {
  freshProfile();
  requests = [];
  answer = text('bad.example\nworse.example\npaypal.com\nweebly.com\n');
  server = createServer((request, response) => {
    requests.push(request);
    answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of a server that listens on TCP
  const { port } = server.address() as AddressInfo;
  vi.stubEnv('VITE_BUNDLED_ROOT_KEY', '');
  const hosts = [HOST, new URL(PRESET.url).origin, new URL(SECOND.url).origin].map(
    (from): [string, string] => [from, `http://127.0.0.1:${port}/`],
  );
  vi.stubGlobal('fetch', fetchFromPackage(new Map(), new Map(hosts)));
  vi.stubGlobal('navigator', { onLine: true });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
});

afterEach(async () => {
  vi.useRealTimers();
  for (const {
    status: { id },
  } of await lists())
    await realm.fromPage({ type: 'remove-list', list: id, isUndoable: false });
  await realm.idle();
  vi.unstubAllEnvs();
  server.closeAllConnections();
  await new Promise((resolve) => {
    server.close(resolve);
  });
});

const request = (change: Partial<AddList> = {}): AddList => ({
  type: 'add-list',
  url: URL_OF_LIST,
  name: 'A list',
  category: 'phishing',
  licence: 'CC0-1.0',
  ...change,
});

async function lists(): Promise<readonly DeviceList[]> {
  return (await realm.kept({ type: 'get-lists' })).lists;
}

async function add(change: Partial<AddList> = {}): Promise<string> {
  const asked = request(change);
  expect(await realm.fromPage(asked)).toEqual({ refused: null });
  const added = (await lists()).find(({ status }) => status.url === asked.url);
  if (added === undefined) throw new Error('not added');
  return added.status.id;
}

/** Adds a list and waits for its download. */
async function subscribe(change: Partial<AddList> = {}): Promise<string> {
  const id = await add(change);
  await vi.waitFor(
    async () => expect((await lists()).find(({ status }) => status.id === id)?.status.kind).toBe('fresh'),
    { timeout: 8_000, interval: 20 },
  );
  await realm.idle();
  return id;
}

async function verdicts(...hrefs: readonly string[]) {
  const answered = await realm.fromFrame(linkRequest(hrefs));
  return answered.verdicts.map(({ verdict }) => verdict);
}

const kinds = async (...hrefs: readonly string[]): Promise<readonly string[]> =>
  (await verdicts(...hrefs)).map((verdict) => (verdict.kind === 'flagged' ? verdict.level : verdict.kind));

/** A server that begins an answer and never ends it. */
const endless: typeof answer = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/plain' });
  response.write('bad.example\n'.repeat(5_000));
};

describe('a list that is being added', () => {
  test('is there at once, flags nothing yet, and says how far it is', async () => {
    answer = endless;
    const id = await add();
    await vi.waitFor(async () => {
      const [list] = await lists();
      expect(list).toMatchObject({
        status: { id, kind: 'none', activity: { kind: 'updating', step: 'download' } },
        counts: null,
      });
    }, 5_000);
    expect(await kinds(BAD)).not.toContain('caution');
  });

  test('tells its server nothing of the reader', async () => {
    await subscribe();
    expect(requests).toHaveLength(1);
    const { headers } = requests[0] ?? { headers: {} };
    for (const name of ['cookie', 'referer', 'if-none-match', 'if-modified-since', 'authorization']) {
      expect(headers).not.toHaveProperty(name);
    }
  });

  test.each([false, true])('ends its download when it is removed (undoable: %s)', async (isUndoable) => {
    answer = endless;
    const id = await add();
    await vi.waitFor(() => expect(requests).toHaveLength(1), 5_000);
    expect(await realm.fromPage({ type: 'remove-list', list: id, isUndoable })).toEqual({ removed: true });
    await vi.waitFor(() => expect(requests[0]?.socket.destroyed).toBe(true), 5_000);
    expect(await lists()).toEqual([]);
    answer = text('bad.example\nworse.example\n');
    await subscribe({ url: `${HOST}other.txt` });
    expect(await kinds(BAD)).toEqual(['caution']);
  });

  test('that was removed before it came is fetched when that is undone', async () => {
    answer = endless;
    const id = await add();
    await vi.waitFor(() => expect(requests).toHaveLength(1), 5_000);
    await realm.fromPage({ type: 'remove-list', list: id, isUndoable: true });
    answer = text('bad.example\n');
    expect(await realm.fromPage({ type: 'take-back-list', list: id })).toEqual({ outcome: 'done' });
    await vi.waitFor(async () => expect(await kinds(BAD)).toEqual(['caution']), 8_000);
  });

  test.each([
    ['http://lists.example/a', 'not-https'],
    ['https://192.168.0.1/a', 'private-host'],
    ['what?', 'private-host'],
  ])('%s is refused as %s, and asked nothing', async (url, refused) => {
    expect(await realm.fromPage(request({ url }))).toEqual({ refused });
    expect(await lists()).toEqual([]);
    expect(requests).toEqual([]);
  });

  test('is refused where there are eight', async () => {
    for (let n = 0; n < 8; n++) await add({ url: `${HOST}${n}.txt` });
    expect(await realm.fromPage(request())).toEqual({ refused: 'too-many' });
    expect(await lists()).toHaveLength(8);
  });

  test.each([
    ['a web page', text('<!doctype html><title>no</title>'), 'not-an-index'],
    ['another host', status(302, { location: 'https://elsewhere.example/' }), 'redirected'],
    ['nothing', status(404), 'http-status'],
  ])('says so where its server sends %s, and is tried again', async (_, given, kind) => {
    answer = given;
    const id = await add();
    await vi.waitFor(async () => expect((await lists())[0]?.status.lastFailure?.kind).toBe(kind), 8_000);
    expect((await lists())[0]?.status.kind).toBe('none');
    answer = text('bad.example\n');
    await realm.fromPage({ type: 'update-now', channel: id });
    await vi.waitFor(async () => expect(await kinds(BAD)).toEqual(['caution']), 8_000);
  });

  test('is asked for by the options page alone', async () => {
    const popup = 'src/extension/pages/popup/popup.html';
    await expect(realm.fromPage(request(), popup)).rejects.toThrow(/asked from/);
    await expect(browser.fromFrame(request())).rejects.toThrow(/refused/);
  });
});

describe('lists that are taken by the one button', () => {
  const take = (...ids: readonly string[]): Promise<unknown> =>
    realm.fromPage({ type: 'add-presets', ids: ids.length === 0 ? [PRESET.id] : ids });

  async function progress({ id } = PRESET): Promise<PresetProgress | undefined> {
    const { presets } = await realm.kept({ type: 'get-presets' });
    return presets.find((preset) => preset.id === id)?.progress;
  }

  test('are fetched once, however often the button is pressed', async () => {
    expect(await progress()).toEqual({ kind: 'absent' });
    expect(await Promise.all([take(), take()])).toEqual([{ refused: null }, { refused: null }]);
    expect(await take()).toEqual({ refused: null });
    await vi.waitFor(async () => expect(await progress()).toEqual({ kind: 'added', entries: 2 }), 8_000);
    await realm.idle();
    expect(requests).toHaveLength(1);
    expect(await lists()).toHaveLength(1);
  });

  test('come one after the other: one that fails keeps none of the others', async () => {
    answer = ({ url }, response) =>
      void (url?.endsWith(new URL(PRESET.url).pathname) === true
        ? response.writeHead(404).end()
        : response.writeHead(200).end('bad.example\n'));
    await take(PRESET.id, SECOND.id);
    await vi.waitFor(async () => expect((await progress())?.kind).toBe('failed'), 8_000);
    await vi.waitFor(async () => expect((await progress(SECOND))?.kind).toBe('added'), 8_000);
    answer = text('bad.example\n');
    await take();
    await vi.waitFor(async () => expect((await progress())?.kind).toBe('added'), 8_000);
  });

  test('are only those of the package', async () => {
    expect(await take('https://evil.example/list.txt', 'constructor')).toEqual({ refused: null });
    expect(await lists()).toEqual([]);
  });

  test('say why one is refused', async () => {
    for (let n = 0; n < 8; n++) await add({ url: `${HOST}${n}.txt` });
    expect(await take()).toEqual({ refused: 'too-many' });
    expect(await progress()).toEqual({ kind: 'absent' });
  });

  test('that are taken back while they come end their downloads, and can be had again', async () => {
    answer = endless;
    await take(PRESET.id, SECOND.id);
    await vi.waitFor(() => expect(requests).toHaveLength(1), 8_000);
    // Which one comes first is left to their ids, which are random.
    await vi.waitFor(async () => {
      const shown = new Set([(await progress())?.kind, (await progress(SECOND))?.kind]);
      expect(shown).toEqual(new Set(['updating', 'waiting']));
    }, 8_000);
    const ids = [PRESET.id, SECOND.id];
    expect(await realm.fromPage({ type: 'remove-presets', ids })).toEqual({ removed: true });
    expect(await progress()).toEqual({ kind: 'absent' });
    expect(await progress(SECOND)).toEqual({ kind: 'absent' });
    answer = text('bad.example\n');
    await take();
    await vi.waitFor(async () => expect((await progress())?.kind).toBe('added'), 8_000);
    expect(requests).toHaveLength(2);
  });
});

describe('a list that was added', () => {
  test('a list that was added makes caution, clears nothing, and is named as the source, with the time it was fetched', async () => {
    const id = await subscribe();
    expect(
      await kinds(BAD, 'https://worse.example/', 'https://www.paypal.com/', 'https://a.weebly.com/'),
    ).toEqual(['caution', 'caution', 'unchecked', 'unchecked']);
    const [verdict] = await verdicts(BAD);
    expect(verdict).toMatchObject({
      reasons: [
        {
          kind: 'listed',
          category: 'phishing',
          group: 'A list',
          channel: id,
          channelName: 'A list',
          publishedAt: (await lists())[0]?.status.publishedAt,
        },
      ],
    });
    expect(await lists()).toMatchObject([
      {
        status: { id, origin: 'list', url: URL_OF_LIST, kind: 'fresh', entries: 2, lastFailure: null },
        category: 'phishing',
        licence: 'CC0-1.0',
        counts: { entries: 2, dropped: 2 },
      },
    ]);
  });

  test('a list that was added is there after the realm was stopped, and is not fetched again for that', async () => {
    await subscribe();
    await realm.start();
    expect(await kinds(BAD)).toEqual(['caution']);
    expect(requests).toHaveLength(1);
  });

  test('a list that was added cannot be added twice', async () => {
    await subscribe();
    expect(await realm.fromPage(request())).toEqual({ refused: 'already-there' });
  });

  test('a list that was added is fetched once a day', async () => {
    await subscribe();
    const added = Math.floor(Date.now() / 1000);
    const [first] = await lists();
    const activity = first?.status.activity;
    const nextAt = activity?.kind === 'idle' ? (activity.nextAt ?? 0) : 0;
    expect(nextAt - added).toBeGreaterThan(DAY - 5);
    expect(nextAt - added).toBeLessThan(DAY * 1.25 + 5);

    answer = text('bad.example\nnew.example\n');
    vi.useFakeTimers({ now: (nextAt + 1) * 1000, toFake: ['Date'] });
    await browser.fire('alarms.onAlarm', { name: 'update' });
    await realm.idle();
    expect(requests).toHaveLength(2);
    expect(await kinds(BAD, 'https://worse.example/', 'https://new.example/')).toEqual([
      'caution',
      'unchecked',
      'caution',
    ]);
    expect((await lists())[0]?.status).toMatchObject({ serial: 2, entries: 2 });
  });

  test.each([
    ['the server fails', status(500), 'http-status'],
    ['the list became a web page', text('<html>parked</html>'), 'not-an-index'],
    ['nothing is left of it', text('# all gone\n'), 'not-an-index'],
  ])('a list that was added stays as it was when %s', async (_, given, kind) => {
    await subscribe();
    answer = given;
    await realm.update();
    await realm.idle();
    expect((await lists())[0]?.status).toMatchObject({ serial: 1, entries: 2, lastFailure: { kind } });
    expect(await kinds(BAD)).toEqual(['caution']);
  });

  test('a list that was added can be taken back as it was, without being fetched', async () => {
    const id = await subscribe();
    await realm.fromPage({ type: 'remove-list', list: id, isUndoable: true });
    await realm.idle();
    expect(await lists()).toEqual([]);
    expect(await kinds(BAD)).not.toContain('caution');
    answer = status(500);
    expect(await realm.fromPage({ type: 'take-back-list', list: id })).toEqual({ outcome: 'done' });
    expect(await kinds(BAD)).toEqual(['caution']);
    expect((await lists())[0]?.status).toMatchObject({ id, serial: 1, lastFailure: null });
  });

  /** Fetches it anew, and removes it when nothing is left to do but to store what came. */
  async function removedMeanwhile(id: string, remove: () => Promise<unknown>): Promise<void> {
    const [{ updateList }, { VerdictPriority }] = await Promise.all([
      import('../../../../../src/extension/background/lists/device-lists/update-list.ts'),
      import('../../../../../src/extension/background/lists/device-lists/verdict-priority.ts'),
    ]);
    const { channels: channelStore, values } = privateStores();
    const updated = await updateList(
      id,
      { channelStore, values },
      {
        store: new SnapshotStore(),
        secret: new Uint8Array(16),
        now: () => Math.floor(Date.now() / 1000),
        patience: { stallMs: 10_000, totalMs: 20_000 },
        repair: false,
        onProgress: () => undefined,
        checkpoint: async (place) => {
          if (place === 'before-put') await remove();
        },
      },
      new VerdictPriority(),
      new AbortController().signal,
    );
    expect(updated).toMatchObject({ ok: true, value: { kind: 'activated', serial: 2 } });
  }

  test('a list that was added can be taken back also where it was being fetched when it was removed', async () => {
    const id = await subscribe();
    await removedMeanwhile(id, () => realm.fromPage({ type: 'remove-list', list: id, isUndoable: true }));
    expect(await lists()).toEqual([]);
    answer = status(500);
    expect(await realm.fromPage({ type: 'take-back-list', list: id })).toEqual({ outcome: 'done' });
    expect(await kinds(BAD)).toEqual(['caution']);
    expect(await lists()).toMatchObject([
      { status: { id, serial: 2, entries: 2, lastFailure: null }, counts: { entries: 2, dropped: 2 } },
    ]);
  });

  test('a list that was added that was removed for good while it was being fetched leaves no trace', async () => {
    const id = await subscribe();
    await removedMeanwhile(id, () => realm.fromPage({ type: 'remove-list', list: id, isUndoable: false }));
    expect(await new SnapshotStore().snapshots()).toEqual({ ok: true, value: [] });
    expect(await new SnapshotStore().journals()).toEqual({ ok: true, value: [] });
  });

  test('a list that was added leaves no trace once it is removed', async () => {
    const id = await subscribe();
    await kinds('https://clean.example/');
    await realm.fromFrame({ type: 'link-opened', href: 'https://clean.example/' });
    expect(await realm.fromPage({ type: 'remove-list', list: id, isUndoable: false })).toEqual({
      removed: true,
    });
    await realm.idle();
    expect(await kinds(BAD)).not.toContain('caution');
    expect(await lists()).toEqual([]);
    const snapshots = new SnapshotStore();
    const own = privateStores();
    expect(await snapshots.snapshots()).toEqual({ ok: true, value: [] });
    expect(await snapshots.journals()).toEqual({ ok: true, value: [] });
    expect(await own.channels.deviceLists()).toEqual({ ok: true, value: [] });
    expect(await own.lookBack.opened()).toEqual({ ok: true, value: [] });
    expect(await realm.fromPage({ type: 'remove-list', list: id, isUndoable: false })).toEqual({
      removed: false,
    });
  });

  test('a list that was added is remade from its own record when a layer is damaged', async () => {
    const id = await subscribe();
    const store = new SnapshotStore();
    const stored = await store.snapshot(id);
    if (!stored.ok || stored.value === undefined) throw new Error('not stored');
    await store.activate({ ...stored.value, residentFilter: new Blob(['damaged']) }, 'any');
    await realm.start();
    await kinds(BAD);
    await vi.waitFor(async () => expect(await kinds(BAD)).toEqual(['caution']), 8_000);
    expect(requests).toHaveLength(1);
  });

  test('a list that was added of an older version, with a section for each day, is asked as before and is its own source', async () => {
    const id = await subscribe();
    const store = new SnapshotStore();
    const stored = await store.snapshot(id);
    if (!stored.ok || stored.value === undefined) throw new Error('not stored');
    const decoded = decodeSnapshot(new Uint8Array(await stored.value.state.arrayBuffer()));
    const [section] = decoded.ok ? decoded.value.sections : [];
    if (!decoded.ok || section === undefined) throw new Error('no section');
    const sections = ['2026-11-19', '2026-11-20'].map((group, at) => {
      const { high, low } = section.fingerprints;
      return {
        ...section,
        group,
        fingerprints: { high: high.slice(at, at + 1), low: low.slice(at, at + 1) },
      };
    });
    const snapshot = { ...decoded.value, sections };
    const state = encodeSnapshot(snapshot);
    const device = runSteps(compileForDevice(snapshot, stored.value.secret));
    await store.activate(
      {
        ...stored.value,
        digest: await stateDigestOfBytes(state),
        state: new Blob([state]),
        header: device.header,
        residentFilter: new Blob([device.residentFilter]),
        verificationTable: new Blob([device.verificationTable]),
      },
      'any',
    );
    await realm.start();
    const { publishedAt } = stored.value;
    const said = { reasons: [{ kind: 'listed', group: 'A list', channelName: 'A list', publishedAt }] };
    expect(await verdicts(BAD, 'https://worse.example/')).toMatchObject([said, said]);

    await realm.update();
    await realm.idle();
    expect(requests).toHaveLength(2);
    expect(await kinds(BAD, 'https://worse.example/')).toEqual(['caution', 'caution']);
    expect((await lists())[0]).toMatchObject({ status: { serial: 2, entries: 2 } });
  });

  test('a list that was added shares its hash key with the others', async () => {
    await subscribe();
    await subscribe({ url: `${HOST}other.txt`, name: 'Another', category: 'spam' });
    const stored = await new SnapshotStore().snapshots();
    const keys = (stored.ok ? stored.value : []).map(({ header }) => header.slice(8, 16).join());
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);
    const [verdict] = await verdicts(BAD);
    expect(verdict).toMatchObject({ reasons: [{ channelName: 'A list' }, { channelName: 'Another' }] });
  });
});

describe('a list that an older version read from a file', () => {
  async function fromFile(change: Partial<StoredSnapshot> = {}): Promise<string> {
    const id = await subscribe();
    const { channels } = privateStores();
    const kept = await channels.deviceLists();
    const stored = await new SnapshotStore().snapshot(id);
    const [record] = kept.ok ? kept.value : [];
    if (record === undefined || !stored.ok || stored.value === undefined) throw new Error('not stored');
    await channels.putDeviceList({ ...record, url: null });
    await new SnapshotStore().activate({ ...stored.value, ...change }, 'any');
    requests.length = 0;
    await realm.start();
    return id;
  }

  test('a list that an older version read from a file is looked up, and never asked for', async () => {
    await fromFile();
    expect(await kinds(BAD)).toEqual(['caution']);
    await realm.update();
    await realm.idle();
    expect(await kinds(BAD)).toEqual(['caution']);
    expect((await lists())[0]?.status).toMatchObject({
      url: null,
      serial: 1,
      activity: { kind: 'idle', nextAt: null },
    });
    expect(requests).toEqual([]);
  });

  test('a list that an older version read from a file expires 14 days after it was read, still flags then, and can be removed', async () => {
    const readAt = Math.floor(Date.now() / 1000) - 14 * DAY;
    const id = await fromFile({ publishedAt: readAt, receivedAt: readAt, expiresAt: readAt + 14 * DAY });
    expect((await lists())[0]?.status).toMatchObject({ kind: 'expired', endsAt: readAt + 14 * DAY });
    expect(await kinds(BAD)).toEqual(['caution']);
    await realm.update();
    await realm.idle();
    expect(await kinds(BAD)).toEqual(['caution']);
    expect(await realm.fromPage({ type: 'remove-list', list: id, isUndoable: true })).toEqual({
      removed: true,
    });
    expect(await kinds(BAD)).not.toContain('caution');
  });
});
