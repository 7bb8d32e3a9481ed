/**
 * What may become of the databases of a real browser: deleted under us, cleared, blocked by another page, full,
 * their records overwritten. After each: the old or the new list is wholly there, lookups are right, what cannot be
 * known is said, and nothing is left behind that grows.
 */
import type { StoredSnapshot } from '../../src/extension/platform/storage/snapshot-store.ts';
import type { Page } from './harness/browser.ts';
import { DATABASES } from './harness/databases.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import { type PageScript, script } from './harness/page-script.ts';
import {
  ALWAYS,
  ask,
  links,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  statusOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';
import { tier } from './harness/tiers.ts';

declare global {
  interface Window {
    storageFaultsHeld: IDBDatabase;
  }
}

const LISTS = 'spamlight-snapshots';

/** One record and one journal, and no database that is not ours. */
async function expectNothingMore(options: Page): Promise<void> {
  const found = await options.run(
    async (_, databases, lists) => {
      const { records } = databases();
      return {
        names: (await indexedDB.databases()).map(({ name = '' }) => name).sort(),
        snapshots: (await records(lists, 'snapshots')).length,
        journals: (await records(lists, 'journals')).length,
      };
    },
    DATABASES,
    LISTS,
  );
  expect(found).toEqual({ names: ['spamlight-private', LISTS], snapshots: 1, journals: 1 });
}

/** Opens the mail anew and waits for what this serial lists. */
async function expectLookups(page: Page, serial: number): Promise<void> {
  await page.reload();
  await untilMarked(page, [ALWAYS, only(serial)], UPDATE_PATIENCE);
}

async function openMailOf(world: World, serials: readonly number[]): Promise<Page> {
  const mail = mailPage();
  return world.openMail(mail.url, mail.html(links([ALWAYS, ...serials.map(only)])));
}

/** Changes the stored list, and gives what it is then. */
type Damage = PageScript<(record: StoredSnapshot) => object | Promise<object>>;

/** What is done to the stored list, in a page of the extension. */
const DAMAGES: readonly (readonly [string, Damage])[] = [
  ...(['state', 'residentFilter', 'verificationTable'] as const).map((part): readonly [string, Damage] => [
    `the bytes of ${part} are overwritten`,
    script((_, name) => {
      const spoil = async (record: StoredSnapshot): Promise<object> => {
        const bytes = new Uint8Array(await record[name].arrayBuffer());
        for (let at = 0; at < bytes.length; at += 3) bytes[at] = (bytes[at] ?? 0) ^ 0x55;
        return Object.assign(record, { [name]: new Blob([bytes]) });
      };
      return spoil;
    }, part),
  ]),
  [
    'the verification table is cut',
    script(
      () => (record: StoredSnapshot) =>
        Object.assign(record, { verificationTable: record.verificationTable.slice(0, 10) }),
    ),
  ],
  [
    'all layers are empty',
    script(() => (record: StoredSnapshot) => {
      const empty = new Blob([]);
      return Object.assign(record, { state: empty, residentFilter: empty, verificationTable: empty });
    }),
  ],
  [
    'the header is overwritten',
    script(
      () => (record: StoredSnapshot) =>
        Object.assign(record, { header: record.header.map((byte) => byte ^ 0x55) }),
    ),
  ],
  [
    'the header is gone',
    script(() => (record: StoredSnapshot) => {
      Reflect.deleteProperty(record, 'header');
      return record;
    }),
  ],
  [
    'nothing of the record is left but its key',
    script(() => ({ channel }: StoredSnapshot) => ({ channel })),
  ],
];

test(
  'databases are deleted, cleared and overwritten: the list is whole again, and nothing else is left',
  tier('core'),
  async ({ world, network }) => {
    test.setTimeout(300_000);
    const channel = await pinnedChannel(network);
    let serial = 300;
    await publishSerial(channel, serial);
    const options = await world.openOwn(OPTIONS);
    await ask(options, { type: 'update-now' });
    await untilSerial(options, serial);
    const page = await openMailOf(world, [300, 301, 302, 303, 304]);
    await untilMarked(page, [ALWAYS, only(serial)]);
    let cases = 0;

    await test.step('a page deletes the database while the background has it open', async () => {
      await options.run(
        async (_, databases, lists) => {
          await databases().asPromise(indexedDB.deleteDatabase(lists));
        },
        DATABASES,
        LISTS,
      );
      await expectLookups(page, serial);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
      await expectNothingMore(options);
      cases++;
    });

    await test.step('the database is deleted in the middle of updates', async () => {
      for (let round = 0; round < 3; round++) {
        serial++;
        await publishSerial(channel, serial);
        await options.run(
          async ({ send, pause }, databases, lists, ms) => {
            await send({ type: 'update-now' });
            await pause(ms);
            await databases().asPromise(indexedDB.deleteDatabase(lists));
          },
          DATABASES,
          LISTS,
          round * 15,
        );
        await expectLookups(page, serial);
        await ask(options, { type: 'update-now' });
        await untilSerial(options, serial);
        await expectNothingMore(options);
        cases++;
      }
    });

    await test.step('the reader clears the storage', async () => {
      await world.browser.clearDatabases();
      await expectLookups(page, serial);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
      await expectNothingMore(options);
      cases++;
    });

    for (const [what, damage] of DAMAGES) {
      await test.step(what, async () => {
        await world.browser.stopBackground();
        await options.run(
          async (_, databases, lists, change) => {
            const { asPromise, opened, records } = databases();
            const [record] = await records(lists, 'snapshots');
            const damaged = await change()(record as StoredSnapshot);
            await opened(lists, (db) =>
              asPromise(db.transaction('snapshots', 'readwrite').objectStore('snapshots').put(damaged)),
            );
          },
          DATABASES,
          LISTS,
          damage,
        );
        await expectLookups(page, serial);
        await ask(options, { type: 'update-now' });
        await untilSerial(options, serial);
        await expectLookups(page, serial);
        await expectNothingMore(options);
        cases++;
      });
    }

    await test.step('another page holds a database of another version, and does not make way', async () => {
      // What is the reader's own is never deleted; only the lists are.
      await options.run(
        async (_, databases, lists) => {
          const { asPromise } = databases();
          await asPromise(indexedDB.deleteDatabase(lists));
          window.storageFaultsHeld = await asPromise(indexedDB.open(lists, 99));
        },
        DATABASES,
        LISTS,
      );
      await world.browser.stopBackground();
      await page.reload();
      // The message says that it was not checked, and why.
      await page.until(
        ({ one, root }) => /not checked.*could not be read/i.test(one('.sign.unchecked', root()).textContent),
        { timeout: 30_000, what: 'the message to be said to be unchecked' },
      );
      expect(await marksOf(page)).toEqual([]);
      expect((await statusOf(options)).lastFailure).toMatchObject({ kind: 'storage-failed' });
      await options.run(() => window.storageFaultsHeld.close());
      // By itself: nothing in the message changes, and nobody opens it again.
      await untilMarked(page, [ALWAYS, only(serial)], 90_000);
      await expectLookups(page, serial);
      await ask(options, { type: 'update-now' });
      await untilSerial(options, serial);
      await expectNothingMore(options);
      cases++;
    });

    console.log(`storage: ${cases} cases in ${world.browser.kind}`);
    await channel.stop();
  },
);
