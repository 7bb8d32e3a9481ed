import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UNFINISHED_PREFIX } from '../../../../src/server/node/write-file.ts';
import { problemsIn } from '../../../../src/server/publisher/health/issue-text.ts';
import { channelServer } from '../../../../src/server/publisher/serve/channel-server.ts';
import { isJsonObject } from '../json-object.ts';
import { onLoopback } from '../loopback.ts';
import { aWorkshop, NOON, spamlight, succeed, type CommandResult } from '../run-command.ts';
import { anIssueHost, JOB_LOGIN, TOKEN } from './trackers.ts';

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
  const health = (now: number, more: readonly string[] = [], input: string = TOKEN): Promise<CommandResult> =>
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
      { now, input },
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
  test('of a channel that is well says so, with exit code 0', async () => {
    const { health } = await aChannelOnline();
    expect(await health(NOON + HOUR)).toMatchObject({ code: 0, lines: ['All is well.'], notes: [] });
  });

  test('tells of a job that failed, with the last that it said, and ends with 1', async () => {
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

  test('calls a feed dead after three days, and not before', async () => {
    const { idsOf, host, build } = await aChannelOnline();
    host.fails = true;
    await build(NOON + 3 * DAY);
    expect(await idsOf(NOON + 3 * DAY)).toEqual([]);
    expect(await idsOf(NOON + 3 * DAY + 1)).toEqual([expect.stringMatching(/^feed-dead-[0-9a-f]{8}$/)]);
    host.fails = false;
    await build(NOON + 3 * DAY + HOUR);
    expect(await idsOf(NOON + 3 * DAY + HOUR)).toEqual([]);
  });

  test('waits longer for a feed that is asked seldom', async () => {
    const { idsOf, feeds, build } = await aChannelOnline();
    const file = readFileSync(feeds, 'utf8').replace('"format"', '"everyMinutes": 5760, "format"');
    writeFileSync(feeds, file);
    await build(NOON + 4 * DAY - HOUR);
    expect(await idsOf(NOON + 4 * DAY - HOUR)).toEqual([]);
    expect(await idsOf(NOON + 8 * DAY + 1)).toContainEqual(expect.stringMatching(/^feed-dead-/));
  });

  test('tells of keys that end within 30 days', async () => {
    const { idsOf, build } = await aChannelOnline();
    await build(NOON + 334 * DAY);
    expect(await idsOf(NOON + 334 * DAY)).toEqual([]);
    await build(NOON + 336 * DAY);
    expect(await idsOf(NOON + 336 * DAY)).toEqual(['keys-end']);
  });

  test('tells of files online that a reader refuses, once they have been so for twenty minutes', async () => {
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

  test('fetches the whole channel every six hours, and the index alone in between', async () => {
    const { idsOf, site } = await aChannelOnline();
    expect(await idsOf(NOON)).toEqual([]);
    rmSync(join(site, 'base/1.slb'));
    expect(await idsOf(NOON + 5 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 6 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 6 * HOUR + 20 * MINUTE)).toEqual(['online-wrong']);
  });

  test('tells of an old list online although the job runs', async () => {
    const { idsOf, folder } = await aChannelOnline();
    expect(await idsOf(NOON + 7 * HOUR)).toEqual([]);
    expect(await idsOf(NOON + 7 * HOUR + 1)).toEqual(['online-old']);
    // A failed job says enough.
    writeFileSync(join(folder, 'log'), 'x\n');
    expect(await idsOf(NOON + 8 * HOUR, ['--failed', join(folder, 'log')])).toEqual(['job-failed']);
  });

  test('tells of a schedule that will be switched off', async () => {
    const { idsOf } = await aChannelOnline();
    const lastChange = (days: number): readonly string[] => ['--last-change', String(NOON - days * DAY)];
    expect(await idsOf(NOON, lastChange(45))).toEqual([]);
    expect(await idsOf(NOON, lastChange(46))).toEqual(['job-ends']);
    expect((await (await aChannelOnline()).health(NOON, ['--last-change', 'yesterday'])).code).toBe(2);
  });

  test('adds one line a month to the history', async () => {
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

  test('leaves alone what a build is writing at the same time, and makes what is not there yet', async () => {
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

  test('begins anew where what it remembers is damaged', async () => {
    const { idsOf, state } = await aChannelOnline();
    for (const text of ['{', '[]', '{"issue":-1,"verifiedAt":null,"wrongSince":null}', '{"issue":"1"}']) {
      writeFileSync(join(state, 'health.json'), text);
      expect(await idsOf(NOON)).toEqual([]);
      expect(JSON.parse(readFileSync(join(state, 'health.json'), 'utf8'))).toEqual({
        issue: null,
        verifiedAt: NOON,
        wrongSince: null,
      });
    }
  });
});

describe.each(['github', 'gitlab'] as const)('the issue at %s', (service) => {
  async function aReported() {
    const channel = await aChannelOnline();
    const tracker = await anIssueHost(service);
    const log = join(channel.folder, 'job.log');
    writeFileSync(log, 'Feed "x" cannot be read: @everybody\n');
    const report = (minutes: number, more: readonly string[] = [], input?: string) =>
      channel.health(NOON + minutes * MINUTE, [`--${service}`, tracker.address, ...more], input);
    return { ...channel, ...tracker, report, failed: ['--failed', log] };
  }

  test('is looked for, and nothing is written, while all is well', async () => {
    const { report, asked, refuseWith } = await aReported();
    expect(await report(0)).toMatchObject({ code: 0, notes: [] });
    expect(asked).toEqual(['GET /issues']);
    // Whoever has switched issues off has no failing jobs for it.
    refuseWith(410);
    expect(await report(10)).toMatchObject({ code: 0, notes: [expect.stringContaining('switched off')] });
  });

  test('is closed although the run that opened it has kept nothing', async () => {
    const { report, issues, state, failed } = await aReported();
    await report(10, failed);
    rmSync(join(state, 'health.json'));
    await report(20);
    expect(issues).toMatchObject([{ isOpen: false, comments: ['All is well again.'] }]);
  });

  test('is opened once, told of news once, and closed when all is well', async () => {
    const { report, issues, failed } = await aReported();
    expect((await report(10, failed)).code).toBe(0);
    await report(20, failed);
    await report(30, failed);
    expect(issues).toMatchObject([
      { title: 'This channel needs somebody to look at it', isOpen: true, comments: [] },
    ]);
    expect(issues[0]?.body).toContain('### The job failed');
    await report(40, [...failed, '--last-change', String(NOON - 50 * DAY)]);
    await report(50, [...failed, '--last-change', String(NOON - 50 * DAY)]);
    expect(issues[0]?.comments).toEqual(['New: The schedule will be switched off.']);
    await report(60);
    expect(issues).toMatchObject([
      { isOpen: false, comments: [expect.stringContaining('New:'), 'All is well again.'] },
    ]);
    await report(70, failed);
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('is found again where the state was lost with a failed job', async () => {
    const { report, issues, state, failed } = await aReported();
    await report(10, failed);
    rmSync(join(state, 'health.json'));
    await report(20, failed);
    expect(issues).toHaveLength(1);
    // Somebody closed it by hand, and it is still so.
    for (const issue of issues) issue.isOpen = false;
    await report(30, failed);
    expect(issues.map(({ isOpen }) => isOpen)).toEqual([false, true]);
  });

  test('calls nobody and formats nothing that comes from outside', async () => {
    const { report, issues, host, build } = await aReported();
    host.fails = true;
    await build(NOON + 4 * DAY);
    await report(4 * 24 * 60);
    expect(issues[0]?.body).toContain("### The feed `A feed @somebody 'code'` is dead");
  });

  test.each([
    [401, 'the token may not write issues'],
    [403, 'the token may not write issues'],
    [404, 'no such repository'],
    [410, 'issues are switched off'],
    [500, 'status 500'],
  ])('that cannot be written because of %i is a failure that says why', async (status, why) => {
    const { report, refuseWith, failed, state } = await aReported();
    refuseWith(status);
    const { code, notes } = await report(10, failed);
    expect([code, notes.join('')]).toEqual([1, expect.stringContaining(why)]);
    // What was looked at is remembered all the same.
    expect(existsSync(join(state, 'health.json'))).toBe(true);
  });

  test('needs a token, and an address to which it may be sent', async () => {
    const { report, failed, health, asked } = await aReported();
    expect((await report(10, failed, '')).notes.join('')).toContain('no token on standard input');
    const open = await health(NOON, [`--${service}`, 'http://issues.example/repo']);
    expect([open.code, open.notes.join('')]).toEqual([1, expect.stringContaining('is no https address')]);
    expect(asked).toEqual([]);
  });
});

test('an issue of somebody else that looks like ours is left alone', async () => {
  const { folder, health } = await aChannelOnline();
  const { address, issues } = await anIssueHost('github');
  const body = 'mine <!-- spamlight-health: job-failed -->';
  issues.push({ number: 1, login: 'somebody', title: 'x', body, isOpen: true, comments: [] });
  writeFileSync(join(folder, 'log'), 'x\n');
  await health(NOON, ['--github', address, '--failed', join(folder, 'log')]);
  expect(issues).toMatchObject([
    { body, comments: [] },
    { login: JOB_LOGIN, isOpen: true },
  ]);
});

test('the token goes to no other host', async () => {
  const { folder, health } = await aChannelOnline();
  const elsewhere = await anIssueHost('github');
  const moved = createServer((request, response) =>
    response.writeHead(307, { Location: `${elsewhere.address}${request.url ?? ''}` }).end(),
  );
  const { port } = await onLoopback(moved);
  writeFileSync(join(folder, 'log'), 'x\n');
  const log = join(folder, 'log');
  const { code } = await health(NOON, ['--github', `http://127.0.0.1:${port}`, '--failed', log]);
  expect([code, elsewhere.asked]).toEqual([1, []]);
});

test.each(['', 'text', '<!-- spamlight-health: A -->', '<!-- spamlight-health -->'])(
  '%j is not read as the body of our issue',
  (body) => expect(problemsIn(body)).toBeNull(),
);

test('--github and --gitlab together are not understood', async () => {
  const { health } = await aChannelOnline();
  const { code } = await health(NOON, ['--github', 'https://a.example', '--gitlab', 'https://a.example']);
  expect(code).toBe(2);
  await succeed(['health', '--help']);
});
