/**
 * Every request with the answer of a background that has a list: `golden/*.json`, one file an area, played in order in
 * one profile. A new example is an `ask` there; `npx vitest run test/extension/protocol/golden.test.ts -u` writes the
 * answers.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Request, REQUESTS } from '../../../src/extension/protocol/requests.ts';
import { FakeBrowser, channelFile, fetchFromPackage } from '../background/fake-browser.ts';
import { browserModule, Realm, until } from '../background/realm.ts';
import { PHISHING, snapshotOf, SPAM, TestChannel } from '../background/lists/test-channel.ts';
import { freshProfile } from '../background/lists/update-harness.ts';
import { type Example, examplesIn, GOLDEN, GOLDEN_FILES, requestsFrom } from './golden-examples.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => browserModule);

const NOW = 1_795_000_000;
const URL_HERE = 'https://lists.example/';

let channel: TestChannel;
let realm: Realm;

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW * 1000, toFake: ['Date'] });
  let ids = 0;
  vi.spyOn(crypto, 'randomUUID').mockImplementation(
    () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
  );
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  vi.spyOn(crypto, 'getRandomValues').mockImplementation((bytes) => {
    if (bytes instanceof Uint8Array) bytes.fill(7);
    return bytes;
  });
  freshProfile();
  channel = await TestChannel.start();
  await publish(1, []);
  channel.putText('hosts.txt', 'bad.example\nworse.example\n');
  const hosts = new Map([
    [URL_HERE, channel.url],
    ['https://other.example/', `${channel.url}missing/`],
  ]);
  const file = channelFile({ url: URL_HERE, name: channel.name, rootKey: channel.rootKey });
  vi.stubGlobal('fetch', fetchFromPackage(new Map([file]), hosts));
  vi.stubGlobal('navigator', { onLine: true });
  const browser = new FakeBrowser();
  browser.openTabs = [{ id: 1, url: 'https://mail.google.com/mail/u/0/' }];
  realm = new Realm(browser);
  await realm.start();
  await realm.update();
});

afterEach(async () => {
  await realm.idle();
  await channel.stop();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function publish(serial: number, phishing: readonly string[]): Promise<void> {
  const contents = [
    { section: PHISHING, entries: ['bank-check.example', ...phishing] },
    { section: SPAM, entries: ['pills.example'] },
  ];
  await channel.publish(snapshotOf(contents, { serial, publishedAt: NOW - 60 }));
}

const isAdded = async () =>
  (await realm.kept({ type: 'get-lists' })).lists.every(
    ({ counts, status }) => counts !== null && status.activity.kind === 'idle',
  );

async function play(example: Example): Promise<readonly string[]> {
  if (example.from === 'channel') {
    await publish(2, example.lists);
    await realm.update();
    return [`"lists": ${JSON.stringify(example.lists)}`];
  }
  const { from, ask } = example;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same with another text in it
  const given = JSON.parse(JSON.stringify(ask).replaceAll('<root key>', channel.rootKey.x)) as Request;
  const answer = await (from === 'frame' ? realm.fromFrame(given) : realm.fromPage(given));
  await realm.idle();
  // The channel's own first update may not have begun.
  if (ask.type === 'add-channel') await realm.update();
  if (ask.type === 'add-list') await until(async () => expect(await isAdded()).toBe(true));
  const answered = JSON.stringify(answer ?? null)
    .replaceAll(channel.rootKey.x, '<root key>')
    .replaceAll(/"([0-9a-f]{4} ){15}[0-9a-f]{4}"/g, '"<fingerprint>"')
    // How often it was tried depends on how fast.
    .replaceAll(/"times":\d+/g, '"times":1');
  return [`"ask": ${JSON.stringify(ask)}`, `"answer": ${answered}`];
}

test.each(GOLDEN_FILES)('each request of the protocol is answered as in %s', async (file) => {
  const played: string[] = [];
  for (const example of examplesIn(file)) {
    const lines = [`"from": "${example.from}"`, ...(await play(example))];
    played.push(`  {\n    ${lines.join(',\n    ')}\n  }`);
  }
  await expect(`[\n${played.join(',\n')}\n]\n`).toMatchFileSnapshot(`${GOLDEN}/${file}`);
});

test.each(['frame', 'page'] as const)('no request that a %s may send is without an example', (sender) => {
  const asked = new Set(requestsFrom(sender).map(({ type }) => type));
  const rows = Object.entries(REQUESTS).filter(([, { from }]) => from === sender || from === 'both');
  expect([...asked].sort()).toEqual(rows.map(([type]) => type).sort());
});
