import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createServer } from 'node:http';
import { describe, expect, onTestFinished, test } from 'vitest';
import { EntryHasher } from '../../../src/core/hash/entry-hash.ts';
import { basePath } from '../../../src/core/snapshot/channel-index.ts';
import { decodeSnapshot } from '../../../src/core/snapshot/decode-snapshot.ts';
import type { BuildReport } from '../../../src/server/publisher/report/build-report.ts';
import { aWorkshop, NOON, spamlight, succeed, type Workshop } from './run-command.ts';

async function verdicts(channel: string, ...urls: readonly string[]): Promise<readonly string[]> {
  const lines = await succeed(['check', '--channel', channel, ...urls]);
  return lines.map((line) => (line.split('\t')[0] ?? '').replace(/,? ?listed by.*/, ''));
}

function reportOf({ channel }: Workshop, serial: number): BuildReport {
  const text = readFileSync(join(channel, 'report', `${serial}.json`), 'utf8');
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a file that the command has just written
  return JSON.parse(text) as BuildReport;
}

const urls = (count: number, host = 'evil.test'): string =>
  Array.from({ length: count }, (_, number) => `http://${number}.${host}/x\n`).join('');

const later = (days: number): { readonly now: number } => ({ now: NOON + days * 86_400 });

describe('a whole host', () => {
  test('a whole host is dropped where it would catch innocent neighbours, and its pages are kept', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      {
        name: 'A',
        reviewed: true,
        text: 'paypal.com\nhttps://paypal.com/evil\nweebly.com\nbad.weebly.com\nbit.ly\nhttps://bit.ly/evil\nuni.edu\n192.168.0.1\nevil.test\n',
      },
    ]);
    expect((await workshop.build()).code).toBe(0);
    expect(
      await verdicts(
        workshop.channel,
        'https://www.paypal.com/',
        'https://paypal.com/evil',
        'https://weebly.com/',
        'https://bad.weebly.com/x',
        'https://good.weebly.com/x',
        'https://bit.ly/fine',
        'https://bit.ly/evil',
        'https://uni.edu/',
        'http://evil.test/any',
      ),
    ).toEqual([
      'clear',
      'danger: phishing',
      'clear',
      'danger: phishing',
      'clear',
      'clear: destination hidden by bit.ly',
      'danger: phishing',
      'clear',
      'danger: phishing',
    ]);
    expect(reportOf(workshop, 1).feeds[0]?.dropped).toEqual([
      { because: 'popular-site', by: 'guard', count: 1, lines: [{ line: 1, text: 'paypal[.]com/' }] },
      { because: 'shared-hosting', by: 'guard', count: 1, lines: [{ line: 3, text: 'weebly[.]com/' }] },
      { because: 'shortener', by: 'guard', count: 1, lines: [{ line: 5, text: 'bit[.]ly/' }] },
      { because: 'institution', by: 'guard', count: 1, lines: [{ line: 7, text: 'uni[.]edu/' }] },
      { because: 'private-address', by: 'guard', count: 1, lines: [{ line: 8, text: '192[.]168[.]0[.]1/' }] },
    ]);
  });

  test('a whole host that another feed allows, or that the publisher excludes, is not listed', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds(
      [
        { name: 'A', text: 'allowed.test\nexcluded.test\nhttp://a.excluded.test/x\nevil.test\n' },
        { name: 'B', format: 'json', text: '{"allow":["allowed.test"],"deny":["other.test"]}' },
      ],
      { exclusions: [{ entry: 'excluded.test', reason: 'owner wrote', expires: '2026-11-30' }] },
    );
    expect((await workshop.build()).code).toBe(0);
    const links = [
      'http://allowed.test/',
      'http://excluded.test/',
      'http://a.excluded.test/x',
      'http://evil.test/',
    ];
    expect(await verdicts(workshop.channel, ...links)).toEqual([
      'clear',
      'clear',
      'clear',
      'caution: phishing',
    ]);
    // The readers' devices learn that these were mistakes, and not merely entries that have left their feed.
    const says = (serial: number): boolean => {
      const decoded = decodeSnapshot(readFileSync(join(workshop.channel, basePath(serial))));
      if (!decoded.ok) throw new Error('unreadable');
      const { epoch, exclusions } = decoded.value;
      const { high, low } = new EntryHasher(epoch.key).url('excluded.test', '/');
      return exclusions.high.some((word, index) => word === high && exclusions.low[index] === low);
    };
    expect(says(1)).toBe(true);
    expect((await workshop.build(later(11))).code).toBe(0);
    expect(says(2)).toBe(false);
    expect(await verdicts(workshop.channel, ...links)).toEqual([
      'clear',
      'caution: phishing',
      'danger: phishing',
      'caution: phishing',
    ]);
  });

  test('a whole host on a list of popular or of known good hosts is never flagged', async () => {
    const workshop = await aWorkshop();
    writeFileSync(join(workshop.folder, 'top.csv'), '1,top.test\n2,second.test\n');
    writeFileSync(join(workshop.folder, 'good.txt'), 'good.test\n');
    workshop.setFeeds([{ name: 'A', text: 'top.test\nsub.second.test\ngood.test\nevil.test\n' }], {
      popular: 'top.csv',
      knownGood: ['good.txt'],
    });
    expect((await workshop.build()).code).toBe(0);
    expect(
      await verdicts(
        workshop.channel,
        'http://top.test/',
        'http://sub.second.test/',
        'http://good.test/',
        'http://evil.test/',
      ),
    ).toEqual(['clear', 'clear', 'clear', 'caution: phishing']);
  });

  test('a whole host at the top of any of several popular lists is not listed, however long the one before is', async () => {
    const workshop = await aWorkshop();
    const long = Array.from({ length: 10_001 }, (_, rank) => `${rank + 1},site${rank}.test\n`).join('');
    writeFileSync(join(workshop.folder, 'long.csv'), long);
    writeFileSync(join(workshop.folder, 'short.csv'), '1,second.test\n');
    const text = 'login.site9999.test\nlogin.site10000.test\nlogin.second.test\nevil.test\n';
    workshop.setFeeds([{ name: 'A', text }], { popular: ['long.csv', 'short.csv'] });
    expect((await workshop.build()).code).toBe(0);
    expect(reportOf(workshop, 1).feeds[0]?.dropped).toEqual([
      {
        because: 'popular-site',
        by: 'guard',
        count: 2,
        lines: [
          { line: 1, text: 'login[.]site9999[.]test/' },
          { line: 3, text: 'login[.]second[.]test/' },
        ],
      },
    ]);
  });

  test('a whole host is taken for bad when two of its pages are, or one of a user’s part of a hosting site; with caution', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      {
        name: 'A',
        reviewed: true,
        text: 'http://one.test/a\nhttp://two.test/a\nhttp://two.test/b\nhttp://user.weebly.com/a\nhttp://both.test/a\n',
      },
      // The same page from another feed is no second page.
      {
        name: 'B',
        reviewed: true,
        text: 'http://one.test/a\nhttp://both.test/b\nhttps://docs.google.com/a\nhttps://docs.google.com/b\n',
      },
    ]);
    expect((await workshop.build()).code).toBe(0);
    expect(
      await verdicts(
        workshop.channel,
        'http://one.test/a',
        'http://one.test/c',
        'http://two.test/a',
        'http://two.test/c',
        'http://www.two.test/',
        'http://user.weebly.com/c',
        'http://both.test/c',
        'https://docs.google.com/c',
      ),
    ).toEqual([
      'danger: phishing',
      'clear',
      'danger: phishing',
      'caution: phishing',
      'caution: phishing',
      'caution: phishing',
      'caution: phishing',
      'clear',
    ]);
    expect(reportOf(workshop, 1).widenedHosts).toBe(3);
  });

  test('a whole host is never listed, nor taken for bad, of a feed that may not list any', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      { name: 'A', hostEntries: false, text: 'evil.test\nhttp://two.test/a\nhttp://two.test/b\n' },
    ]);
    expect((await workshop.build()).code).toBe(0);
    expect(
      await verdicts(workshop.channel, 'http://evil.test/', 'http://two.test/c', 'http://two.test/a'),
    ).toEqual(['clear', 'clear', 'danger: phishing']);
  });
});

describe('a feed that broke', () => {
  const good = urls(100);
  test.each([
    ['an error page', '<!DOCTYPE html><html>404</html>', {}, 'error-page'],
    [
      'lines that cannot be read',
      `${good}${'nonsense nonsense\n'.repeat(200)}`,
      { format: 'domain-list' },
      'garbled',
    ],
    ['a part of itself', urls(40), {}, 'shrunk'],
    ['many times itself', urls(400), {}, 'grown'],
    ['another list', urls(100, 'other.test'), { landmarks: ['http://7.evil.test/x'] }, 'lost-landmark'],
    ['nothing', '', {}, 'too-small'],
  ])('a feed that broke into %s gives way to its last good copy', async (_, text, properties, guard) => {
    const workshop = await aWorkshop();
    const format = properties;
    workshop.setFeeds([{ name: 'A', ...format, text: good }]);
    expect((await workshop.build()).code).toBe(0);
    workshop.setFeeds([{ name: 'A', ...format, text }]);
    const second = await workshop.build(later(1));
    expect(second.code).toBe(0);
    expect(reportOf(workshop, 2).feeds[0]).toMatchObject({
      copy: 'last-good',
      entries: 100,
      remarks: [expect.stringMatching(new RegExp(`^${guard}: `))],
    });
    expect(await verdicts(workshop.channel, 'http://7.evil.test/x')).toEqual(['danger: phishing']);
  });

  test('a feed that broke and was never good ends the build, and the channel is as it was', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'A', text: good }]);
    expect((await workshop.build()).code).toBe(0);
    const before = readFileSync(join(workshop.channel, 'latest.jws'));
    workshop.setFeeds([
      { name: 'A', text: good },
      { name: 'B', text: '<html>gone</html>' },
    ]);
    const { code, notes } = await workshop.build(later(1));
    expect([code, notes.at(-1)]).toEqual([
      1,
      expect.stringMatching(/Feed "B".*The channel was not changed\.$/),
    ]);
    expect(readFileSync(join(workshop.channel, 'latest.jws'))).toEqual(before);
  });

  test('a feed that broke line by line never ends a build', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([
      { name: 'A', format: 'domain-list', text: `${'no host here\n'.repeat(60)}evil.test\n` },
    ]);
    expect((await workshop.build()).code).toBe(0);
    expect(reportOf(workshop, 1).feeds[0]).toMatchObject({
      entries: 1,
      remarks: [expect.stringMatching(/^garbled: /)],
    });
  });
});

describe('a channel', () => {
  test('a channel that would lose most of its entries is not replaced, unless that is meant', async () => {
    const workshop = await aWorkshop();
    const small = { name: 'Small', text: urls(60, 'small.test') };
    workshop.setFeeds([{ name: 'Large', text: urls(2000) }, small]);
    expect((await workshop.build()).code).toBe(0);
    workshop.setFeeds([small]);
    const refused = await workshop.build(later(1));
    expect([refused.code, refused.notes.at(-1)]).toEqual([1, expect.stringContaining('--allow-shrink')]);
    expect(await verdicts(workshop.channel, 'http://7.evil.test/x')).toEqual(['danger: phishing']);
    expect((await workshop.build(later(1), '--allow-shrink')).code).toBe(0);
    expect(await verdicts(workshop.channel, 'http://7.evil.test/x')).toEqual(['clear']);
  });

  test('a channel of which nothing is left is not replaced', async () => {
    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'A', text: 'paypal.com\ngoogle.com\n' }]);
    const { code, notes } = await workshop.build();
    expect([code, notes.at(-1)]).toEqual([1, expect.stringContaining('Nothing is left to publish')]);
    expect((await spamlight(['inspect', workshop.channel])).code).toBe(1);
  });
});

describe('a list of popular hosts with an address', () => {
  test('a list of popular hosts with an address is fetched, and kept for the day on which it cannot be', async () => {
    const list = Array.from({ length: 200 }, (_, rank) => `${rank + 1},top${rank}.test\n`).join('');
    let answer: string | null = list;
    const server = createServer((_, response) => {
      response.statusCode = answer === null ? 404 : 200;
      response.end(answer ?? 'gone');
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    if (address === null || typeof address === 'string') throw new TypeError('no port');
    const popular = `http://127.0.0.1:${address.port}/top.csv`;

    const workshop = await aWorkshop();
    workshop.setFeeds([{ name: 'A', text: 'top7.test\nevil.test\n' }], { popular });
    for (const next of [list, null, '<html>Just a moment</html>']) {
      answer = next;
      const built = await workshop.build(later(1));
      expect([next, built.code, built.notes]).toEqual([next, 0, []]);
      expect(await verdicts(workshop.channel, 'http://top7.test/', 'http://evil.test/')).toEqual([
        'clear',
        'caution: phishing',
      ]);
    }

    const another = await aWorkshop();
    another.setFeeds([{ name: 'A', text: 'evil.test\n' }], { popular });
    const { code, notes } = await another.build();
    expect([code, notes.at(-1)]).toEqual([
      1,
      expect.stringContaining('could not be used: it has only 0 names'),
    ]);
  });
});
