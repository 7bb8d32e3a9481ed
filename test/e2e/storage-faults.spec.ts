/**
 * What may become of the databases of a real browser: deleted under us, cleared, blocked by another page, full,
 * their records overwritten. After each: the old or the new list is wholly there, lookups are right, what cannot be
 * known is said, and nothing is left behind that grows.
 */
import type { Page } from './harness/browser.ts';
import { expect, test, type World } from './harness/fixtures.ts';
import { mailPage } from './harness/mail-pages.ts';
import { marksOf, untilMarked } from './harness/marks.ts';
import {
  ALWAYS,
  API,
  ask,
  DATABASES,
  links,
  only,
  OPTIONS,
  pinnedChannel,
  publishSerial,
  statusOf,
  untilSerial,
  UPDATE_PATIENCE,
} from './harness/pinned-channel.ts';

const LISTS = 'spamlight-snapshots';

/** One record and one journal, and no database that is not ours. */
async function expectNothingMore(options: Page): Promise<void> {
  const found = await options.run(
    `${DATABASES}
     return {
       names: (await indexedDB.databases()).map(({ name }) => name).sort(),
       snapshots: (await records('${LISTS}', 'snapshots')).length,
       journals: (await records('${LISTS}', 'journals')).length,
     };`,
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

/** What is done to the stored list, as the body of a function in a page of the extension. */
const DAMAGES: readonly (readonly [string, string])[] = [
  ...['state', 'residentFilter', 'verificationTable'].map(
    (part) =>
      [
        `the bytes of ${part} are overwritten`,
        `const bytes = new Uint8Array(await record.${part}.arrayBuffer());
         for (let at = 0; at < bytes.length; at += 3) bytes[at] ^= 0x55;
         record.${part} = new Blob([bytes]);`,
      ] as const,
  ),
  ['the verification table is cut', `record.verificationTable = record.verificationTable.slice(0, 10);`],
  ['all layers are empty', `record.state = record.residentFilter = record.verificationTable = new Blob([]);`],
  ['the header is overwritten', `record.header = record.header.map((byte) => byte ^ 0x55);`],
  ['the header is gone', `delete record.header;`],
  ['nothing of the record is left but its key', `record = { channel: record.channel };`],
];

test('databases are deleted, cleared and overwritten: the list is whole again, and nothing else is left', async ({
  world,
  network,
}) => {
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
    await options.run(`${DATABASES} await asPromise(indexedDB.deleteDatabase('${LISTS}'))`);
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
        `${DATABASES}
         await ${API}.runtime.sendMessage({ type: 'update-now' });
         await new Promise((resolve) => setTimeout(resolve, args));
         await asPromise(indexedDB.deleteDatabase('${LISTS}'));`,
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
        `${DATABASES}
         let [record] = await records('${LISTS}', 'snapshots');
         ${damage}
         await opened('${LISTS}', (db) => asPromise(db.transaction('snapshots', 'readwrite').objectStore('snapshots').put(record)));`,
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
      `${DATABASES}
       await asPromise(indexedDB.deleteDatabase('${LISTS}'));
       window.held = await asPromise(indexedDB.open('${LISTS}', 99));`,
    );
    await world.browser.stopBackground();
    await page.reload();
    // The message says that it was not checked, and why.
    await page.until(
      `/not checked.*could not be read/i.test(document.querySelector('spamlight-marks')?.shadowRoot?.querySelector('.sign.unchecked')?.textContent)`,
      { timeout: 30_000, what: 'the message to be said to be unchecked' },
    );
    expect(await marksOf(page)).toEqual([]);
    expect((await statusOf(options)).lastFailure).toMatchObject({ kind: 'storage-failed' });
    await options.run(`window.held.close()`);
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
});
