import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aReport } from '../a-report.ts';
import { FakeBrowser, fetchFromPackage } from '../fake-browser.ts';
import { freshProfile } from '../lists/update-harness.ts';
import { browserModule, linkRequest, Realm } from '../realm.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => browserModule);

let browser: FakeBrowser;
let realm: Realm;

beforeEach(async () => {
  freshProfile();
  vi.stubGlobal('fetch', fetchFromPackage(new Map()));
  vi.stubGlobal('navigator', { onLine: false });
  browser = new FakeBrowser();
  realm = new Realm(browser);
  await realm.start();
});

afterEach(() => realm.idle());

const NOTHING = aReport({ messages: 0, links: 0 });
const hrefOf = (frameId: number): string => `https://www.example.org/${frameId}`;

async function showMessage(frameId: number): Promise<void> {
  await realm.fromFrame(linkRequest([hrefOf(frameId)]), { frameId });
  await realm.fromFrame(aReport({ links: 1, isNewDocument: true }), { frameId });
}

const remembered = (): readonly number[] =>
  [...browser.session.keys()]
    .flatMap((key) => /^judged:1:(\d+)$/.exec(key)?.[1] ?? [])
    .map(Number)
    .sort((a, b) => a - b);

test('the last ten frames that are gone are remembered, for webmails that open each message in a new frame', async () => {
  for (let frameId = 0; frameId < 40; frameId++) {
    await showMessage(frameId);
    if (frameId > 1) await realm.fromFrame(NOTHING, { frameId });
  }
  // The tab's own document, one that still shows its message, and ten that are gone.
  expect(remembered()).toEqual([0, 1, ...Array.from({ length: 10 }, (_, at) => 30 + at)]);
  expect([...browser.session.keys()].filter((key) => key.startsWith('frame:1:')).length).toBe(12);
});

test('a forgotten frame that still exists must ask again before the reader may trust its links', async () => {
  for (let frameId = 1; frameId <= 12; frameId++) {
    await showMessage(frameId);
    await realm.fromFrame(NOTHING, { frameId });
  }
  const trust = (): Promise<unknown> =>
    realm.fromFrame(
      { type: 'trust-link', href: hrefOf(1), messageKey: 'message 1', scope: 'host', forSeconds: null },
      { frameId: 1 },
    );
  expect(await trust()).toEqual({ refused: 'not-judged-here' });
  expect(remembered()).not.toContain(1);
  await realm.fromFrame(linkRequest([hrefOf(1)]), { frameId: 1 });
  expect(remembered()).toContain(1);
  expect(await trust()).toMatchObject({ scope: 'host', subject: 'www.example.org' });
});
