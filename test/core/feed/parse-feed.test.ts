import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FeedColumns } from '../../../src/core/feed/feed-description.ts';
import {
  FEED_FORMATS,
  MAX_LINE_CHARACTERS,
  MAX_REFUSED_CHARACTERS,
  type FeedEntry,
  type FeedFormat,
  type FeedLine,
} from '../../../src/core/feed/feed-line.ts';
import { FeedParser } from '../../../src/core/feed/parse-feed.ts';

const NO_COLUMNS: FeedColumns = { entry: null, only: {} };

function parse(
  format: FeedFormat,
  text: string,
  columns: FeedColumns = NO_COLUMNS,
  cuts: readonly number[] = [],
): readonly FeedLine[] {
  const parser = new FeedParser({ format, columns });
  const places = [...cuts.filter((cut) => cut < text.length).sort((a, b) => a - b), text.length];
  const found: FeedLine[] = [];
  let from = 0;
  for (const to of places) {
    found.push(...parser.push(text.slice(from, to)));
    from = to;
  }
  return [...found, ...parser.finish()];
}

function entryText(entry: FeedEntry): string {
  switch (entry.kind) {
    case 'url':
      return entry.host + entry.path;
    case 'address':
      return entry.address;
    case 'message':
      return entry.band;
  }
}

/** `1 b.example/x`, `1 allow b.example`, `1 refused markup`. */
function shown(lines: readonly FeedLine[]): readonly string[] {
  return lines.map((line) => {
    if (line.kind === 'allow') return `${line.line} allow ${line.host}`;
    if (line.kind === 'refused') return `${line.line} refused ${line.because}`;
    return `${line.line} ${entryText(line.entry)}`;
  });
}

const read = (format: FeedFormat, text: string, columns?: FeedColumns): readonly string[] =>
  shown(parse(format, text, columns));

describe('a URL list', () => {
  test('a URL list gives one entry a line, with its number', () => {
    expect(
      read(
        'url-list',
        '# comment\nhttps://a.example/login?x=1\r\n\n  b.example \n; note\nhxxps://c[.]example/d # seen today\n',
      ),
    ).toEqual(['2 a.example/login?x=1', '4 b.example/', '6 c.example/d']);
  });

  test('a URL list reads adblock rules that such lists mix in', () => {
    expect(read('url-list', '||a.example^\n||b.example/x.exe^$all\n@@||c.example^')).toEqual([
      '1 a.example/',
      '2 b.example/x.exe',
      '3 allow c.example',
    ]);
  });

  test.each([
    ['a URL that the feed cut short', 'http://a.example/login…', 'cut-short'],
    ['HTML', '<html><body>404</body></html>', 'markup'],
    ['a line beyond the limit', `http://a.example/${'x'.repeat(MAX_LINE_CHARACTERS)}`, 'line-too-long'],
  ])('a URL list refuses %s', (_, line, because) => {
    expect(read('url-list', `b.example\n${line}\n`)).toEqual(['1 b.example/', `2 refused ${because}`]);
  });

  test('a URL list takes a byte order mark and a lone CR for what they are', () => {
    expect(read('url-list', '\uFEFFa.example\rb.example\r')).toEqual(['1 a.example/', '2 b.example/']);
  });
});

describe('a domain list', () => {
  test('a domain list takes the spellings of hosts, and a path where a list has one', () => {
    expect(
      read('domain-list', '// head\n.a.example\n*.b.example\nC.EXAMPLE # x\nd.example/path\nbücher.example'),
    ).toEqual([
      '2 a.example/',
      '3 b.example/',
      '4 c.example/',
      '5 d.example/path',
      '6 xn--bcher-kva.example/',
    ]);
  });

  test('a domain list refuses more words than a host', () => {
    expect(read('domain-list', 'Not found on this server')).toEqual(['1 refused extra-words']);
  });
});

describe('a hosts file', () => {
  test('a hosts file gives the names that lead nowhere', () => {
    expect(
      read(
        'hosts',
        '127.0.0.1 localhost\n::1 ip6-localhost ip6-loopback\n0.0.0.0 a.example b.example # both\n\t127.0.0.1\tc.example\nd.example',
      ),
    ).toEqual(['3 a.example/', '3 b.example/', '4 c.example/', '5 d.example/']);
  });

  test.each([
    ['a name that leads to a real address', '93.184.216.34 a.example', 'not-a-block'],
    ['words without an address', 'a.example b.example', 'extra-words'],
    ['HTML', '<html>', 'markup'],
  ])('a hosts file refuses %s', (_, line, because) => {
    expect(read('hosts', line)).toEqual([`1 refused ${because}`]);
  });
});

describe('an adblock list', () => {
  test('an adblock list gives rules that block a page, and those that allow a host', () => {
    expect(
      read(
        'adblock',
        [
          '[Adblock Plus 2.0]',
          '! Title: x',
          '||a.example^',
          '||b.example/x/y.exe^$all',
          '|https://c.example/|',
          '||d.example^$document,popup',
          '@@||e.example^',
          'f.example',
        ].join('\n'),
      ),
    ).toEqual([
      '3 a.example/',
      '4 b.example/x/y.exe',
      '5 c.example/',
      '6 d.example/',
      '7 allow e.example',
      '8 f.example/',
    ]);
  });

  test.each([
    ['a cosmetic rule', 'a.example##.banner', 'cosmetic-rule'],
    ['a scriptlet', 'a.example#%#//scriptlet("x")', 'cosmetic-rule'],
    ['a regular expression', '/ads[0-9]+/', 'pattern'],
    ['a wildcard', '||a.*^', 'pattern'],
    ['the beginning of a host', '||ads.', 'pattern'],
    ['a rule against one kind of request', '||a.example^$script', 'restricted-rule'],
    ['a rule against third parties, as trackers have', '||a.example^$third-party', 'restricted-rule'],
    ['a rule for one site', '||a.example^$domain=b.example', 'restricted-rule'],
    ['an exception for one page', '@@||a.example/ok^', 'allows-one-page'],
  ])('an adblock list refuses %s', (_, line, because) => {
    expect(read('adblock', line)).toEqual([`1 refused ${because}`]);
  });
});

describe('CSV', () => {
  test('a CSV feed finds its columns by name, in a header or in the comment that URLhaus writes', () => {
    expect(read('csv', 'id,Url,status\n1,"http://a.example/x,y",online\n')).toEqual(['2 a.example/x,y']);
    expect(read('csv', '# id,dateadded,url,url_status\n"9","2026","http://b.example/z","offline"\n')).toEqual(
      ['2 b.example/z'],
    );
    expect(read('csv', 'date\ttype\tvalue\n2026\tdomain\tc.example\n')).toEqual(['2 c.example/']);
  });

  test('a CSV feed reads the quotes of ThreatFox, which follow a blank', () => {
    expect(
      read(
        'csv',
        '# "first_seen_utc", "ioc_id", "ioc_value", "ioc_type"\n"2026-01-01", "1", "a.example", "domain"',
        {
          entry: 'ioc_value',
          only: { ioc_type: ['domain', 'url'] },
        },
      ),
    ).toEqual(['2 a.example/']);
  });

  test('a CSV feed takes columns by their place where there is no header', () => {
    expect(
      read(
        'csv',
        '2026-01-01 00:00:00,someone,url,http://a.example/x,#phishing\n2026-01-01 00:00:01,someone,sha256,aabb,\n',
        { entry: '4', only: { '3': ['url', 'domain'] } },
      ),
    ).toEqual(['1 a.example/x']);
  });

  test('a CSV feed keeps to the rows that are asked for', () => {
    expect(
      read('csv', 'url,verified\nhttp://a.example/,yes\nhttp://b.example/,no\n', {
        entry: null,
        only: { verified: ['YES'] },
      }),
    ).toEqual(['2 a.example/']);
  });

  test.each([
    ['a header without the column', 'x,y\n1,2', ['1 refused no-such-column', '2 refused no-such-column']],
    ['a row that is too short', 'id,url\n1', ['2 refused no-such-column']],
    ['a quote that is never closed', 'id,url\n1,"http://a.example/', ['2 refused unclosed-quote']],
    ['HTML', '<!DOCTYPE html>', ['1 refused markup']],
  ])('a CSV feed refuses %s', (_, text, lines) => {
    expect(read('csv', text)).toEqual(lines);
  });

  test('a CSV feed reads doubled quotes as one quote', () => {
    expect(read('csv', 'url,x\n"http://a.example/?q=""1""",2')[0]).toMatch(/^2 a\.example\/\?q=/);
  });
});

describe('JSON', () => {
  test.each([
    ['a plain list', '["a.example","http://b.example/x"]', ['1 a.example/', '1 b.example/x']],
    [
      'lists of MetaMask',
      '{"version":2,"tolerance":1,"fuzzylist":["c.example"],"whitelist":["ok.example"],"blacklist":["a.example"]}',
      ['1 allow ok.example', '1 a.example/'],
    ],
    [
      'lists of Polkadot',
      '{\n"allow":[\n"*.ok.example"\n],\n"deny":["a.example"],"denySub":["x.example/y"]}',
      ['3 allow ok.example', '5 a.example/', '5 x.example/y'],
    ],
    [
      'records of PhishTank',
      '[{"phish_id":1,"url":"http:\\/\\/a.example\\/l","details":[{"ip_address":"9.9.9.9"}],"target":"Other"}]',
      ['1 a.example/l'],
    ],
    [
      'records of URLhaus',
      '{"17":[{"url":"http://a.example/x.exe","url_status":"online"}]}',
      ['1 a.example/x.exe'],
    ],
    [
      'one record a line',
      '{"url":"http://a.example/1"}\n{"url":"http://b.example/2"}\n',
      ['1 a.example/1', '2 b.example/2'],
    ],
    [
      'a URL before a host of the same record',
      '{"data":[{"host":"a.example","url":"http://a.example/p"}]}',
      ['1 a.example/p'],
    ],
  ])('a JSON feed reads %s', (_, text, lines) => {
    expect(read('json', text)).toEqual(lines);
  });

  test('a JSON feed keeps to the records that are asked for', () => {
    expect(
      read(
        'json',
        '[{"link":"http://a.example/","verified":true},{"link":"http://b.example/","verified":false}]',
        {
          entry: 'link',
          only: { verified: ['true'] },
        },
      ),
    ).toEqual(['1 a.example/']);
  });

  test.each([
    ['text that stops', '["a.example"', ['1 a.example/', '1 refused bad-json']],
    ['a comma too many', '["a.example",]', ['1 a.example/', '1 refused bad-json']],
    ['HTML', '<html></html>', ['1 refused markup']],
    ['too many levels', '['.repeat(40), ['1 refused too-deep']],
    ['a string too long', `["${'a'.repeat(MAX_LINE_CHARACTERS + 1)}"]`, ['1 refused line-too-long']],
    ['a list nobody knows, once', '{"names":["a","b","c"]}', ['1 refused unknown-list']],
    ['an allowed page', '{"allow":["a.example/ok"]}', ['1 refused allows-one-page']],
    ['an unclosed string', '["a.example\n"]', ['1 refused bad-json']],
    ['a bare word', '[yes]', ['1 refused bad-json']],
  ])('a JSON feed refuses %s', (_, text, lines) => {
    expect(read('json', text)).toEqual(lines);
  });
});

describe('RPZ', () => {
  const ZONE = `$TTL 60
@ IN SOA localhost. root.localhost. (
  1 ; serial
  3600 600 604800 60 )
  NS localhost.
a.example CNAME . ; phishing
*.a.example CNAME .
b.example 300 IN CNAME rpz-drop.
ok.example CNAME rpz-passthru.
c.example A 127.0.0.1
32.34.216.184.93.rpz-ip CNAME .
d.example.rpz.test. CNAME .
$ORIGIN rpz.test.
e.example.rpz.test. CNAME *.
`;

  test('an RPZ feed gives what is blocked and what is allowed', () => {
    expect(read('rpz', ZONE)).toEqual([
      '6 a.example/',
      '7 a.example/',
      '8 b.example/',
      '9 allow ok.example',
      '10 c.example/',
      '11 93.184.216.34/',
      '12 d.example.rpz.test/',
      '14 e.example/',
    ]);
  });

  test.each([
    ['a walled garden', 'a.example CNAME garden.test.', 'not-a-block'],
    ['a range of addresses', '24.0.216.184.93.rpz-ip CNAME .', 'pattern'],
    ['a name server', 'ns.a.example.rpz-nsdname CNAME .', 'pattern'],
    ['a wildcard within', 'a.*.example CNAME .', 'pattern'],
    ['HTML', '<html>', 'markup'],
  ])('an RPZ feed refuses %s', (_, line, because) => {
    expect(read('rpz', line)).toEqual([`1 refused ${because}`]);
  });
});

describe('an address list', () => {
  test('an address list gives senders and senders’ domains in one spelling', () => {
    expect(
      read(
        'address-list',
        '# head\nUser@A.example\nName <user@b.example>\nmailto:user@c.example?subject=x\n@d.example\ne.example\nuser@bücher.example',
      ),
    ).toEqual([
      '2 user@a.example',
      '3 user@b.example',
      '4 user@c.example',
      '5 d.example',
      '6 e.example',
      '7 user@xn--bcher-kva.example',
    ]);
  });

  test.each([
    ['a URL', 'http://a.example/x', 'bad-address'],
    ['two addresses', 'a@b@c.example d', 'bad-address'],
    ['a name without a host', 'somebody', 'bad-address'],
    ['HTML', '<html', 'markup'],
  ])('an address list refuses %s', (_, line, because) => {
    expect(read('address-list', line)).toEqual([`1 refused ${because}`]);
  });
});

describe('fingerprint lists', () => {
  test('a fingerprint list gives bands', () => {
    expect(
      read('fingerprint-list', '# reported in May\n0.0123456789abcdef\n2.ffffffffffffffff # a note\n'),
    ).toEqual(['2 0.0123456789abcdef', '3 2.ffffffffffffffff']);
  });

  test.each([
    ['a fourth band', '3.0123456789abcdef', 'bad-fingerprint'],
    ['too few digits', '0.0123456789abcde', 'bad-fingerprint'],
    ['capital letters', '0.0123456789ABCDEF', 'bad-fingerprint'],
    ['a host', 'a.example', 'bad-fingerprint'],
    ['HTML', '<html', 'markup'],
  ])('a fingerprint list refuses %s', (_, line, because) => {
    expect(read('fingerprint-list', line)).toEqual([`1 refused ${because}`]);
  });
});

describe('every format', () => {
  /** Text that has a chance to be something. */
  const pieces = fc.oneof(
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme' }) },
    fc.constantFrom(
      '\n',
      '\r\n',
      '\r',
      ' ',
      '\t',
      ',',
      ';',
      '"',
      '""',
      '{',
      '}',
      '[',
      ']',
      ':',
      '\\',
      '\\u00e9',
      '#',
      '!',
      '//',
      '/',
      '||',
      '^',
      '$all',
      '@@',
      '##',
      '0.0.0.0 ',
      'http://',
      'https://a.example/',
      'a.example',
      'user@b.example',
      '<html>',
      '…',
      'url',
      '"url":',
      '"deny":[',
      'true',
      '1e9',
      '-',
      'CNAME .',
      '*.',
      '$ORIGIN ',
      '(',
      ')',
      '\uFEFF',
      '[.]',
    ),
  );
  const texts = fc.array(pieces, { maxLength: 40 }).map((parts) => parts.join(''));

  test.each(FEED_FORMATS)(
    'every format: %s: never throws, and it does not matter where the chunks are cut',
    (format) => {
      fc.assert(
        fc.property(texts, fc.array(fc.nat(200), { maxLength: 8 }), (text, cuts) => {
          const whole = parse(format, text);
          expect(parse(format, text, NO_COLUMNS, cuts)).toEqual(whole);
          for (const line of whole) {
            expect(line.line).toBeGreaterThan(0);
            if (line.kind === 'refused') expect(line.text.length).toBeLessThanOrEqual(MAX_REFUSED_CHARACTERS);
          }
        }),
        { numRuns: 400 },
      );
    },
  );

  test('a line that is too long does not refuse later lines, wherever the chunks are cut', () => {
    const long = `a.example/${'x'.repeat(MAX_LINE_CHARACTERS)}`;
    const text = `${long}\nb.example\n`;
    const found = parse('url-list', text, NO_COLUMNS, [long.length - 1, text.length - 3]);
    expect(found.map(({ kind }) => kind)).toEqual(['refused', 'entry']);
  });

  test.each(FEED_FORMATS)(
    'every format: %s: keeps nothing of a line without an end but its beginning',
    (format) => {
      const parser = new FeedParser({ format, columns: NO_COLUMNS });
      const chunk = '"'.padEnd(100_000, 'a');
      let lines = 0;
      for (let count = 0; count < 100; count++) lines += parser.push(chunk).length;
      expect(lines + parser.finish().length).toBeLessThanOrEqual(2);
    },
  );
});
