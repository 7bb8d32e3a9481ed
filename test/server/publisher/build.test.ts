import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { channelServer } from '../../../src/server/publisher/serve/channel-server.ts';
import { onLoopback } from './loopback.ts';
import { isJsonObject } from './json-object.ts';
import { aWorkshop, NOON, spamlight, succeed, type Workshop } from './run-command.ts';

const DAY = 86_400;

/** `kind` or level of the verdict on each link. */
async function verdictsOf(channel: string, urls: readonly string[], now = NOON): Promise<readonly string[]> {
  const lines = await succeed(['check', '--channel', channel, '--json', ...urls], { now });
  return lines.map((line) => {
    const answer: unknown = JSON.parse(line);
    const verdict = isJsonObject(answer) && isJsonObject(answer['verdict']) ? answer['verdict'] : {};
    return String(verdict['level'] ?? verdict['kind']);
  });
}

/** Everything in a channel folder, by path. */
function filesOf(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    names.map((entry) => [
      join(entry.parentPath, entry.name),
      readFileSync(join(entry.parentPath, entry.name), 'base64'),
    ]),
  );
}

function reportOf({ channel }: Workshop, serial: number): Readonly<Record<string, unknown>> {
  const report: unknown = JSON.parse(readFileSync(join(channel, `report/${serial}.json`), 'utf8'));
  if (!isJsonObject(report)) throw new Error('the report is no object');
  return report;
}

describe('a build', () => {
  test('a build publishes what the feeds list, and nothing else', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      { name: 'urls', text: 'https://a.example/login\nhttp://H.example:80/x/?q=1\n' },
      { name: 'domains', format: 'domain-list', text: '# one\nb.example\n\nwww.c.example\n', reviewed: true },
      { name: 'hosts', format: 'hosts', category: 'spam', text: '0.0.0.0 d.example # d\n' },
      { name: 'json', format: 'json', category: 'malware', text: gzipSync('{"domains":["e.example"]}') },
      { name: 'senders', format: 'address-list', text: 'bad@f.example\n' },
    ]);
    const { code, lines } = await workshop.build();
    expect([code, lines[0]]).toEqual([0, expect.stringContaining('Serial 1 of "spamlight"')]);
    const urls = [
      'https://a.example/login',
      'http://h.example/x/?q=1',
      'http://h.example/x/?q=2',
      'https://sub.b.example/any',
      'https://c.example/',
      'https://d.example/',
      'https://e.example/',
      'mailto:bad@f.example',
      'https://g.example/',
      'mailto:good@f.example',
    ];
    expect(await verdictsOf(workshop.channel, urls)).toEqual([
      'danger',
      'danger',
      'clear',
      'danger',
      'danger',
      'caution',
      'caution',
      // An address that one crowd-fed group lists.
      'caution',
      'clear',
      'clear',
    ]);
  });

  test('counts and names lines that cannot be read, and goes on', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      { name: 'one', text: 'https://a.example/1\nnot an entry at all\nhttps://b.example/2\nhttp://[::bad\n' },
    ]);
    expect((await workshop.build()).code).toBe(0);
    const [feed] = reportOf(workshop, 1)['feeds'] as readonly Record<string, unknown>[];
    expect(feed?.['dropped']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ by: 'line', lines: [{ line: 2, text: 'not an entry at all' }] }),
        expect.objectContaining({ by: 'line', lines: [expect.objectContaining({ line: 4 })] }),
      ]),
    );
  });

  test('a build raises the serial by one and keeps the hash key', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    for (const [serial, now] of [
      [1, NOON],
      [2, NOON + 3600],
      [3, NOON + DAY],
    ] as const) {
      await workshop.build({ now });
      expect(reportOf(workshop, serial)).toMatchObject({ serial, epoch: { startedAt: NOON } });
    }
  });

  test('a build begins a new hash key after 90 days, and still knows since when entries are listed', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\nhttps://b.example/1\n', expiryDays: 100 }]);
    await workshop.build();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\nhttps://c.example/1\n', expiryDays: 100 }]);
    await workshop.build({ now: NOON + 90 * DAY });
    const report = reportOf(workshop, 2);
    expect(report['epoch']).toMatchObject({ startedAt: NOON + 90 * DAY, newBecause: 'old' });
    expect(report['changes']).toMatchObject({ added: 1, removed: null });
    const urls = ['https://a.example/1', 'https://c.example/1'];
    expect(await verdictsOf(workshop.channel, urls, NOON + 90 * DAY)).toEqual(['danger', 'danger']);
    await workshop.build({ now: NOON + 101 * DAY });
    expect(await verdictsOf(workshop.channel, urls, NOON + 101 * DAY)).toEqual(['clear', 'danger']);
  });

  test('a build begins a new hash key when there are more entries than the old one keeps apart', async () => {
    const workshop = await aWorkshop();
    const many = Array.from({ length: 6000 }, (_, number) => `https://a${number}.example/x`).join('\n');
    workshop.setFeeds([{ name: 'one', text: 'https://a1.example/x\n' }]);
    await workshop.build();
    workshop.setFeeds([{ name: 'one', text: many }]);
    expect((await workshop.build({ now: NOON + DAY })).code).toBe(0);
    expect(reportOf(workshop, 2)).toMatchObject({
      entries: 6000,
      epoch: { newBecause: 'grown', startedAt: NOON + DAY },
    });
    expect(await verdictsOf(workshop.channel, ['https://a5999.example/x'], NOON + DAY)).toEqual(['danger']);
  });

  test('a build drops entries that their feed has listed for too long, for good', async () => {
    const workshop = await aWorkshop();
    const other = { name: 'other', text: 'https://z.example/\n', reviewed: true };
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n', expiryDays: 10 }, other]);
    await workshop.build();
    for (const [days, verdict] of [
      [9, 'danger'],
      [10, 'clear'],
      [30, 'clear'],
    ] as const) {
      const now = NOON + days * DAY;
      await workshop.build({ now });
      expect(await verdictsOf(workshop.channel, ['https://a.example/1'], now)).toEqual([verdict]);
    }
  });

  test('a build says what came in and what went out', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\nhttps://b.example/1\n' }]);
    await workshop.build();
    workshop.setFeeds([
      { name: 'one', text: 'https://b.example/1\nhttps://c.example/1\nhttps://d.example/1\n' },
    ]);
    await workshop.build();
    const { changes, feeds } = reportOf(workshop, 2);
    expect(changes).toMatchObject({ added: 2, removed: 1, removedExamples: ['a[.]example/1'] });
    const { addedExamples } = isJsonObject(changes) ? changes : {};
    expect(new Set(Array.isArray(addedExamples) ? addedExamples : [])).toEqual(
      new Set(['c[.]example/1', 'd[.]example/1']),
    );
    expect(feeds).toMatchObject([{ addedEntries: 2, removedEntries: 1, entries: 3 }]);
    const page = readFileSync(join(workshop.channel, 'report/2.html'), 'utf8');
    expect(page).toContain('c[.]example/1');
    expect(page).not.toMatch(/https?:|<script|\bsrc=|@import|url\(/);
  });

  test('a build never flags a known good site, although a feed lists it', async () => {
    const workshop = await aWorkshop();
    writeFileSync(join(workshop.folder, 'good.txt'), '1,good.example\n2,fine.example\n');
    workshop.setFeeds(
      [{ name: 'one', format: 'domain-list', reviewed: true, text: 'good.example\nbad.example\n' }],
      { knownGood: ['good.txt'] },
    );
    await workshop.build();
    const urls = ['https://good.example/', 'https://www.good.example/x', 'https://bad.example/'];
    expect(await verdictsOf(workshop.channel, urls)).toEqual(['clear', 'clear', 'danger']);
    expect(reportOf(workshop, 1)['knownGood']).toMatchObject({
      excluded: [{ expression: 'good[.]example/', groups: ['one'] }],
    });
  });

  test('a build writes nothing clickable into its reports', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      {
        name: 'one',
        text: 'https://a.example/1\nhttps://google.com/\n<a href="https://evil.example/">x</a>\n',
      },
    ]);
    await workshop.build();
    for (const name of ['1.json', '1.html']) {
      const text = readFileSync(join(workshop.channel, 'report', name), 'utf8');
      expect(text).not.toMatch(/https?:\/\//);
      if (name.endsWith('.html')) expect(text).not.toContain('<a href');
    }
  });
});

describe('a build that fails leaves the channel as it is', () => {
  test.each<[string, (workshop: Workshop) => void, RegExp]>([
    [
      'a feed file is missing',
      ({ folder }) => rmSync(join(folder, 'one.txt')),
      /"one" cannot be read.*no such file/,
    ],
    [
      'a feed file is a folder',
      ({ folder }) => {
        rmSync(join(folder, 'one.txt'));
        mkdirSync(join(folder, 'one.txt'));
      },
      /"one" cannot be read.*folder/,
    ],
    [
      'a feed file is damaged',
      ({ folder }) =>
        writeFileSync(join(folder, 'one.txt'), gzipSync('https://a.example/1\n').subarray(0, 20)),
      /"one" cannot be read.*damaged/,
    ],
    [
      'a feed is larger than allowed',
      (workshop) =>
        workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n', limits: { maxBytes: 5 } }]),
      /more than 5 bytes/,
    ],
    ['feeds.json is no JSON', ({ feeds }) => writeFileSync(feeds, '{"feeds":'), /not JSON/],
    ['feeds.json is missing', ({ feeds }) => rmSync(feeds), /no such file/],
    [
      'feeds.json names an unknown category',
      (workshop) => workshop.setFeeds([{ name: 'one', text: 'x', category: 'rude' }]),
      /feeds\[0\]\.category/,
    ],
    [
      'the key file has no snapshot key',
      ({ key }) => {
        const keys: unknown = JSON.parse(readFileSync(key, 'utf8'));
        writeFileSync(key, JSON.stringify({ ...(isJsonObject(keys) ? keys : {}), snapshot: undefined }));
      },
      /lacks a snapshot key/,
    ],
    ['the key file is missing', ({ key }) => rmSync(key), /no such file/],
  ])('a build that fails leaves the channel as it is: %s', async (_, spoil, message) => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    const before = filesOf(workshop.channel);
    spoil(workshop);
    const { code, notes } = await workshop.build({ now: NOON + DAY });
    expect(code).toBe(1);
    expect(notes.join('\n')).toMatch(message);
    expect(filesOf(workshop.channel)).toEqual(before);
    expect(existsSync(`${workshop.channel}.lock`)).toBe(false);
  });

  test('a build fails and leaves the channel as it is where the keys are not those that signed the channel', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    const before = filesOf(workshop.channel);
    const other = join(workshop.folder, 'other.json');
    await succeed(['keygen', '--out', other]);
    const { code, notes } = await spamlight([
      'build',
      '--feeds',
      workshop.feeds,
      '--out',
      workshop.channel,
      '--key',
      other,
    ]);
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('unknown-root')]);
    expect(filesOf(workshop.channel)).toEqual(before);
  });

  test('a build fails and leaves the channel as it is where the list of keys has expired', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    const { code, notes } = await workshop.build({ now: NOON + 366 * DAY });
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('has expired')]);
    expect(existsSync(workshop.channel)).toBe(false);
  });

  test('a build fails and leaves the channel as it is while another build is at work', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    writeFileSync(
      `${workshop.channel}.lock`,
      // Of a process that is alive and not our own: a lock with our number that we do not hold is a dead one's.
      JSON.stringify({
        id: 'x',
        pid: process.ppid,
        host: (await import('node:os')).hostname(),
        since: 'now',
      }),
    );
    const { code, notes } = await workshop.build();
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('Another build is at work')]);
    expect(existsSync(`${workshop.channel}.lock`)).toBe(true);
  });

  test('a build fails and leaves the channel as it is while another build uses the same state', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    const state = join(workshop.folder, 'shared');
    const elsewhere = join(workshop.folder, 'elsewhere');
    const words = ['build', '--feeds', workshop.feeds, '--key', workshop.key, '--state', state];
    const results = await Promise.all([
      spamlight([...words, '--out', workshop.channel]),
      spamlight([...words, '--out', elsewhere]),
    ]);
    expect(results.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([0, 1]);
  });

  test('a build that is interrupted leaves the channel as it is', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    const before = filesOf(workshop.channel);
    const { code, notes } = await workshop.build({ signal: AbortSignal.abort() });
    expect([code, notes]).toEqual([1, ['Interrupted. What was published before is as it was.']]);
    expect(filesOf(workshop.channel)).toEqual(before);
    expect(existsSync(`${workshop.channel}.lock`)).toBe(false);
    expect((await workshop.build()).code).toBe(0);
  });

  test('of two builds at once one is built, the other refused', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    const codes = (await Promise.all([workshop.build(), workshop.build()])).map(({ code }) => code);
    expect(codes.toSorted((a, b) => a - b)).toEqual([0, 1]);
  });
});

describe('after a build that was killed', () => {
  test('after a build that was killed, the lock of a process that is gone is taken over, and leftovers are removed', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    const gone = spawn(process.execPath, ['-e', '']);
    await new Promise((resolve) => gone.once('exit', resolve));
    writeFileSync(
      `${workshop.channel}.lock`,
      JSON.stringify({ id: 'x', pid: gone.pid, host: (await import('node:os')).hostname(), since: 'then' }),
    );
    writeFileSync(join(workshop.channel, 'base/.unfinished-2.slb-x'), 'half');
    // A base without an index that names it: killed just before the end.
    writeFileSync(join(workshop.channel, 'base/2.slb'), 'of a build that did not end');
    const { code } = await workshop.build({ now: NOON + 3600 });
    expect(code).toBe(0);
    expect(readdirSync(join(workshop.channel, 'base')).sort()).toEqual(['1.slb', '2.slb']);
    expect((await spamlight(['verify', workshop.channel], { now: NOON + 3600 })).code).toBe(0);
  });

  test('after a build that was killed, state that is lost or damaged costs deltas and ages, and nothing else', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    for (const name of ['history.json', 'first-seen.bin', 'samples.txt'])
      writeFileSync(join(`${workshop.channel}.state`, name), 'nonsense');
    expect((await workshop.build()).code).toBe(0);
    rmSync(`${workshop.channel}.state`, { recursive: true });
    expect((await workshop.build()).code).toBe(0);
    expect(reportOf(workshop, 3)).toMatchObject({ serial: 3, changes: { added: null } });
  });

  test('after a build that was killed, a channel that was deleted goes on with its serial', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
    await workshop.build();
    rmSync(workshop.channel, { recursive: true });
    await workshop.build();
    expect(reportOf(workshop, 2)).toMatchObject({ serial: 2 });
  });
});

describe('a build into an empty folder', () => {
  const FEED = Array.from({ length: 300 }, (_, number) => `https://a${number}.example/\n`).join('');

  test('a build into an empty folder goes on from where the channel is published', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: FEED }]);
    await workshop.build();
    const published = join(workshop.folder, 'published');
    renameSync(workshop.channel, published);
    rmSync(`${workshop.channel}.state`, { recursive: true });
    const server = channelServer(published);
    const address = await onLoopback(server);
    workshop.setFeeds([{ name: 'one', text: `${FEED}https://b.example/\n` }]);
    const url = `http://127.0.0.1:${address.port}`;
    expect((await workshop.build({ now: NOON + 3600 }, '--published', url)).code).toBe(0);
    expect(reportOf(workshop, 2)).toMatchObject({
      serial: 2,
      deltas: [{ from: 1 }],
      epoch: { startedAt: NOON },
    });
  });

  test('a build into an empty folder does not begin anew when the published channel cannot be reached', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: FEED }]);
    const server = createServer((_, response) => response.writeHead(503).end());
    const address = await onLoopback(server);
    const { code, notes } = await workshop.build({}, '--published', `http://127.0.0.1:${address.port}`);
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('status 503')]);
    expect(existsSync(workshop.channel)).toBe(false);
  });

  test.each(['lists.example/channel', 'channel.example', 'nowhere', '.'])(
    'a build into an empty folder does not begin anew where "%s" is given for what is published',
    async (given) => {
      const workshop = await aWorkshop();
      workshop.setFeeds([{ name: 'one', text: FEED }]);
      const { code, notes } = await workshop.build({}, '--published', given);
      expect([code, notes.join()]).toEqual([1, expect.stringMatching(/--published.*neither.*nor/)]);
      expect(existsSync(workshop.channel)).toBe(false);
    },
  );

  test('a build into an empty folder says so where it begins at serial 1, since nothing is published yet', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'one', text: FEED }]);
    const server = createServer((_, response) => response.writeHead(404).end());
    const address = await onLoopback(server);
    const url = `http://127.0.0.1:${address.port}`;
    const { code, notes } = await workshop.build({}, '--published', url);
    expect([code, notes]).toEqual([0, [expect.stringContaining(`nothing at ${url}/ yet`)]]);
    expect(reportOf(workshop, 1)).toMatchObject({ serial: 1, warnings: notes });
    expect((await workshop.build({}, '--published', url)).notes).toEqual([]);
  });
});

describe('a feed with an address', () => {
  async function aFeedServer(): Promise<{ url: string; answer: { status: number; body: string } }> {
    const answer = { status: 200, body: 'https://a.example/1\n' };
    const server = createServer((_, response) => response.writeHead(answer.status).end(answer.body));
    const address = await onLoopback(server);
    return { url: `http://127.0.0.1:${address.port}/feed`, answer };
  }

  function describeFeed({ feeds }: Workshop, feed: object): void {
    writeFileSync(
      feeds,
      JSON.stringify({ feeds: [{ format: 'url-list', category: 'phishing', licence: 'CC0-1.0', ...feed }] }),
    );
  }

  test('a feed with an address is fetched; when it fails, the last good copy is used and the report says so', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    describeFeed(workshop, { name: 'one', url });
    expect((await workshop.build()).code).toBe(0);
    answer.status = 404;
    expect((await workshop.build()).code).toBe(0);
    expect(reportOf(workshop, 2)['feeds']).toMatchObject([
      { copy: 'last-good', entries: 1, remarks: [expect.stringContaining('status 404')] },
    ]);
    expect(await verdictsOf(workshop.channel, ['https://a.example/1'])).toEqual(['danger']);
  });

  test('a feed with an address that never came ends the build', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    answer.status = 404;
    describeFeed(workshop, { name: 'one', url });
    const { code, notes } = await workshop.build();
    expect([code, notes.join()]).toEqual([1, expect.stringMatching(/"one" cannot be read.*status 404/)]);
    expect(existsSync(workshop.channel)).toBe(false);
  });

  test('a feed with an address that turns into an error page gives way to its last good copy', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    describeFeed(workshop, { name: 'one', url });
    await workshop.build();
    answer.body = '<!doctype html><title>Just a moment…</title>';
    expect((await workshop.build()).code).toBe(0);
    expect(reportOf(workshop, 2)['feeds']).toMatchObject([{ copy: 'last-good', entries: 1 }]);
    answer.body = 'https://b.example/1\n';
    await workshop.build();
    expect(await verdictsOf(workshop.channel, ['https://a.example/1', 'https://b.example/1'])).toEqual([
      'clear',
      'danger',
    ]);
  });

  test('a feed with an address is fetched apart from the build, for machines that build offline', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    describeFeed(workshop, { name: 'one', url });
    expect((await workshop.build({}, '--no-fetch')).code).toBe(1);
    const state = `${workshop.channel}.state`;
    const [line] = await succeed(['fetch', '--feeds', workshop.feeds, '--state', state, '--json']);
    expect(JSON.parse(line ?? '')).toEqual({ name: 'one', outcome: 'fetched', bytes: 20, failure: null });
    answer.status = 500;
    expect((await workshop.build({}, '--no-fetch')).code).toBe(0);
    expect(await verdictsOf(workshop.channel, ['https://a.example/1'])).toEqual(['danger']);
  });

  test('a feed with an address without a format has the one that its content shows', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    answer.body = '# hosts\n0.0.0.0 a.example\n0.0.0.0 b.example\n';
    describeFeed(workshop, { name: 'one', url, format: undefined });
    expect((await workshop.build()).code).toBe(0);
    expect(await verdictsOf(workshop.channel, ['https://b.example/'])).toEqual(['caution']);
  });

  const ONE = 'https://a.example/1\n';
  const SIXTY = Array.from({ length: 60 }, (_, page) => `https://a.example/${page}\n`).join('');

  test.each([
    ['nothing', '', ONE, /^no-format: .*: it is empty; /],
    ['a web page', '<!doctype html><title>Just a moment…</title>', ONE, /^no-format: .*: it is a web page/],
    ['a sentence', 'Too many requests, come back later', ONE, /^no-format: .*: no format finds entries/],
    ['an error with a link', '{"error":"x","url":"https://help.example"}', ONE, /^error-page: /],
    ['less, in another format', '{"urls":["https://b.example/1"]}', SIXTY, /^shrunk: .*1 entries/],
  ])(
    'a feed with an address without a format that turns into %s gives way to its last good copy',
    async (_, body, good, remark) => {
      const workshop = await aWorkshop();
      const { url, answer } = await aFeedServer();
      answer.body = good;
      const other = join(workshop.folder, 'other.txt');
      writeFileSync(other, 'https://other.example/1\n');
      const feeds = [
        { name: 'one', category: 'phishing', licence: 'CC0-1.0', url },
        { name: 'other', category: 'phishing', licence: 'CC0-1.0', format: 'url-list', file: 'other.txt' },
      ];
      writeFileSync(workshop.feeds, JSON.stringify({ feeds }));
      expect((await workshop.build()).code).toBe(0);
      answer.body = body;
      writeFileSync(other, 'https://other.example/2\n');
      // What was fetched stays until it is good: a build that does not fetch meets it again.
      for (const [serial, more] of [
        [2, []],
        [3, ['--no-fetch']],
      ] as const) {
        expect(await workshop.build({}, ...more)).toMatchObject({ code: 0, notes: [] });
        expect(reportOf(workshop, serial)['feeds']).toMatchObject([
          {
            name: 'one',
            copy: 'last-good',
            entries: good.split('\n').length - 1,
            remarks: [expect.stringMatching(remark)],
          },
          { name: 'other', copy: 'new', entries: 1 },
        ]);
        const links = ['https://a.example/1', 'https://other.example/2', 'https://help.example/'];
        expect(await verdictsOf(workshop.channel, links)).toEqual(['danger', 'danger', 'clear']);
      }
      answer.body = '# hosts\n0.0.0.0 c.example\n'.repeat(good === ONE ? 1 : 60);
      expect((await workshop.build()).code).toBe(0);
      expect(await verdictsOf(workshop.channel, ['https://a.example/1', 'https://c.example/'])).toEqual([
        'clear',
        'caution',
      ]);
    },
  );

  test('a feed with an address without a format, and never had in any, ends the build with what is wrong with it', async () => {
    const workshop = await aWorkshop();
    const { url, answer } = await aFeedServer();
    answer.body = '<!doctype html><title>Just a moment…</title>';
    describeFeed(workshop, { name: 'one', url, format: undefined });
    const { code, notes } = await workshop.build();
    expect([code, notes.join()]).toEqual([
      1,
      expect.stringMatching(
        /^Feed "one" cannot be used, and no good copy of it is kept: .*shows no format.*it is a web page and no feed.*"format".*The channel was not changed\.$/,
      ),
    ]);
    expect(existsSync(workshop.channel)).toBe(false);
  });
});

test('the state folder and the keys are readable by their owner alone', async () => {
  const workshop = await aWorkshop();
  workshop.setFeeds([{ name: 'one', text: 'https://a.example/1\n' }]);
  await workshop.build();
  expect(statSync(workshop.key).mode & 0o777).toBe(0o600);
  expect(statSync(join(`${workshop.channel}.state`, 'feeds')).mode & 0o077).toBe(0);
});
