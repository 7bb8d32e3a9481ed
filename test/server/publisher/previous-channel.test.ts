import { cpSync, existsSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { channelServer } from '../../../src/server/publisher/serve/channel-server.ts';
import { onLoopback } from './loopback.ts';
import { isJsonObject } from './json-object.ts';
import { aWorkshop, NOON, spamlight, succeed, type CommandResult, type Workshop } from './run-command.ts';

const DAY = 86_400;

interface KeyWorkshop extends Workshop {
  readonly root: string;
  /** Makes a key file; its list's number is the time. @returns its path */
  keys(name: string, now: number, ...more: readonly string[]): Promise<string>;
  buildWith(key: string, now: number, ...more: readonly string[]): Promise<CommandResult>;
}

/** A channel whose root key is kept apart. */
async function aKeyWorkshop(): Promise<KeyWorkshop> {
  const workshop = await aWorkshop();
  const root = join(workshop.folder, 'root.json');
  await succeed(['keygen', '--role', 'root', '--out', root, '--channel', 'Mine']);
  workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
  return {
    ...workshop,
    root,
    async keys(name, now, ...more) {
      const file = join(workshop.folder, `${name}.json`);
      await succeed(['keygen', '--root', root, '--out', file, ...more], { now });
      return file;
    },
    buildWith: (key, now, ...more) =>
      spamlight(['build', '--feeds', workshop.feeds, '--out', workshop.channel, '--key', key, ...more], {
        now,
      }),
  };
}

function reportOf({ channel }: Workshop, serial: number): Readonly<Record<string, unknown>> {
  const report: unknown = JSON.parse(readFileSync(join(channel, `report/${serial}.json`), 'utf8'));
  if (!isJsonObject(report)) throw new Error('the report is no object');
  return report;
}

/** Everything in the channel's folder, and first-seen days and history of its state, by path. */
function filesOf({ channel }: Workshop): ReadonlyMap<string, string> {
  const names = readdirSync(channel, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const paths = [
    ...names.map((entry) => join(entry.parentPath, entry.name)),
    ...['first-seen.bin', 'history.json'].map((name) => join(`${channel}.state`, name)),
  ];
  return new Map(paths.map((path) => [path, readFileSync(path, 'base64')]));
}

async function listening(server: ReturnType<typeof createServer>): Promise<string> {
  const address = await onLoopback(server);
  return `http://127.0.0.1:${address.port}`;
}

const anAnswer = (answer: RequestListener): Promise<string> => listening(createServer(answer));

function warningsOf({ channel }: Workshop, serial: number): unknown {
  const report: unknown = JSON.parse(readFileSync(join(channel, `report/${serial}.json`), 'utf8'));
  return isJsonObject(report) ? report['warnings'] : null;
}

describe('a channel whose list of keys has expired', () => {
  test('a channel whose list of keys has expired is built again with a renewed list, and goes on with its serial', async () => {
    const workshop = await aKeyWorkshop();
    const short = await workshop.keys('short', NOON, '--role', 'snapshot', '--days', '1');
    expect((await workshop.buildWith(short, NOON)).code).toBe(0);
    const later = NOON + 3 * DAY;
    expect((await workshop.buildWith(short, later)).notes.join()).toContain('has expired');
    const renewed = await workshop.keys('renewed', later, '--role', 'list', '--snapshot', short);
    expect(await workshop.buildWith(renewed, later)).toMatchObject({ code: 0, notes: [] });
    expect((await spamlight(['verify', workshop.channel], { now: later })).code).toBe(0);
    expect(warningsOf(workshop, 2)).toEqual([]);
  });

  test('a channel whose list of keys has expired is still held to both signatures', async () => {
    const workshop = await aKeyWorkshop();
    const short = await workshop.keys('short', NOON, '--role', 'snapshot', '--days', '1');
    await workshop.buildWith(short, NOON);
    const { code, notes } = await workshop.build({ now: NOON + 3 * DAY });
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('unknown-root')]);
  });
});

describe('the end of the list of keys', () => {
  test.each([
    [29, /ends on 2026-12-19 12:00 UTC, in 29 days/],
    [5, /ends on 2026-11-25 12:00 UTC, in 5 days, before the index does/],
  ])(
    'the end of the list of keys is told of by a build when %i days are left, and by its report',
    async (days, message) => {
      const workshop = await aKeyWorkshop();
      const key = await workshop.keys('job', NOON, '--role', 'snapshot', '--days', String(days));
      const { code, notes } = await workshop.buildWith(key, NOON);
      expect([code, notes]).toEqual([0, [expect.stringMatching(message)]]);
      expect(warningsOf(workshop, 1)).toEqual(notes);
    },
  );

  test('the end of the list of keys is told of early where an index would outlive it', async () => {
    const workshop = await aKeyWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }], {
      publication: { expiresAfterDays: 60 },
    });
    const key = await workshop.keys('job', NOON, '--role', 'snapshot', '--days', '40');
    const { notes } = await workshop.buildWith(key, NOON);
    expect(notes).toEqual([expect.stringContaining('in 40 days, before the index does')]);
  });
});

describe('a build that every reader would refuse is not published', () => {
  test('a build is not published because its list of keys is older than the one that was published', async () => {
    const workshop = await aKeyWorkshop();
    const old = await workshop.keys('old', NOON, '--role', 'snapshot');
    const renewed = await workshop.keys('renewed', NOON + 9, '--role', 'list', '--snapshot', old);
    await workshop.buildWith(renewed, NOON + 10);
    const before = readFileSync(join(workshop.channel, 'latest.jws'));
    const { code, notes } = await workshop.buildWith(old, NOON + 20);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/old\.json.*older list of keys.*refuse/)]]);
    expect(readFileSync(join(workshop.channel, 'latest.jws'))).toEqual(before);
  });

  test('a build is not published because its keys are those of another channel, under the same root key', async () => {
    const workshop = await aKeyWorkshop();
    const mine = await workshop.keys('mine', NOON, '--role', 'snapshot');
    await workshop.buildWith(mine, NOON);
    const other = await workshop.keys('other', NOON + 1, '--role', 'snapshot', '--channel', 'Another');
    const { code, notes } = await workshop.buildWith(other, NOON + 20);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/"Mine".*"Another".*refuse/)]]);
  });

  test('a build is not published because of its list of keys, even if the published channel is elsewhere', async () => {
    const workshop = await aKeyWorkshop();
    const mine = await workshop.keys('mine', NOON, '--role', 'snapshot');
    await workshop.buildWith(mine, NOON);
    const published = join(workshop.folder, 'published');
    renameSync(workshop.channel, published);
    const other = await workshop.keys('other', NOON + 1, '--role', 'snapshot', '--channel', 'Another');
    const { code } = await workshop.buildWith(other, NOON + 20, '--published', published);
    expect([code, existsSync(workshop.channel)]).toEqual([1, false]);
    expect((await workshop.buildWith(mine, NOON + 20, '--published', published)).code).toBe(0);
  });
});

describe('an index that every reader would refuse', () => {
  const feeds = (count: number) =>
    Array.from({ length: count }, (_, index) => ({
      name: `f${index}`,
      group: 'all',
      text: `https://a${index}.example/1\n`,
    }));

  test('an index with more sources than one may have is told of before anything is fetched', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds(feeds(64));
    expect((await workshop.build()).code).toBe(0);
    const before = filesOf(workshop);
    workshop.setFeeds([
      ...feeds(64),
      { name: 'far', url: 'https://nowhere.invalid/', file: undefined, text: '' },
    ]);
    const { code, notes } = await workshop.build({ now: NOON + DAY });
    expect([code, notes]).toEqual([
      1,
      [expect.stringMatching(/65 feeds.*at most 64.*"enabled": false.*several channels.*not changed/)],
    ]);
    expect(filesOf(workshop)).toEqual(before);
    workshop.setFeeds(feeds(64));
    expect((await workshop.build({ now: NOON + DAY })).code).toBe(0);
    expect((await spamlight(['verify', workshop.channel], { now: NOON + DAY })).code).toBe(0);
  });

  test('an index with the changes of a check service beside 64 feeds is told of before anything is fetched', async () => {
    const workshop = await aWorkshop();
    const log = join(workshop.folder, 'changes');
    workshop.setFeeds(feeds(64), { changes: { folder: log } });
    const { code, notes } = await workshop.build();
    expect([code, notes]).toEqual([1, [expect.stringMatching(/64 feeds and "changes".*at most 64/)]]);
    expect(existsSync(workshop.channel)).toBe(false);
  });

  test('an index that every reader would refuse is not published, whatever is wrong with it, and leaves the channel as it was', async () => {
    const workshop = await aWorkshop();
    const lines = Array.from({ length: 300 }, (_, index) => `https://a${index}.example/\n`).join('');
    workshop.setFeeds([{ name: 'one', text: lines }]);
    expect((await workshop.build()).code).toBe(0);
    const before = filesOf(workshop);
    workshop.setFeeds([{ name: 'one', text: `${lines}https://b.example/\n` }]);
    // Of a time that no index can say.
    utimesSync(join(workshop.folder, 'one.txt'), new Date(-100_000), new Date(-100_000));
    for (const more of [[], ['--dry-run']]) {
      const { code, notes } = await workshop.build({ now: NOON + DAY }, ...more);
      expect([code, notes]).toEqual([
        1,
        [expect.stringMatching(/every reader would refuse.*malformed-index: sources.*was not changed/i)],
      ]);
      expect(filesOf(workshop)).toEqual(before);
    }
    utimesSync(join(workshop.folder, 'one.txt'), NOON, NOON);
    expect((await workshop.build({ now: NOON + DAY })).code).toBe(0);
    expect((await spamlight(['verify', workshop.channel], { now: NOON + DAY })).code).toBe(0);
  });

  test('an index that is too large says what makes room', async () => {
    const workshop = await aWorkshop();
    const long = feeds(60).map((feed, index) => ({
      ...feed,
      name: `${'x'.repeat(60)}${index}`,
      licence: 'y'.repeat(128),
    }));
    workshop.setFeeds(long);
    const { code, notes } = await workshop.build();
    expect([code, notes]).toEqual([
      1,
      [expect.stringMatching(/8192 bytes.*"enabled": false.*shorter.*several channels.*not changed/)],
    ]);
    expect(
      readdirSync(workshop.channel, { recursive: true, withFileTypes: true }).filter((one) => one.isFile()),
    ).toEqual([]);
  });
});

describe('a clock that is behind the last publication', () => {
  const feed = { name: 'one', text: 'https://a.example/1\n', expiryDays: 30 };

  test('a clock that is behind the last publication ends the build before anything is written', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([feed]);
    await workshop.build({ now: NOON });
    const before = filesOf(workshop);
    const { code, notes } = await workshop.build({ now: NOON - 40 * DAY });
    expect([code, notes]).toEqual([
      1,
      [
        expect.stringMatching(
          /clock \(2026-10-11 12:00 UTC\) is before the last publication \(serial 1, 2026-11-20 12:00 UTC\).*--allow-earlier.*Nothing was changed/,
        ),
      ],
    ]);
    expect(filesOf(workshop)).toEqual(before);
    await workshop.build({ now: NOON + DAY });
    expect(reportOf(workshop, 2)).toMatchObject({ serial: 2, entries: 1 });
  });

  test('a clock that is behind the last publication ends it also where only the state knows of that publication', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([feed]);
    await workshop.build({ now: NOON });
    rmSync(workshop.channel, { recursive: true });
    const { code, notes } = await workshop.build({ now: NOON - DAY });
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('is before the last publication')]);
    expect(existsSync(join(workshop.channel, 'latest.jws'))).toBe(false);
  });

  test.each([1, 299])(
    'a clock that is behind the last publication by %i seconds, as between two machines, publishes with the time of the last',
    async (seconds) => {
      const workshop = await aWorkshop();
      // Midnight: what is published on the day before would be in the chain twice.
      const midnight = NOON + DAY / 2;
      workshop.setFeeds([feed]);
      await workshop.build({ now: midnight });
      expect(await workshop.build({ now: midnight - seconds })).toMatchObject({ code: 0, notes: [] });
      expect(reportOf(workshop, 2)).toMatchObject({ serial: 2, publishedAt: midnight });
      await workshop.build({ now: midnight + 2 * DAY });
      expect((await spamlight(['verify', workshop.channel], { now: midnight + 2 * DAY })).code).toBe(0);
    },
  );

  test('a clock that is behind the last publication can be right: a publication by a clock that was ahead does not stop the channel', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([feed]);
    await workshop.build({ now: NOON });
    await workshop.build({ now: NOON + 20 * DAY });
    expect((await workshop.build({ now: NOON + DAY })).code).toBe(1);
    expect((await workshop.build({ now: NOON + DAY }, '--allow-earlier')).code).toBe(0);
    expect(reportOf(workshop, 3)).toMatchObject({ serial: 3, publishedAt: NOON + DAY });
    expect((await workshop.build({ now: NOON + 20 * DAY })).code).toBe(0);
    expect((await workshop.build({ now: NOON + 21 * DAY })).code).toBe(0);
    const { code, lines } = await spamlight(['verify', workshop.channel], { now: NOON + 21 * DAY });
    expect([code, lines.join('\n')]).toEqual([0, expect.stringContaining('chain/2026-12-10.json')]);
  });
});

describe('a published channel that is newer than the one in the folder', () => {
  const FEED = Array.from({ length: 300 }, (_, number) => `https://a${number}.example/\n`).join('');

  /** Serials 1 to 3; folder and state are put back to 1, as from a backup. @returns where 3 is, as a copy */
  async function aRestoredWorkshop(): Promise<{ readonly workshop: Workshop; readonly published: string }> {
    const workshop = await aWorkshop();
    const [published, backup, state] = [
      join(workshop.folder, 'published'),
      join(workshop.folder, 'backup'),
      `${workshop.channel}.state`,
    ];
    workshop.setFeeds([{ name: 'one', text: FEED }]);
    await workshop.build({ now: NOON });
    cpSync(workshop.channel, join(backup, 'channel'), { recursive: true });
    cpSync(state, join(backup, 'state'), { recursive: true });
    for (const hour of [1, 2]) {
      workshop.setFeeds([{ name: 'one', text: `${FEED}https://b${hour}.example/\n` }]);
      await workshop.build({ now: NOON + hour * 3600 });
    }
    renameSync(workshop.channel, published);
    rmSync(state, { recursive: true });
    renameSync(join(backup, 'channel'), workshop.channel);
    renameSync(join(backup, 'state'), state);
    return { workshop, published };
  }

  test('a published channel that is newer than the one in the folder is gone on from, so that no serial is given twice', async () => {
    const { workshop, published } = await aRestoredWorkshop();
    const now = NOON + 3 * 3600;
    const { code, notes } = await workshop.build({ now }, '--published', published);
    expect([code, notes]).toEqual([0, [expect.stringMatching(/serial 3.*newer than.*serial 1/)]]);
    expect(reportOf(workshop, 4)).toMatchObject({ serial: 4, deltas: [{ from: 3 }, { from: 1 }] });
    expect((await spamlight(['verify', workshop.channel], { now })).code).toBe(0);
    // From then on the folder is the newer one.
    expect(await workshop.build({ now: now + 1 }, '--published', published)).toMatchObject({
      code: 0,
      notes: [],
    });
    expect(reportOf(workshop, 5)).toMatchObject({ serial: 5 });
  });

  test('a published channel that is newer than the one in the folder is gone on from on a web server, too', async () => {
    const { workshop, published } = await aRestoredWorkshop();
    const url = await listening(channelServer(published));
    expect((await workshop.build({ now: NOON + 3 * 3600 }, '--published', url)).code).toBe(0);
    expect(reportOf(workshop, 4)).toMatchObject({ serial: 4 });
  });

  test('a published channel that is newer than the folder, and whose base is lost, ends the build', async () => {
    const { workshop, published } = await aRestoredWorkshop();
    const before = filesOf(workshop);
    rmSync(join(published, 'base/3.slb'));
    const { code, notes } = await workshop.build({ now: NOON + 3 * 3600 }, '--published', published);
    expect([code, notes]).toEqual([
      1,
      [expect.stringMatching(/serial 3.*newer than.*serial 1.*3\.slb.*Nothing was changed/)],
    ]);
    expect(filesOf(workshop)).toEqual(before);
  });

  test('a published channel that is newer than the one in the folder that cannot be read is told of, and the folder gone on from', async () => {
    const { workshop } = await aRestoredWorkshop();
    const url = await anAnswer((_, response) => response.writeHead(503).end());
    const { code, notes } = await workshop.build({ now: NOON + 3 * 3600 }, '--published', url);
    expect([code, notes]).toEqual([0, [expect.stringMatching(/could not be compared.*status 503/)]]);
    expect(reportOf(workshop, 2)).toMatchObject({ serial: 2 });
  });

  test('a published channel that is newer than the one in the folder is not mentioned if it is as new as the one in the folder', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: FEED }]);
    await workshop.build({ now: NOON });
    const url = await listening(channelServer(workshop.channel));
    expect(await workshop.build({ now: NOON + 1 }, '--published', url)).toMatchObject({ code: 0, notes: [] });
    expect(reportOf(workshop, 2)).toMatchObject({ serial: 2 });
  });

  test('a published channel that is newer than the one in the folder with newer keys than those of the build ends it, as readers would refuse it', async () => {
    const workshop = await aKeyWorkshop();
    const old = await workshop.keys('old', NOON, '--role', 'snapshot');
    await workshop.buildWith(old, NOON + 10);
    const published = join(workshop.folder, 'published');
    cpSync(workshop.channel, published, { recursive: true });
    const renewed = await workshop.keys('renewed', NOON + 9, '--role', 'list', '--snapshot', old);
    await spamlight(['build', '--feeds', workshop.feeds, '--out', published, '--key', renewed], {
      now: NOON + 20,
    });
    const { code, notes } = await workshop.buildWith(old, NOON + 30, '--published', published);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/older list of keys.*refuse/)]]);
  });
});
