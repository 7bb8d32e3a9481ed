import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNFINISHED_PREFIX } from '../../../../src/server/node/write-file.ts';
import { channelServer } from '../../../../src/server/publisher/serve/channel-server.ts';
import { isJsonObject } from '../json-object.ts';
import { onLoopback } from '../loopback.ts';
import { aWorkshop, NOON, spamlight, type CommandResult } from '../run-command.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A channel that is online, with one feed of an address. */
async function aChannelOnline() {
  const workshop = await aWorkshop();
  const host = { fails: false };
  const feedServer = createServer((_, response) => {
    if (host.fails) response.writeHead(404).end();
    else response.end('https://a.example/x\nhttps://b.example/x\n');
  });
  const { port: feedPort } = await onLoopback(feedServer);
  const feed = {
    name: 'A feed @somebody `code`',
    url: `http://127.0.0.1:${feedPort}/feed`,
    format: 'url-list',
    category: 'phishing',
    licence: 'CC0-1.0',
  };
  writeFileSync(workshop.feeds, JSON.stringify({ feeds: [feed] }));
  const site = join(workshop.folder, 'channel');
  mkdirSync(site);
  const { port } = await onLoopback(channelServer(site));
  const state = `${workshop.channel}.state`;
  const published = `http://127.0.0.1:${port}/`;
  const [, rootKey = ''] = /"x": "([\w-]{43})"/.exec(readFileSync(workshop.key, 'utf8')) ?? [];
  const health = (now: number, more: readonly string[] = []): Promise<CommandResult> =>
    spamlight(
      [
        'health',
        '--feeds',
        workshop.feeds,
        '--state',
        state,
        '--published',
        published,
        '--public-key',
        rootKey,
        ...more,
      ],
      { now },
    );
  const idsOf = async (now: number, more: readonly string[] = []): Promise<readonly string[]> => {
    const { lines } = await health(now, ['--json', ...more]);
    const value: unknown = JSON.parse(lines.join(''));
    const problems = isJsonObject(value) && Array.isArray(value['problems']) ? value['problems'] : [];
    return problems.map((problem) => (isJsonObject(problem) ? String(problem['id']) : ''));
  };
  const build = async (now: number): Promise<void> => {
    expect((await workshop.build({ now })).code).toBe(0);
  };
  await build(NOON);
  return { ...workshop, host, state, health, idsOf, build, site };
}

describe('health', () => {
  test('spamlight health of a channel that is well says so, with exit code 0', async () => {
    const { health } = await aChannelOnline();
    expect(await health(NOON + HOUR)).toMatchObject({ code: 0, lines: ['All is well.'], notes: [] });
  });

  test('spamlight health tells of a job that failed, with the last that it said, and ends with 1', async () => {
    const { health, folder } = await aChannelOnline();
    const log = join(folder, 'job.log');
    writeFileSync(log, `${'line\n'.repeat(30)}Feed "x" cannot be read.\u202e\n`);
    const { code, lines, notes } = await health(NOON + HOUR, ['--failed', log]);
    expect([code, notes]).toEqual([1, ['The channel needs somebody.']]);
    expect(lines[0]).toBe('The job failed.');
    expect(lines.filter((line) => line.startsWith('    '))).toHaveLength(20);
    expect(lines.at(-1)).toBe('    Feed "x" cannot be read.\\u{202e}');
    // What it said is only wished for.
    expect((await health(NOON + HOUR, ['--failed', join(folder, 'none')])).lines.at(-1)).toContain(
      'no such file',
    );
  });

  test('spamlight health calls a feed dead after three days, and not before', async () => {
    const { idsOf, host, build } = await aChannelOnline();
    host.fails = true;
    await build(NOON + 3 * DAY);
    expect(await idsOf(NOON + 3 * DAY)).toEqual([]);
    expect(await idsOf(NOON + 3 * DAY + 1)).toEqual([expect.stringMatching(/^feed-dead-[0-9a-f]{8}$/)]);
    host.fails = false;
    await build(NOON + 3 * DAY + HOUR);
    expect(await idsOf(NOON + 3 * DAY + HOUR)).toEqual([]);
  });

  test('spamlight health waits longer for a feed that is asked seldom', async () => {
    const { idsOf, feeds, build } = await aChannelOnline();
    const file = readFileSync(feeds, 'utf8').replace('"format"', '"everyMinutes": 5760, "format"');
    writeFileSync(feeds, file);
    await build(NOON + 4 * DAY - HOUR);
    expect(await idsOf(NOON + 4 * DAY - HOUR)).toEqual([]);
    expect(await idsOf(NOON + 8 * DAY + 1)).toContainEqual(expect.stringMatching(/^feed-dead-/));
  });

  test('spamlight health tells of keys that end within 30 days', async () => {
    const { idsOf, build } = await aChannelOnline();
    await build(NOON + 334 * DAY);
    expect(await idsOf(NOON + 334 * DAY)).toEqual([]);
    await build(NOON + 336 * DAY);
    expect(await idsOf(NOON + 336 * DAY)).toEqual(['keys-end']);
  });

  test('spamlight health tells of files online that a reader refuses, once they have been so for twenty minutes', async () => {
    const { idsOf, site } = await aChannelOnline();
    const base = readFileSync(join(site, 'base/1.slb'));
    writeFileSync(join(site, 'base/1.slb'), base.subarray(1));
    expect(await idsOf(NOON + 10 * MINUTE)).toEqual([]);
    expect(await idsOf(NOON + 20 * MINUTE)).toEqual([]);
    expect(await idsOf(NOON + 30 * MINUTE)).toEqual(['online-wrong']);
    writeFileSync(join(site, 'base/1.slb'), base);
    expect(await idsOf(NOON + 40 * MINUTE)).toEqual([]);
    // Anew, and again not at once.
    rmSync(join(site, 'latest.jws'));
    expect(await idsOf(NOON + 50 * MINUTE)).toEqual([]);
    expect(await idsOf(NOON + 70 * MINUTE)).toEqual(['online-wrong']);
  });

  test('spamlight health fetches the whole channel every six hours, and the index alone in between', async () => {
    const { idsOf, site } = await aChannelOnline();
    expect(await idsOf(NOON)).toEqual([]);
    rmSync(join(site, 'base/1.slb'));
    expect(await idsOf(NOON + 5 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 6 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 6 * HOUR + 20 * MINUTE)).toEqual(['online-wrong']);
  });

  test('spamlight health tells of an old list online although the job runs', async () => {
    const { idsOf, folder } = await aChannelOnline();
    expect(await idsOf(NOON + 7 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 7 * HOUR + 1)).toEqual(['online-old']);
    // A failed job says enough.
    writeFileSync(join(folder, 'log'), 'x\n');
    expect(await idsOf(NOON + 8 * HOUR, ['--failed', join(folder, 'log')])).toEqual(['job-failed']);
  });

  test('spamlight health tells of a schedule that will be switched off', async () => {
    const { idsOf } = await aChannelOnline();
    const lastChange = (days: number): readonly string[] => ['--last-change', String(NOON - days * DAY)];
    expect(await idsOf(NOON, lastChange(45))).toEqual([]);
    expect(await idsOf(NOON, lastChange(46))).toEqual(['job-ends']);
    expect((await (await aChannelOnline()).health(NOON, ['--last-change', 'yesterday'])).code).toBe(2);
  });

  test('spamlight health adds one line a month to the history', async () => {
    const { health, build, folder } = await aChannelOnline();
    const history = join(folder, 'history.md');
    await health(NOON, ['--history', history]);
    await health(NOON + HOUR, ['--history', history]);
    await build(NOON + 11 * DAY);
    await health(NOON + 11 * DAY, ['--history', history]);
    const lines = readFileSync(history, 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('| 2'));
    expect(lines).toEqual(['| 2026-11 | 1 | 2 |', '| 2026-12 | 2 | 2 |']);
  });

  test('spamlight health leaves alone what a build is writing at the same time, and makes what is not there yet', async () => {
    const { health, state, folder } = await aChannelOnline();
    const [feed = ''] = readdirSync(join(state, 'feeds'));
    const unfinished = [state, join(state, 'snapshots'), join(state, 'feeds', feed)].map((place) =>
      join(place, `${UNFINISHED_PREFIX}x`),
    );
    for (const path of unfinished) writeFileSync(path, 'half');
    expect((await health(NOON)).code).toBe(0);
    for (const path of unfinished) expect([path, existsSync(path)]).toEqual([path, true]);
    rmSync(state, { recursive: true });
    writeFileSync(join(folder, 'log'), 'x\n');
    await health(NOON, ['--failed', join(folder, 'log')]);
    expect(readdirSync(state)).toEqual(['health.json']);
  });

  test('spamlight health begins anew where what it remembers is damaged', async () => {
    const { idsOf, state } = await aChannelOnline();
    for (const text of [
      '{',
      '[]',
      '{"told":[1],"toldAt":-1,"verifiedAt":null,"wrongSince":null}',
      '{"told":"1"}',
    ]) {
      writeFileSync(join(state, 'health.json'), text);
      expect(await idsOf(NOON)).toEqual([]);
      expect(JSON.parse(readFileSync(join(state, 'health.json'), 'utf8'))).toEqual({
        told: [],
        toldAt: NOON,
        verifiedAt: NOON,
        wrongSince: null,
      });
    }
  });
});

test('the same problems of health end with 1 once a day where that is asked for, and a new one at once', async () => {
  const { health, folder } = await aChannelOnline();
  writeFileSync(join(folder, 'log'), 'x\n');
  const failed = ['--once-a-day', '--failed', join(folder, 'log')];
  const old = ['--last-change', String(NOON - 46 * DAY)];
  const codes: number[] = [];
  const more = [[], failed, failed, [...failed, ...old], failed, failed, failed];
  for (const [index, words] of more.entries())
    codes.push((await health(NOON + index * 6 * HOUR, ['--once-a-day', ...words])).code);
  expect(codes).toEqual([0, 1, 0, 1, 0, 0, 0]);
  expect((await health(NOON + 7 * 6 * HOUR, failed)).code).toBe(1);
  // A clock that was set back.
  expect((await health(NOON, failed)).code).toBe(1);
  expect((await health(NOON, failed.slice(1))).code).toBe(1);
});
