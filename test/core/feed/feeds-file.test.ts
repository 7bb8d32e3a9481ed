import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FEED_FORMATS } from '../../../src/core/feed/feed-line.ts';
import { parseFeedsFile } from '../../../src/core/feed/feeds-file.ts';

const aFeed = (): Record<string, unknown> => ({
  name: 'A feed',
  url: 'https://feeds.example/list.txt',
  format: 'url-list',
  category: 'phishing',
  licence: 'CC0-1.0',
});

function problemsOf(value: unknown): readonly string[] {
  const parsed = parseFeedsFile(value);
  return parsed.ok ? [] : parsed.failure.map(({ path, message }) => `${path} ${message}`);
}

describe('parseFeedsFile', () => {
  test('parseFeedsFile fills in what a feed leaves out', () => {
    const parsed = parseFeedsFile({ feeds: [aFeed()] });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.failure));
    expect(parsed.value.warnings).toEqual([]);
    expect(parsed.value.feeds).toEqual([
      {
        name: 'A feed',
        group: 'A feed',
        source: { kind: 'url', url: 'https://feeds.example/list.txt' },
        format: 'url-list',
        columns: { entry: null, only: {} },
        category: 'phishing',
        confidence: 0.5,
        reviewed: false,
        licence: 'CC0-1.0',
        terms: null,
        contact: null,
        expiryDays: null,
        hostEntries: true,
        landmarks: [],
        limits: {
          minEntries: 1,
          maxEntries: 20_000_000,
          shrinkTo: 0.5,
          growTo: 3,
          maxRefused: 0.5,
          maxBytes: 2 ** 30,
        },
      },
    ]);
  });

  test('parseFeedsFile reads exclusions with their reason and last day', () => {
    const parsed = parseFeedsFile({
      feeds: [aFeed()],
      popular: 'top.csv',
      exclusions: [{ entry: 'a.example', reason: 'owner wrote', expires: '2028-02-29' }],
    });
    expect(parsed.ok && parsed.value.popular).toEqual(['top.csv']);
    expect(parsed.ok && parsed.value.exclusions).toEqual([
      { entry: 'a.example', reason: 'owner wrote', expiresAt: Date.UTC(2028, 2, 1) / 1000 },
    ]);
  });

  test.each([
    [
      'no object',
      [],
      ['(the file) must be an object', 'feeds is missing', 'feeds must be a list with at least one feed'],
    ],
    ['no feeds', { feeds: [] }, ['feeds must be a list with at least one feed']],
    ['no name', { feeds: [{ ...aFeed(), name: undefined }] }, ['feeds[0].name is missing']],
    ['no place', { feeds: [{ ...aFeed(), url: undefined }] }, ['feeds[0].url is missing']],
    [
      'an unknown format',
      { feeds: [{ ...aFeed(), format: 'xml' }] },
      [`feeds[0].format must be one of ${FEED_FORMATS.join(', ')}`],
    ],
    [
      'an unknown category',
      { feeds: [aFeed(), { ...aFeed(), name: 'B', category: 'evil' }] },
      ['feeds[1].category must be one of phishing, malware, scam, spam'],
    ],
    [
      'both url and file',
      { feeds: [{ ...aFeed(), file: 'x' }] },
      ["feeds[0] has both 'url' and 'file': keep one"],
    ],
    [
      'a place on no web server',
      { feeds: [{ ...aFeed(), url: 'ftp://a.example/' }] },
      ['feeds[0].url must start with https:// or http://'],
    ],
    ...['https://user:pw@h.example/f', 'http://user@h.example/f', 'https://:pw@h.example/'].map(
      (url): [string, unknown, string[]] => [
        `an address with a name or password in it: ${url}`,
        { feeds: [{ ...aFeed(), url }], popular: [url], knownGood: url },
        ['feeds[0].url', 'popular[0]', 'knownGood'].map(
          (path) => `${path} holds a name or password, which is never sent and would be published`,
        ),
      ],
    ),
    [
      'a list of hosts that is nowhere',
      { feeds: [aFeed()], popular: ['top.txt', 'http://['] },
      ['popular[1] is not a web address'],
    ],
    ['one name twice', { feeds: [aFeed(), aFeed()] }, ["feeds[1].name 'A feed' is the name of feeds[0] too"]],
    [
      'the name of agreement',
      { feeds: [{ ...aFeed(), group: 'several' }] },
      ["feeds[0].group 'several' means that several sources agree"],
    ],
    [
      'a name too long',
      { feeds: [{ ...aFeed(), name: 'é'.repeat(40) }] },
      ['feeds[0].name may have at most 64 bytes'],
    ],
    [
      'a confidence out of range',
      { feeds: [{ ...aFeed(), confidence: 2 }] },
      ["feeds[0].confidence must be a number from 0 to 1, or 'low', 'medium' or 'high'"],
    ],
    [
      'a flag that is a word',
      { feeds: [{ ...aFeed(), reviewed: 'yes' }] },
      ['feeds[0].reviewed must be true or false'],
    ],
    [
      'a limit out of range',
      { feeds: [{ ...aFeed(), limits: { shrinkTo: 2 } }] },
      ['feeds[0].limits.shrinkTo must be a number from 0 to 1'],
    ],
    [
      'an exclusion without a reason',
      { feeds: [aFeed()], exclusions: [{ entry: 'a.example' }] },
      ['exclusions[0].reason is missing'],
    ],
    ...['*', 'two words', '/a.*b/', 'mailto:'].map((entry): [string, unknown, string[]] => [
      `an exclusion that would exclude nothing: ${entry}`,
      { feeds: [aFeed()], exclusions: [{ entry, reason: 'x' }] },
      ['exclusions[0].entry must be a host, a page or an address: this would exclude nothing'],
    ]),
    [
      'a day that does not exist',
      { feeds: [aFeed()], exclusions: [{ entry: 'a.example', reason: 'x', expires: '2027-02-29' }] },
      ['exclusions[0].expires must be a day such as "2027-01-31"'],
    ],
  ])('parseFeedsFile names the place of a mistake: %s', (_, value, problems) => {
    expect(problemsOf(value)).toEqual(problems);
  });

  test('warns of keys that nobody reads, and of a licence that is missing', () => {
    const parsed = parseFeedsFile({ feeds: [{ ...aFeed(), licence: undefined, hostEntrys: false }] });
    expect(parsed.ok && parsed.value.warnings.map(({ path }) => path)).toEqual([
      'feeds[0].hostEntrys',
      'feeds[0].licence',
    ]);
  });

  test('parseFeedsFile never throws', () => {
    const value = fc.oneof(fc.jsonValue(), fc.record({ feeds: fc.array(fc.object()) }), fc.object());
    fc.assert(fc.property(value, (file) => void parseFeedsFile(file)));
  });
});
