import 'fake-indexeddb/auto';
import { beforeEach, expect, test } from 'vitest';
import { FallbackSites } from '../../../../src/extension/background/tabs/fallback-sites.ts';
import { privateDatabase } from '../../../../src/extension/platform/storage/private-database.ts';
import { ValueStore } from '../../../../src/extension/platform/storage/value-store.ts';

const DAY = 86_400;
const START = 1_795_000_000;
const store = new ValueStore(privateDatabase());
const LINKS = { messages: 0, elsewhere: 4, webmail: null };

let now = START;
let isAdded = (_host: string): boolean => true;
// A new one each time: the realm may be stopped in between.
const sites = (): FallbackSites =>
  new FallbackSites({ store, webmails: async () => isAdded, now: () => now });
const caller = (
  host: string,
  isPrivate = false,
): { readonly tabUrl: string; readonly isPrivate: boolean } => ({
  tabUrl: `https://${host}/box?id=7`,
  isPrivate,
});

beforeEach(async () => {
  now = START;
  isAdded = () => true;
  await store.put('fallbackSites', []);
});

async function seenOn(host: string, days: readonly number[], shows = LINKS): Promise<void> {
  for (const day of days) {
    now = START + day * DAY;
    await sites().note(caller(host), shows);
  }
}

test('a site where nothing but single links was found for 14 days is named, and with it what was found', async () => {
  await seenOn('mail.choir.example', [0, 3]);
  await seenOn('mail.choir.example', [13], { ...LINKS, elsewhere: 9 });
  expect(await sites().list()).toEqual([]);
  now = START + 14 * DAY;
  expect(await sites().list()).toEqual([
    { host: 'mail.choir.example', since: Math.floor(START / DAY) * DAY, days: 3, links: 9 },
  ]);
});

test('a site on which no message was found twice in passing is not named', async () => {
  await seenOn('mail.choir.example', [0, 20, 20]);
  expect(await sites().list()).toEqual([]);
});

test.each([
  ['a message', { messages: 1, elsewhere: 3, webmail: null }],
  ['a webmail that is known', { messages: 0, elsewhere: 0, webmail: 'Roundcube' }],
])('recognising %s on the site deletes what was kept of it', async (_, shows) => {
  await seenOn('mail.choir.example', [0, 7, 14]);
  expect(await sites().list()).toHaveLength(1);
  await sites().note(caller('mail.choir.example'), shows);
  expect(await sites().list()).toEqual([]);
  await seenOn('mail.choir.example', [15, 16, 17]);
  expect(await sites().list()).toEqual([]);
});

test('of sites without messages nothing is kept of private windows, of pages without links, and of pages that cannot be seen', async () => {
  for (const day of [0, 7, 14]) {
    now = START + day * DAY;
    await sites().note(caller('mail.choir.example', true), LINKS);
    await sites().note(caller('mail.choir.example'), { ...LINKS, elsewhere: 0 });
    await sites().note({ tabUrl: null, isPrivate: false }, LINKS);
  }
  expect(await store.get('fallbackSites')).toEqual({ ok: true, value: [] });
});

test('what is kept of a site without messages goes with the site', async () => {
  await seenOn('mail.choir.example:8443', [0, 7, 14]);
  await seenOn('mail.other.example', [0, 7, 14]);
  isAdded = (host) => host === 'mail.choir.example';
  await sites().forgetRemoved();
  expect((await sites().list()).map(({ host }) => host)).toEqual(['mail.choir.example:8443']);
});

test('days and sites that are kept for want of messages are bounded, and the first day stays', async () => {
  await seenOn(
    'mail.choir.example',
    Array.from({ length: 100 }, (_, day) => day),
  );
  expect(await sites().list()).toMatchObject([{ since: Math.floor(START / DAY) * DAY, days: 15 }]);
  for (let n = 0; n < 60; n++) await sites().note(caller(`mail-${n}.example`), LINKS);
  const stored = await store.get('fallbackSites');
  expect(stored.ok && Array.isArray(stored.value) ? stored.value.length : 0).toBe(50);
  expect(await sites().list()).toEqual([]);
});

test('a clock that was set back begins the days of a site anew, and a broken record is none', async () => {
  await seenOn('mail.choir.example', [30, 0, 1]);
  expect(await sites().list()).toEqual([]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as an older or broken version may have left it
  await store.put('fallbackSites', [{ host: 7 }, null, 'x'] as never);
  expect(await sites().list()).toEqual([]);
  await seenOn('mail.choir.example', [0, 7, 14]);
  expect(await sites().list()).toHaveLength(1);
});
