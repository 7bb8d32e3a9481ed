import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FeedParser } from '../../../src/core/feed/parse-feed.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';
import { aWorkshop, NOON, spamlight, succeed } from './run-command.ts';

/** Small feeds made after public reports about other programs; their README says what is right for each. */
const CASES = sharedDataMissing ? [] : casesOf(readFileSync(sharedData('reports/README.md'), 'utf8'));

interface Case {
  readonly file: string;
  readonly what: string;
  readonly right: string;
}

function casesOf(readme: string): readonly Case[] {
  return readme.split('\n').flatMap((row) => {
    // `\|` is a bar inside a cell.
    const [, file = '', , what = '', right = ''] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    return /^(?:F|X)\d/.test(file) ? [{ file, what, right }] : [];
  });
}

/** Why lines of the file are refused, as the report names it. */
const REFUSED: Readonly<Record<string, readonly string[]>> = {
  'F1-cosmetic.txt': Array.from({ length: 6 }, () => 'cosmetic-rule'),
  'F3-addresses.txt': ['mail-address'],
  'F4-indicators.csv': ['mail-address'],
  'F5-cut-short.txt': ['cut-short', 'cut-short'],
  'F6-networks.txt': ['network', 'network'],
  'X1-triggers.txt': ['policy-trigger', 'policy-trigger'],
};

test.skipIf(sharedDataMissing)('there are feeds with which other programs had trouble', () => {
  expect(CASES.length).toBeGreaterThanOrEqual(14);
});

describe.skipIf(sharedDataMissing)('feeds as others had trouble with them', () => {
  test.each(CASES)('feeds as others had trouble with them: $file: $what', async ({ file, right }) => {
    const workshop = await aWorkshop();
    const text = readFileSync(sharedData(`reports/${file}`), 'utf8');
    // The format is seen from the content, but where there is nothing to see.
    const reviewed = { format: right === '0 entries' ? 'url-list' : undefined, reviewed: true };
    workshop.setFeeds([
      { ...reviewed, name: 'reported', text, limits: { minEntries: 0, maxRefused: 1 } },
      { ...reviewed, name: 'other', text: 'https://other.example/login\n' },
    ]);
    const built = await workshop.build();
    expect([built.code, built.notes]).toEqual([0, []]);
    const report = JSON.parse(
      readFileSync(join(workshop.channel, 'report', `${serialOf(built.lines)}.json`), 'utf8'),
    ) as {
      readonly feeds: readonly {
        readonly entries: number;
        readonly dropped: readonly {
          readonly because: string;
          readonly by: string;
          readonly count: number;
        }[];
      }[];
    };
    const [reported] = report.feeds;
    expect(
      reported?.dropped.flatMap(({ because, by, count }) =>
        by === 'line' && because !== 'taken-back' ? Array.from({ length: count }, () => because) : [],
      ),
    ).toEqual(REFUSED[file] ?? []);

    if (right === '0 entries') expect(reported?.entries).toBe(0);
    else if (right === 'no rpz- name') {
      const out = join(workshop.folder, 'zone');
      const exported = await spamlight(['export', '--as', 'rpz', '--feeds', workshop.feeds, '--out', out], {
        now: NOON,
      });
      // Nothing in it has a name of the public DNS.
      expect([exported.code, exported.notes.join('\n')]).toEqual([
        1,
        expect.stringMatching(/exported: 1 names whose ending is not in the root zone, 1 single pages/),
      ]);
    } else {
      const wanted = [...right.matchAll(/(https?:\/\/\S+) (clear|flagged)/g)].map(
        ([, url = '', kind = '']) => ({
          url,
          kind,
        }),
      );
      expect(wanted.length).toBeGreaterThan(0);
      const urls = wanted.map(({ url }) => url);
      const answers = await succeed(['check', '--channel', workshop.channel, '--json', ...urls], {
        now: NOON,
      });
      expect(
        answers.map((answer) => {
          const { url, verdict } = JSON.parse(answer) as {
            readonly url: string;
            readonly verdict: { readonly kind: string };
          };
          return { url, kind: verdict.kind };
        }),
      ).toEqual(wanted);
    }
  });
});

/** What each line of a list comes to. */
function read(
  format: 'adblock' | 'url-list' | 'hosts' | 'csv' | 'domain-list',
  text: string,
): readonly string[] {
  const parser = new FeedParser({ format, columns: { entry: null, only: {} } });
  return [...parser.push(text), ...parser.finish()].map((line) => {
    if (line.kind === 'refused') return line.because;
    if (line.kind === 'allow') return `allow ${line.host}`;
    const entry = line.entry.kind === 'url' ? line.entry.host + line.entry.path : line.entry.kind;
    return line.kind === 'withdrawn' ? `withdrawn ${entry}` : entry;
  });
}

test.skipIf(sharedDataMissing).each(['domain-list', 'url-list', 'hosts', 'adblock'] as const)(
  'cosmetic rules name no site in a list that is said to be of format %s',
  (format) => {
    const text = readFileSync(sharedData('reports/F1-cosmetic.txt'), 'utf8');
    expect(read(format, text)).toEqual([
      ...Array.from({ length: 6 }, () => 'cosmetic-rule'),
      'real-evil.example/',
    ]);
  },
);

test('names outside the public DNS stay in a build’s entries, and are counted', async () => {
  const workshop = await aWorkshop();
  const text = 'https://a.example/\na.test\nwiki.corp\nhost.internal\n198.51.100.7\nexample.site\nb.rpz-ip\n';
  workshop.setFeeds([{ name: 'one', text }]);
  const { lines } = await workshop.build();
  const path = join(workshop.channel, 'report', serialOf(lines));
  const { feeds } = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as {
    readonly feeds: readonly object[];
  };
  expect(feeds).toMatchObject([
    {
      entries: 3,
      outsideRootZone: 4,
      dropped: [
        // Another machine in every network, and nobody's.
        { because: 'private-address', by: 'guard', count: 3 },
        { because: 'policy-trigger', by: 'line', count: 1 },
      ],
    },
  ]);
  expect(readFileSync(`${path}.html`, 'utf8')).toContain('4 entries outside the public DNS');
});

function serialOf(lines: readonly string[]): string {
  return /serial (\d+)/i.exec(lines.join('\n'))?.[1] ?? '1';
}

describe('what a rule of an adblocker says of its site', () => {
  test.each([
    ['||a.example^$all,reason="Not the site, but a $5 copy"', 'a.example/'],
    ["||a.example^$doc,reason='a copy'", 'a.example/'],
    ['||a.example^$___,all', 'a.example/'],
    ['||a.example^$script,reason=malicious', 'restricted-rule'],
    ['||a.example^$third-party', 'restricted-rule'],
    ['||a.example^$dnstype=A', 'restricted-rule'],
    ['||a.example^*', 'a.example/'],
    ['||a.example/*', 'a.example/'],
    ['||a.example*', 'a.example/'],
    ['||a.example/x/*', 'a.example/x/'],
    ['||a.example/*/x', 'pattern'],
    ['||a.*/x', 'pattern'],
    ['/banner/*', 'pattern'],
    ['*', 'pattern'],
    ['0.0.0.0 a.example', 'a.example/'],
    ['127.0.0.1\ta.example # note', 'a.example/'],
    ['198.51.100.7 a.example', 'not-a-block'],
    ['||a.example^ # reported in May', 'a.example/'],
    ['||a.example^ ! reported in May', 'a.example/'],
    ['a.example # note', 'a.example/'],
    ['||a.example^$all,badfilter', 'withdrawn a.example/'],
    ['||a.example/x^$badfilter', 'withdrawn a.example/x'],
    ['@@||a.example^$badfilter', 'switched-off'],
    ['||a.example^$script,badfilter', 'restricted-rule'],
  ])('what a rule of an adblocker says of its site: %s: %s', (rule, came) => {
    expect(read('adblock', rule)).toEqual([came]);
  });

  test.each([
    ['hosts', '||a.example^$third-party', ['restricted-rule']],
    ['hosts', '||a.example^', ['a.example/']],
    ['hosts', '0.0.0.0 a.example ## block ##', ['a.example/']],
    ['hosts', 'shop.example##.ad', ['cosmetic-rule']],
    ['csv', 'url,x\n||a.example^$script,1', ['restricted-rule']],
    ['csv', 'url,x\nshop.example##.ad,1', ['cosmetic-rule']],
    ['domain-list', 'shop.example#?#div:has(> a)', ['cosmetic-rule']],
    ['domain-list', '||a.example^$doc,reason="not the site"', ['a.example/']],
    ['url-list', 'https://a.example/x##y', ['a.example/x']],
  ] as const)(
    'what a rule of an adblocker says of its site in a list of format %s: %s',
    (format, text, came) => {
      expect(read(format, text)).toEqual(came);
    },
  );
});
