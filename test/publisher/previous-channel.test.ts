import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
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

function warningsOf({ channel }: Workshop, serial: number): unknown {
  const report: unknown = JSON.parse(readFileSync(join(channel, `report/${serial}.json`), 'utf8'));
  return isJsonObject(report) ? report['warnings'] : null;
}

describe('a channel whose list of keys has expired', () => {
  test('is built again with a renewed list, and goes on with its serial', async () => {
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

  test('is still held to both signatures', async () => {
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
  ])('is told of by a build when %i days are left, and by its report', async (days, message) => {
    const workshop = await aKeyWorkshop();
    const key = await workshop.keys('job', NOON, '--role', 'snapshot', '--days', String(days));
    const { code, notes } = await workshop.buildWith(key, NOON);
    expect([code, notes]).toEqual([0, [expect.stringMatching(message)]]);
    expect(warningsOf(workshop, 1)).toEqual(notes);
  });

  test('is told of early where an index would outlive it', async () => {
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
  test('because its list of keys is older than the one that was published', async () => {
    const workshop = await aKeyWorkshop();
    const old = await workshop.keys('old', NOON, '--role', 'snapshot');
    const renewed = await workshop.keys('renewed', NOON + 9, '--role', 'list', '--snapshot', old);
    await workshop.buildWith(renewed, NOON + 10);
    const before = readFileSync(join(workshop.channel, 'latest.jws'));
    const { code, notes } = await workshop.buildWith(old, NOON + 20);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/old\.json.*older list of keys.*refuse/)]]);
    expect(readFileSync(join(workshop.channel, 'latest.jws'))).toEqual(before);
  });

  test('because its keys are those of another channel, under the same root key', async () => {
    const workshop = await aKeyWorkshop();
    const mine = await workshop.keys('mine', NOON, '--role', 'snapshot');
    await workshop.buildWith(mine, NOON);
    const other = await workshop.keys('other', NOON + 1, '--role', 'snapshot', '--channel', 'Another');
    const { code, notes } = await workshop.buildWith(other, NOON + 20);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/"Mine".*"Another".*refuse/)]]);
  });

  test('and neither where the published one is elsewhere', async () => {
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
