import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { rootKeyFingerprint } from '../../../src/extension/background/realm/channel.ts';
import { channelServer } from '../../../src/server/publisher/serve/channel-server.ts';
import { isJsonObject } from './json-object.ts';
import { aFolder, aWorkshop, NOON, spamlight, succeed, type Workshop } from './run-command.ts';

async function aChannel(): Promise<Workshop> {
  const workshop = await aWorkshop();
  workshop.setFeeds([
    { name: 'one', text: 'https://a.example/login\n', reviewed: true },
    { name: 'two', format: 'domain-list', category: 'spam', text: 'b.example\nc.example\n' },
  ]);
  await workshop.build();
  return workshop;
}

function parsed(lines: readonly string[]): readonly unknown[] {
  return lines.map((line): unknown => JSON.parse(line));
}

async function publicKeyOf({ key }: Workshop): Promise<string> {
  const keys: unknown = JSON.parse(readFileSync(key, 'utf8'));
  const root = isJsonObject(keys) && isJsonObject(keys['root']) ? keys['root'] : {};
  return String(root['x']);
}

describe('exit codes', () => {
  test.each([
    [['--help'], 0],
    [['build', '--help'], 0],
    [['--version'], 0],
    [[], 2],
    [['frobnicate'], 2],
    [['build'], 2],
    [['check', 'https://a.example/'], 2],
    [['check', '--channel'], 2],
    [['serve', '.', '--port', 'x'], 2],
    [['keygen', '--out', '/dev/null/x', '--role', 'king'], 2],
    [['keygen', '--out', '/dev/null/x'], 1],
    [['keygen', '--out', '/dev/null/x', '--days', 'abc'], 2],
    [['keygen', '--out', '/dev/null/x', '--number', '0'], 2],
    [['keygen', '--out', '/dev/null/x', '--role', 'list'], 2],
    [['tune'], 2],
    [['evaluate', '--mail', '/nowhere', '--evidence', 'none'], 2],
    [['inspect', '/nowhere'], 1],
    [['check', '--channel', '/nowhere', 'x'], 1],
    [['check', '--channel', 'https://channel.example/', 'x'], 1],
    [['diff', '/nowhere', '/nowhere'], 1],
    [['verify', '/nowhere'], 1],
  ])('spamlight %j ends with %i', async (args, code) => {
    const result = await spamlight(args);
    expect(result.code).toBe(code);
    if (code !== 0) expect(result.notes.join('')).not.toBe('');
  });

  test.each([
    ['verify', 'http://'],
    ['check', '--channel', 'http://['],
    ['inspect', 'https://user:secret@h.example/'],
  ])('spamlight %s %s is told that this is no address of a channel', async (...args) => {
    const key = await publicKeyOf(await aWorkshop());
    const { code, notes } = await spamlight([...args, '--public-key', key]);
    expect([code, notes]).toEqual([1, [expect.stringMatching(/no web address|name or password/)]]);
    expect(notes.join()).not.toContain('secret');
  });

  test.each([
    [['keygen', '--out', '/dev/null/x', '--role', 'root', '--root', 'r'], /--root .* --role root/],
    [['keygen', '--out', '/dev/null/x', '--role', 'root', '--snapshot', 's'], /--snapshot .* --role root/],
    [['keygen', '--out', '/dev/null/x', '--role', 'root', '--days', '5'], /--days .* --role root/],
    [['keygen', '--out', '/dev/null/x', '--role', 'root', '--number', '5'], /--number .* --role root/],
    [
      ['keygen', '--out', '/dev/null/x', '--role', 'snapshot', '--days', '365'],
      /--days .* --role snapshot without --root/,
    ],
    [['explain', '--message', 'm.eml', '--public-key', 'k'], /--public-key .* --channel/],
    [['explain', '--message', 'm.eml', '--jsonl'], /--jsonl .* --message/],
    [['explain', '--message', 'm.eml', 'https://a.example/'], /link .* --message/],
    [['explain', '--reader', 'a@b.example', 'x'], /--reader .* --message/],
    [['explain', 'x', '--authserv-id', 'mx.example'], /--authserv-id .* --message/],
    [
      ['evaluate', '--mail', 'x', '--channel', 'x', '--evidence', 'none', '--authserv-id', 'mx.example'],
      /--authserv-id is for evidence/,
    ],
    [['explain', '--public-key', 'k', 'x'], /--public-key .* --channel/],
    [['evaluate', '--public-key', 'k', '--mail', 'm'], /--public-key .* --channel/],
  ])('spamlight %j names what it would not have looked at', async (args, message) => {
    const { code, lines, notes } = await spamlight(args);
    expect([code, lines, notes.join()]).toEqual([2, [], expect.stringMatching(message)]);
  });

  test('docs/publishing.md lists every command, and each has --json', async () => {
    const docs = readFileSync(new URL('../../../docs/publishing.md', import.meta.url), 'utf8');
    const table = docs.split('## Commands')[1]?.split('Each has `--help`, and `--json`')[0] ?? '';
    const cells = [...table.matchAll(/^\| (`[^|]*)\|/gm)].map(([, cell = '']) => cell);
    const names = cells.flatMap((cell) => [...cell.matchAll(/`([a-z-]+)/g)].map(([, name = '']) => name));
    const help = (await succeed(['--help'])).join('\n').split('\nCommands:\n')[1] ?? '';
    const commands = [...help.matchAll(/^ {2}([a-z][a-z-]+)/gm)].map(([, name = '']) => name);
    // The check service has a page of its own, docs/service.md.
    const publishers = commands.filter((name) => !['service', 'help'].includes(name));
    expect(publishers.length).toBeGreaterThan(15);
    expect(names.toSorted()).toEqual(publishers.toSorted());
    for (const name of names) {
      expect([name, (await succeed([name, '--help'])).join('\n')]).toEqual([
        name,
        expect.stringContaining('--json'),
      ]);
    }
  });

  test('help is for standard output, complaints are for standard error', async () => {
    expect((await spamlight(['--help'])).lines.join('\n')).toContain('Exit codes: 0 done, 1 failed');
    const { lines, notes } = await spamlight(['frobnicate']);
    expect(lines).toEqual([]);
    expect(notes.join('\n')).toContain("unknown command 'frobnicate'");
  });
});

describe('keygen', () => {
  test('spamlight keygen writes both keys and the signed list into one file that only its owner can read', async () => {
    const file = join(aFolder(), 'key.json');
    const [line] = await succeed(['keygen', '--out', file, '--channel', 'Mine', '--json']);
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const pair = {
      kty: 'OKP',
      crv: 'Ed25519',
      x: expect.stringMatching(/^[\w-]{43}$/) as unknown,
      d: expect.stringMatching(/^[\w-]{43}$/) as unknown,
    };
    expect(keys).toMatchObject({
      format: 1,
      channel: 'Mine',
      root: pair,
      snapshot: pair,
      keyList: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/) as unknown,
    });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const root = isJsonObject(keys) && isJsonObject(keys['root']) ? keys['root'] : {};
    expect(JSON.parse(line ?? '')).toMatchObject({
      file,
      channel: 'Mine',
      rootPublicKey: root['x'],
      hasKeyList: true,
    });
    expect(line).not.toContain(String(root['d']));
  });

  test('spamlight keygen never writes over a file', async () => {
    const file = join(aFolder(), 'key.json');
    await succeed(['keygen', '--out', file]);
    const before = readFileSync(file, 'utf8');
    const { code, notes } = await spamlight(['keygen', '--out', file]);
    expect([code, notes.join()]).toEqual([1, expect.stringContaining('exists already')]);
    expect(readFileSync(file, 'utf8')).toBe(before);
  });

  const LAST_DAY = Math.floor((2 ** 32 - 1 - NOON) / 86_400);

  test.each([
    ['--days', String(LAST_DAY + 1), /--days.*at most 28932.*2106-02-07/],
    ['--number', '4294967296', /--number.*from 1 to 4294967295/],
    ['--channel', 'x'.repeat(65), /--channel.*1 to 64 characters/],
    ['--channel', '', /--channel.*1 to 64 characters/],
  ])(
    'spamlight keygen makes no list that every reader would refuse: %s %s',
    async (option, value, message) => {
      const file = join(aFolder(), 'key.json');
      const { code, notes } = await spamlight(['keygen', '--out', file, option, value]);
      expect([code, notes.join('\n')]).toEqual([2, expect.stringMatching(message)]);
      expect(existsSync(file)).toBe(false);
    },
  );

  test('spamlight keygen makes lists up to the limits of readers', async () => {
    const file = join(aFolder(), 'key.json');
    const limits = ['--days', String(LAST_DAY), '--number', '4294967295', '--channel', 'x'.repeat(64)];
    expect((await spamlight(['keygen', '--out', file, ...limits])).code).toBe(0);
  });

  test('spamlight keygen names no snapshot key twice, and no more than a list may have', async () => {
    const folder = aFolder();
    const key = async (name: string): Promise<string> => {
      const file = join(folder, `${name}.json`);
      await succeed(['keygen', '--out', file, '--role', name === 'root' ? 'root' : 'snapshot']);
      return file;
    };
    const root = await key('root');
    const keys = await Promise.all(Array.from({ length: 16 }, (_, index) => key(`snapshot-${index}`)));
    const [one = ''] = keys;
    const out = join(folder, 'list.json');
    const list = (role: string, named: readonly string[]): ReturnType<typeof spamlight> =>
      spamlight(['keygen', '--out', out, '--role', role, '--root', root, '--snapshot', ...named]);

    const twice = await list('list', [one, one]);
    expect([twice.code, twice.notes.join()]).toEqual([
      1,
      expect.stringMatching(/snapshot-0\.json is given twice.*once/),
    ]);
    const many = await list('snapshot', keys);
    expect([many.code, many.notes.join('\n')]).toEqual([2, expect.stringMatching(/17 keys.*at most 16/)]);
    expect(existsSync(out)).toBe(false);
    expect((await list('list', keys)).code).toBe(0);
  });

  test('spamlight keygen holds its list to what a reader takes before it writes anything', async () => {
    const folder = aFolder();
    const [root, out] = [join(folder, 'root.json'), join(folder, 'key.json')];
    await succeed(['keygen', '--out', root, '--role', 'root']);
    const keys: unknown = JSON.parse(readFileSync(root, 'utf8'));
    writeFileSync(root, JSON.stringify({ ...(isJsonObject(keys) ? keys : {}), channel: 'x'.repeat(65) }));
    const { code, notes } = await spamlight(['keygen', '--out', out, '--role', 'snapshot', '--root', root]);
    expect([code, notes.join()]).toEqual([
      1,
      expect.stringMatching(/every reader would refuse.*malformed-key-list: channel.*Nothing was written/i),
    ]);
    expect(existsSync(out)).toBe(false);
  });

  test('spamlight keygen keeps the root key apart from what the building machine gets', async () => {
    const folder = aFolder();
    const [root, job] = [join(folder, 'root.json'), join(folder, 'job.json')];
    await succeed(['keygen', '--out', root, '--role', 'root', '--channel', 'Mine']);
    expect(Object.keys(JSON.parse(readFileSync(root, 'utf8')) as object)).toEqual([
      'format',
      'channel',
      'root',
    ]);
    await succeed(['keygen', '--out', job, '--role', 'snapshot', '--root', root]);
    expect(Object.keys(JSON.parse(readFileSync(job, 'utf8')) as object)).toEqual([
      'format',
      'channel',
      'snapshot',
      'keyList',
    ]);
    writeFileSync(join(folder, 'feed.txt'), 'https://a.example/1\n');
    writeFileSync(
      join(folder, 'feeds.json'),
      JSON.stringify({
        feeds: [{ name: 'one', file: 'feed.txt', format: 'url-list', category: 'phishing', licence: 'x' }],
      }),
    );
    const out = join(folder, 'channel');
    await succeed(['build', '--feeds', join(folder, 'feeds.json'), '--out', out, '--key', job]);
    await succeed(['verify', out, '--public-key', root]);
  });

  test('a thief of the snapshot key is shut out by a new list, and clients take no older one', async () => {
    const workshop = await aChannel();
    const folder = aFolder();
    const [job, list] = [join(folder, 'job.json'), join(folder, 'list.json')];
    await succeed(['keygen', '--out', job, '--role', 'snapshot', '--root', workshop.key], { now: NOON + 10 });
    await succeed(['build', '--feeds', workshop.feeds, '--out', workshop.channel, '--key', job], {
      now: NOON + 20,
    });
    await succeed(['verify', workshop.channel, '--public-key', workshop.key], { now: NOON + 20 });
    // The list renewed, for the same key.
    await succeed(
      ['keygen', '--out', list, '--role', 'list', '--root', workshop.key, '--snapshot', job, '--days', '30'],
      { now: NOON + 30 },
    );
    await succeed(['build', '--feeds', workshop.feeds, '--out', workshop.channel, '--key', list], {
      now: NOON + 40,
    });
    const { code } = await spamlight(['verify', workshop.channel, '--public-key', workshop.key], {
      now: NOON + 31 * 86_400,
    });
    expect(code).toBe(1);
  });
});

describe('inspect', () => {
  test('spamlight inspect prints the snapshot as JSON', async () => {
    const { channel } = await aChannel();
    const [line] = await succeed(['inspect', channel, '--json']);
    const inspected: unknown = JSON.parse(line ?? '');
    expect(inspected).toMatchObject({
      serial: 1,
      publishedAt: NOON,
      entries: 3,
      bytes: statSync(join(channel, 'base/1.slb')).size,
      sections: [
        {
          kind: 'url',
          category: 'phishing',
          action: 'danger',
          group: 'one',
          entries: 1,
          fingerprintBits: 42,
        },
        { kind: 'url', category: 'spam', action: 'caution', group: 'two', entries: 2, fingerprintBits: 42 },
      ],
      added: [],
      deltas: [],
    });
    expect(Object.keys(inspected as object)).toEqual([
      'serial',
      'publishedAt',
      'entries',
      'bytes',
      'bitsPerEntry',
      'falsePositiveRate',
      'sections',
      'added',
      'deltas',
    ]);
  });

  test('spamlight inspect names the sources of senders whose feeds are all reviewed', async () => {
    const workshop = await aWorkshop();
    const senders = { format: 'address-list', category: 'spam', reviewed: true } as const;
    workshop.setFeeds([
      { ...senders, name: 'desk', text: 'a@bad.example\n' },
      { ...senders, name: 'half', text: 'b@bad.example\n' },
      { ...senders, name: 'other half', group: 'half', reviewed: false, text: 'c@bad.example\n' },
      { ...senders, name: 'pages', format: 'url-list', text: 'https://d.example/x\n' },
    ]);
    expect((await workshop.build()).code).toBe(0);
    expect(await succeed(['inspect', workshop.channel])).toContainEqual(
      expect.stringMatching(/^ {2}reviewed\/1: reviewed sources: desk, /),
    );
    workshop.setFeeds([{ ...senders, name: 'desk', reviewed: false, text: 'a@bad.example\n' }]);
    expect((await workshop.build()).code).toBe(0);
    expect((await succeed(['inspect', workshop.channel])).join('\n')).not.toContain('reviewed');
  });

  test('spamlight inspect reads a base file as well, and names the deltas of a channel', async () => {
    const workshop = await aWorkshop();
    const steady = Array.from({ length: 300 }, (_, number) => `https://a${number}.example/\n`).join('');
    for (const last of ['b', 'c']) {
      workshop.setFeeds([{ name: 'one', text: `${steady}https://${last}.example/\n` }]);
      await workshop.build();
    }
    const { channel } = workshop;
    expect(parsed(await succeed(['inspect', join(channel, 'latest.jws'), '--json']))).toMatchObject([
      { serial: 2 },
    ]);
    expect(parsed(await succeed(['inspect', join(channel, 'base/1.slb'), '--json']))).toMatchObject([
      { serial: 1, deltas: [] },
    ]);
    const size = statSync(join(channel, 'delta/1-2.sld')).size;
    expect(parsed(await succeed(['inspect', channel, '--json']))).toMatchObject([
      { serial: 2, deltas: [{ from: 1, to: 2, bytes: size }] },
    ]);
    expect(parsed(await succeed(['diff', join(channel, 'base/1.slb'), channel, '--json']))).toMatchObject([
      { from: 1, to: 2, sameEpoch: true, sections: [{ before: 301, after: 301, added: 1, removed: 1 }] },
    ]);
  });
});

describe('check', () => {
  test('spamlight check prints one verdict a line, in the order of the links', async () => {
    const { channel } = await aChannel();
    const urls = ['https://c.example/x', 'https://a.example/login', 'https://d.example/', 'nonsense'];
    const { code, lines, notes } = await spamlight(['check', '--channel', channel, ...urls]);
    expect(code).toBe(0);
    expect(lines.map((line) => line.split('\t'))).toEqual([
      ['caution: spam, listed by two (c.example/)', urls[0]],
      ['danger: phishing, listed by one (a.example/login)', urls[1]],
      ['clear', urls[2]],
      ['unchecked: unreadable', urls[3]],
    ]);
    expect(notes).toEqual([expect.stringContaining('not pinned')]);
  });

  test('spamlight check reads lines split at LF alone, and answers each of them', async () => {
    const { channel } = await aChannel();
    const input = 'https://a.example/login\r\n\nhttps://d.example/\u2028\nhttps://b.example/';
    const lines = await succeed(['check', '--channel', channel, '--json'], { input });
    expect(parsed(lines)).toMatchObject([
      { url: 'https://a.example/login\r', verdict: { kind: 'flagged', level: 'danger' } },
      { url: '', verdict: { kind: 'unchecked' } },
      { url: 'https://d.example/\u2028', verdict: { kind: 'clear' } },
      { url: 'https://b.example/', verdict: { kind: 'flagged', level: 'caution' } },
    ]);
  });

  test('spamlight check reads links with line breaks from JSON lines', async () => {
    const { channel } = await aChannel();
    const input = `${JSON.stringify({ href: 'https://a.exa\nmple/login' })}\n`;
    const lines = await succeed(['check', '--channel', channel, '--json', '--jsonl'], { input });
    expect(parsed(lines)).toMatchObject([{ url: 'https://a.exa\nmple/login', verdict: { level: 'danger' } }]);
    const { code, notes } = await spamlight(['check', '--channel', channel, '--jsonl'], {
      input: 'no json\n',
    });
    expect([code, notes.at(-1)]).toEqual([1, 'Line 1 of the input is not JSON.']);
  });

  test('spamlight check cannot be used to steer the terminal', async () => {
    const { channel } = await aChannel();
    const [line] = await succeed(['check', '--channel', channel], {
      input: 'https://a.example/\u001b]0;x\u0007\u202e\n',
    });
    expect(line).toContain('\\u{1b}]0;x\\u{7}\\u{202e}');
  });

  test('spamlight check holds the channel to the key that is given', async () => {
    const workshop = await aChannel();
    const own = await publicKeyOf(workshop);
    const { notes } = await spamlight(['check', '--channel', workshop.channel, '--public-key', own, 'x']);
    expect(notes).toEqual([]);
    const other = await publicKeyOf(await aWorkshop());
    const refused = await spamlight(['check', '--channel', workshop.channel, '--public-key', other, 'x']);
    expect([refused.code, refused.notes.join()]).toEqual([1, expect.stringContaining('unknown-root')]);
    expect(
      (await spamlight(['check', '--channel', workshop.channel, '--public-key', 'short', 'x'])).code,
    ).toBe(1);
  });

  test('an old list flags and no longer clears', async () => {
    const { channel } = await aChannel();
    const lines = await succeed(
      ['check', '--channel', channel, '--json', 'https://a.example/login', 'https://d.example/'],
      { now: NOON + 15 * 86_400 },
    );
    expect(parsed(lines)).toMatchObject([
      { verdict: { level: 'danger' } },
      { verdict: { kind: 'unchecked', because: 'expired', asks: false } },
    ]);
  });
});

describe('explain', () => {
  test('spamlight explain prints what a verdict rests on', async () => {
    const { channel } = await aChannel();
    const url = 'https://www.google.com/url?q=https%3A%2F%2Fa.example%2Flogin';
    const [line] = await succeed(['explain', '--channel', channel, '--json', url]);
    expect(JSON.parse(line ?? '')).toMatchObject({
      url,
      layers: [
        { url, parent: null, wrapper: null },
        {
          url: 'https://a.example/login',
          parent: 0,
          canonical: 'a.example/login',
          host: 'a.example',
          registrableDomain: 'a.example',
          expressions: ['a.example/login', 'a.example/', 'a.example/login/'],
        },
      ],
      hidden: null,
      failure: null,
      matches: [{ layer: 1, expression: 'a.example/login', section: { group: 'one' } }],
      verdict: { kind: 'flagged', level: 'danger', asks: true, reasons: [{ kind: 'listed', serial: 1 }] },
    });
  });

  test('spamlight explain needs no channel for the first part', async () => {
    const lines = await succeed(['explain', '--json'], { input: 'https://a.example/1?q\nnonsense\n' });
    const explained = parsed(lines);
    expect(explained).toMatchObject([
      { layers: [{ canonical: 'a.example/1?q' }], failure: null },
      { failure: 'not-a-web-address' },
    ]);
    for (const one of explained)
      expect(Object.keys(one as object)).toEqual(['url', 'layers', 'hidden', 'failure', 'truncated']);
    const long = `https://a.example/${'x'.repeat(66_000)}`;
    expect((await succeed(['explain', long])).join('\n')).toContain(
      'not read to its end: length, in layer 0',
    );
    expect((await succeed(['explain', 'https://a.example/1'])).join('\n')).toContain(
      'looked up: a.example/1',
    );
  });
});

test('canonicalize prints one form a line, and an empty line for what has none', async () => {
  const { code, lines, notes } = await spamlight(['canonicalize'], {
    input: 'HTTP://A.example:80/%7e/../b?q\nnonsense\n',
  });
  expect([code, lines]).toEqual([0, ['a.example/b?q', '']]);
  expect(notes).toEqual(['nonsense: not-a-web-address']);
  const [line] = await succeed(['canonicalize', '--json', 'nonsense']);
  expect(JSON.parse(line ?? '')).toEqual({ url: 'nonsense', canonical: null, failure: 'not-a-web-address' });
});

describe('verify', () => {
  test.each<[string, (channel: string) => void]>([
    [
      'a base with a flipped bit',
      (channel) => {
        const bytes = readFileSync(join(channel, 'base/2.slb'));
        bytes[bytes.length - 2] = (bytes[bytes.length - 2] ?? 0) ^ 1;
        writeFileSync(join(channel, 'base/2.slb'), bytes);
      },
    ],
    [
      'a base that is cut off',
      (channel) =>
        writeFileSync(
          join(channel, 'base/2.slb'),
          readFileSync(join(channel, 'base/2.slb')).subarray(0, 100),
        ),
    ],
    [
      'a delta of another channel',
      (channel) => writeFileSync(join(channel, 'delta/1-2.sld'), readFileSync(join(channel, 'base/1.slb'))),
    ],
    [
      'an index with another byte',
      (channel) => {
        const text = readFileSync(join(channel, 'latest.jws'), 'utf8');
        writeFileSync(join(channel, 'latest.jws'), `${text.slice(0, 200)}A${text.slice(201)}`);
      },
    ],
    [
      'a web page in place of the index',
      (channel) => writeFileSync(join(channel, 'latest.jws'), '<!doctype html>'),
    ],
  ])('spamlight verify finds %s', async (_, spoil) => {
    const workshop = await aWorkshop();
    const steady = Array.from({ length: 300 }, (__, number) => `https://a${number}.example/\n`).join('');
    for (const last of ['b', 'c']) {
      workshop.setFeeds([{ name: 'one', text: `${steady}https://${last}.example/\n` }]);
      await workshop.build();
    }
    expect((await spamlight(['verify', workshop.channel])).code).toBe(0);
    spoil(workshop.channel);
    expect((await spamlight(['verify', workshop.channel])).code).toBe(1);
  });

  test.each<readonly [string, number, number, unknown, unknown]>([
    ['fresh', 0, 0, null, null],
    ['stale', 2, 0, null, expect.stringContaining('2026-11-20')],
    ['expired', 15, 1, expect.stringContaining('2026-12-04'), null],
  ])(
    'spamlight verify of a %s channel, %i days old, ends with %i',
    async (age, days, code, problem, note) => {
      const { channel } = await aChannel();
      const result = await spamlight(['verify', channel, '--json'], { now: NOON + days * 86_400 });
      expect(result.code).toBe(code);
      expect(JSON.parse(result.lines[0] ?? '')).toMatchObject({
        ok: code === 0,
        age,
        parts: expect.arrayContaining([{ part: 'age', problem, note }]) as unknown,
      });
    },
  );

  test('spamlight verify tells of a list of keys that ends within thirty days', async () => {
    const workshop = await aChannel();
    const noteAt = async (now: number): Promise<unknown> => {
      await workshop.build({ now });
      const [line] = await succeed(['verify', workshop.channel, '--json'], { now });
      const { parts } = JSON.parse(line ?? '') as { parts: { part: string; note: unknown }[] };
      return parts.find(({ part }) => part === 'keys')?.note;
    };
    expect(await noteAt(NOON + 300 * 86_400)).toBe(null);
    expect(await noteAt(NOON + 340 * 86_400)).toMatch(/ends on 2027-11-20 .* in 25 days/);
  });

  test('spamlight verify checks a web server, its headers too', async () => {
    const workshop = await aChannel();
    const key = await publicKeyOf(workshop);
    const server = channelServer(workshop.channel);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    const url = `http://127.0.0.1:${address.port}`;
    try {
      expect((await spamlight(['verify', url])).code).toBe(1);
      const [line] = await succeed(['verify', url, '--public-key', key, '--json']);
      expect(JSON.parse(line ?? '')).toMatchObject({ ok: true, serial: 1, pinned: true, age: 'fresh' });
      expect(
        parsed(
          await succeed([
            'check',
            '--channel',
            url,
            '--public-key',
            key,
            '--json',
            'https://a.example/login',
          ]),
        ),
      ).toMatchObject([{ verdict: { level: 'danger' } }]);
    } finally {
      server.close();
      server.closeAllConnections();
    }
  });
});

test('serve says where it serves, serves, and ends when it is interrupted', async () => {
  const { channel } = await aChannel();
  const controller = new AbortController();
  const lines: string[] = [];
  const { runSpamlight } = await import('../../../src/server/command/program.ts');
  const code = runSpamlight(['serve', channel, '--port', '0', '--json'], {
    input: (async function* () {})(),
    out: async (line) => void lines.push(line),
    note: () => {},
    now: () => NOON,
    signal: controller.signal,
  });
  while (lines.length === 0) await new Promise((resolve) => setTimeout(resolve, 5));
  const { url } = JSON.parse(lines[0] ?? '') as { url: string };
  expect(await (await fetch(`${url}latest.jws`)).text()).toBe(
    readFileSync(join(channel, 'latest.jws'), 'utf8'),
  );
  controller.abort();
  expect(await code).toBe(0);
});

test('serve of a host that nobody knows says so', async () => {
  const { channel } = await aChannel();
  const { code, notes } = await spamlight(['serve', channel, '--port', '0', '--host', 'nosuch.invalid']);
  expect([code, notes]).toEqual([1, [expect.stringContaining('no address of the name nosuch.invalid')]]);
});

test('test-mail writes a mail whose four links a list can name', async () => {
  const [line] = await succeed(['test-mail', '--json']);
  const mail: unknown = JSON.parse(line ?? '');
  expect(mail).toMatchObject({
    links: [{ part: 'plain' }, { part: 'wrapped' }, { part: 'image' }, { part: 'form' }],
  });
  const feed = readFileSync(new URL('../../../feeds/test-pages/self-test.txt', import.meta.url), 'utf8');
  const workshop = await aWorkshop();
  mkdirSync(join(workshop.folder, 'feeds'), { recursive: true });
  workshop.setFeeds([{ name: 'self-test', text: feed, reviewed: true }]);
  await workshop.build();
  const links = isJsonObject(mail) && Array.isArray(mail['links']) ? mail['links'] : [];
  const hrefs = links.flatMap((link: unknown) => (isJsonObject(link) ? [String(link['href'])] : []));
  const verdicts = parsed(await succeed(['check', '--channel', workshop.channel, '--json', ...hrefs]));
  expect(verdicts).toMatchObject(hrefs.map(() => ({ verdict: { level: 'danger' } })));
});

test('a root key has the fingerprint that the extension shows', async () => {
  const workshop = await aChannel();
  const key = await publicKeyOf(workshop);
  const [line] = await succeed(['verify', workshop.channel, '--json']);
  expect(JSON.parse(line ?? '')).toMatchObject({ rootFingerprint: await rootKeyFingerprint(key) });
});
