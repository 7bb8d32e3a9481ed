import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FakeBrowser, channelFile, fetchFromPackage } from './fake-browser.ts';
import { browserModule, linkRequest, Realm } from './realm.ts';
import { PHISHING, snapshotOf, TestChannel } from './lists/test-channel.ts';
import { freshProfile } from './lists/update-harness.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => browserModule);

/** Words that occur in what this reader reads, and nowhere else. */
const SECRETS = ['quetzal', 'okapi', 'axolotl', 'numbat'];
const LISTED = 'https://numbat.example/login?user=numbat';
const READ = ['https://quetzal.example/okapi?q=axolotl', LISTED];

let channel: TestChannel;
let realm: Realm;
const said: string[] = [];

beforeEach(async () => {
  freshProfile();
  said.length = 0;
  for (const method of ['log', 'info', 'warn', 'error', 'debug'] as const) {
    vi.spyOn(console, method).mockImplementation((...words: unknown[]) => {
      said.push(
        words.map((word) => (word instanceof Error ? `${word.stack}` : JSON.stringify(word))).join(' '),
      );
    });
  }
  channel = await TestChannel.start();
  await channel.publish(
    snapshotOf([{ section: PHISHING, entries: ['numbat.example'] }], {
      publishedAt: Math.floor(Date.now() / 1000) - 60,
    }),
  );
  vi.stubGlobal('fetch', fetchFromPackage(new Map([channelFile(channel)])));
  vi.stubGlobal('navigator', { onLine: true });
  realm = new Realm(new FakeBrowser());
  await realm.start();
});

afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await channel.stop();
});

/** Reads a message, clicks, lets lists come and go wrong: everything that handles a link. */
async function session(frame: { incognito?: boolean }): Promise<void> {
  const from = 'Okapi Shop <sales@axolotl.example>';
  const request = { ...linkRequest(READ, from), messageKey: 'message of numbat' };
  await realm.fromFrame(request, frame);
  for (const href of READ) await realm.fromFrame({ type: 'link-opened', href }, frame);
  await realm
    .fromFrame(
      {
        type: 'trust-link',
        messageKey: 'message of numbat',
        href: READ[0] ?? '',
        scope: 'sender',
        forSeconds: -1,
      } as never,
      frame,
    )
    .catch(() => undefined);
  await realm.fromFrame({ type: 'check-links', links: READ } as never, frame).catch(() => undefined);
  await realm.update();
  channel.answers.set('latest.jws', (_request, response) => response.writeHead(500).end());
  await realm.update();
  channel.answers.clear();
  await realm.start();
  await realm.fromFrame(request, frame);
}

test.each([
  ['a window', {}],
  ['a private window', { incognito: true }],
])(
  'what was read in a private window (%s) is in no log, no database, no local storage and no request',
  async (_, frame) => {
    await session(frame);
    const kept = [
      ...said,
      JSON.stringify([...realm.browser.local]),
      JSON.stringify(channel.requests),
      JSON.stringify(realm.browser.broadcasts),
      ...(await databases()),
    ].join('\n');
    // The test would see it: the session storage, which is memory and ends with the tab, has the sender.
    expect(JSON.stringify([...realm.browser.session])).toContain('axolotl');
    for (const secret of SECRETS) expect(kept.includes(secret), `${secret} is kept somewhere`).toBe(false);
  },
);

test('nothing at all is written to disk for a private window', async () => {
  await realm.update();
  const before = await databases();
  await realm.fromFrame(linkRequest(READ), { incognito: true });
  for (const href of READ) await realm.fromFrame({ type: 'link-opened', href }, { incognito: true });
  expect(await databases()).toEqual(before);
});

test('with a closed tab everything that was remembered of it goes', async () => {
  await realm.fromFrame(linkRequest(READ, 'a@axolotl.example'));
  await realm.browser.fire('tabs.onRemoved', 1);
  const rest = [...realm.browser.session.keys()].filter((key) => /:1(?::|$)/.test(key));
  expect(rest).toEqual([]);
});

/** Every record of every database, as text; blobs as Latin-1, so that words inside them are seen. */
async function databases(): Promise<readonly string[]> {
  const texts: string[] = [];
  for (const { name } of await indexedDB.databases()) {
    const db = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? '');
      request.addEventListener('success', () => resolve(request.result));
      request.addEventListener('error', () => reject(request.error ?? new Error('no database')));
    });
    for (const store of db.objectStoreNames) {
      const records = await new Promise<unknown[]>((resolve, reject) => {
        const request = db.transaction(store).objectStore(store).getAll();
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('no records')));
      });
      for (const record of records) texts.push(`${store} ${await textOf(record)}`);
    }
    db.close();
  }
  return texts;
}

async function textOf(value: unknown): Promise<string> {
  if (value instanceof Blob) return Buffer.from(await value.arrayBuffer()).toString('latin1');
  if (ArrayBuffer.isView(value)) {
    return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('latin1');
  }
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? '';
  const parts = await Promise.all(
    Object.entries(value).map(async ([key, inner]) => `${key}: ${await textOf(inner)}`),
  );
  return parts.join(', ');
}
