import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import {
  canonicalizeUrl,
  canonicalText,
  MAX_READ_LENGTH,
  readWebUrl,
  strippedHref,
} from '../../../../src/core/url/canonical/canonical-url.ts';
import type { LinkLayer } from '../../../../src/core/url/canonical/link-layer.ts';
import { expressionsOf, readLink } from '../../../../src/core/url/read-link.ts';
import { sharedData, sharedDataMissing } from '../../../shared-data.ts';
import { spelledHref } from '../hostile-hrefs.ts';

function canonical(href: string): string {
  const url = canonicalizeUrl(href);
  return url.ok ? canonicalText(url.value) : url.failure;
}

function withoutScheme(url: string): string {
  return url.replace(/^(?:https?|ftp):\/\//, '');
}

function vectors(path: string): unknown {
  return JSON.parse(readFileSync(sharedData(`vectors/${path}`), 'utf8'));
}

// Published tables, each read by one test alone: their shape is known.
interface MozillaTable {
  readonly canonicalize: readonly (readonly [href: string, canonical: string])[];
}

interface ChromiumTable {
  readonly canonicalize: readonly (readonly [href: string, host: string, path: string, query: string])[];
  readonly expressions: readonly {
    readonly url: string;
    readonly hosts?: readonly string[];
    readonly paths: readonly string[];
  }[];
}

interface GoogleCase {
  readonly url: string | { readonly bytes_hex: string };
  readonly output?: string | readonly string[];
  readonly fail?: true;
}

describe.skipIf(sharedDataMissing)('the tables of Safe Browsing clients', () => {
  test('Mozilla’s table of URLs for Safe Browsing passes', () => {
    const { canonicalize } = vectors('safebrowsing/mozilla_canonicalization.json') as MozillaTable;
    expect(canonicalize.length).toBe(26);
    for (const [href, expected] of canonicalize) expect(canonical(href), href).toBe(withoutScheme(expected));
  });

  test('Chromium’s table of URLs for Safe Browsing passes, its host and path suffixes too', () => {
    const table = vectors('safebrowsing/chromium_v4_canonicalize.json') as ChromiumTable;
    expect(table.canonicalize.length).toBe(36);
    for (const [href, host, path, query] of table.canonicalize) {
      const url = canonicalizeUrl(href);
      const { ok } = url;
      expect(ok, href).toBe(host !== '');
      if (!ok) continue;
      expect({ ...url.value, query: url.value.query ?? '' }, href).toMatchObject({ host, path, query });
    }
    for (const { url, hosts, paths } of table.expressions) {
      const [layer] = readLink(url).layers;
      if (hosts !== undefined) expect(layer?.hosts.toSorted(), url).toEqual(hosts.toSorted());
      expect(withoutOtherPaths(layer?.paths ?? [], layer).toSorted(), url).toEqual(paths.toSorted());
    }
  });

  type GoogleTable = Readonly<Record<string, readonly GoogleCase[]>>;
  const google = (name: string): readonly GoogleCase[] =>
    (vectors('safebrowsing/google_urls_test.parsed.json') as GoogleTable)[name] ?? [];
  /** Bytes that are no UTF-8 cannot be in a string; escaped, they are the same URL. */
  const text = ({ url }: GoogleCase): string => (typeof url === 'string' ? url : 'http://%01%80.com/');

  test.each([
    ['TestCanonicalURL', (href: string) => canonical(href).replace(/\?.*$/, '')],
    ['TestCanonicalHost', (href: string) => canonical(href).replace(/\/.*$/, '')],
    ['TestCanonicalPath', (href: string) => canonical(href).replace(/^[^/]*|\?.*$/g, '')],
  ])('Google’s %s passes but for the query it drops', (name, read) => {
    const cases = google(name);
    expect(cases.length).toBeGreaterThan(8);
    for (const one of cases) {
      const href = text(one);
      if (one.fail === true) expect(canonicalizeUrl(href).ok, href).toBe(false);
      else expect(read(href), href).toBe(withoutScheme(String(one.output)));
    }
  });

  test('Google’s TestParseIPAddress passes', () => {
    for (const one of google('TestParseIPAddress')) {
      const url = canonicalizeUrl(`http://${text(one)}/`);
      const address = url.ok && url.value.isIp ? url.value.host : '';
      expect(address, text(one)).toBe(one.output);
    }
  });

  test('Google’s patterns are those looked up, but for hosts with more than five names', () => {
    // Four parents as the design says, where Google’s newest code asks for six; and `tokyo.jp`, which is a public
    // suffix, and the host that a test of theirs looks up without itself.
    const ours = new Set([
      'http://a.b.c.d.e.f.g.h.i/',
      'https://a.b.c.d.e.f.g.h.i/',
      'a.b.c.d.e.f.g.h.i/',
      'http://a.b.c.d.e.f.kita.tokyo.jp',
      'www.google.com',
    ]);
    for (const [name, of] of [
      ['TestGeneratePatterns', expressionsOf],
      ['TestGenerateLookupHosts', ({ hosts }: { readonly hosts: readonly string[] }) => hosts],
      ['TestGenerateLookupPaths', ({ paths }: { readonly paths: readonly string[] }) => paths],
    ] as const) {
      for (const one of google(name)) {
        const [layer] = readLink(text(one)).layers;
        if (layer === undefined || ours.has(text(one))) continue;
        if (one.fail === true) expect(layer.failure, text(one)).not.toBe(null);
        else
          expect(withoutOtherPaths(of(layer), layer).toSorted(), text(one)).toEqual(
            [one.output ?? []].flat().toSorted(),
          );
      }
    }
    expect(expressionsOf(readLink('http://a.b.c.d.e.f.g.h.i/').layers[0] ?? never())).toEqual([
      'a.b.c.d.e.f.g.h.i/',
      'h.i/',
      'g.h.i/',
      'f.g.h.i/',
      'e.f.g.h.i/',
    ]);
  });
});

function never(): never {
  throw new Error('the first layer is always there');
}

/** What Safe Browsing's clients look up too: ours ask for the page with and without its last slash beside. */
function withoutOtherPaths(keys: readonly string[], layer: LinkLayer | undefined): readonly string[] {
  const page = (layer?.canonical ?? '').slice(layer?.host?.length ?? 0).split('?', 1)[0] ?? '';
  const other = page.endsWith('/') ? page.slice(0, -1) : `${page}/`;
  if (other === '') return keys;
  return keys.filter((key) => {
    const path = key.slice(key.indexOf('/')).split('?', 1)[0];
    return path !== other;
  });
}

describe('canonicalizeUrl', () => {
  test.each([
    ['decimal', 'http://3279880203/'],
    ['octal', 'http://0303.0177.0.013/'],
    ['hexadecimal', 'http://0xc3.0x7f.0x00.0x0b/'],
    ['hexadecimal in one', 'http://0xC37F000B/'],
    ['three parts', 'http://195.127.11/'],
    ['two parts', 'http://195.8323083/'],
    ['padded', 'http://00000303.000177.0x0.00013/'],
    ['full-width digits', 'http://１９５.１２７.０.１１/'],
    ['escapes', 'http://%31%39%35.127.0.11/'],
    ['escapes of escapes', 'http://%2531%2539%2535.127.0.11/'],
    ['a dot at the end', 'http://195.127.0.11./'],
    ['dots all over', 'http://..195.127..0.11../'],
    ['IPv6 that maps it', 'http://[::ffff:195.127.0.11]/'],
    ['IPv6 that maps it, in hexadecimal', 'http://[0:0:0:0:0:FFFF:c37f:b]/'],
    ['the NAT64 prefix', 'http://[64:ff9b::c37f:b]/'],
    ['credentials and a port', 'http://good.example@195.127.0.11:8080/'],
  ])('canonicalizeUrl reads an IPv4 address in %s', (_, href) => {
    expect(canonicalizeUrl(href)).toEqual({
      ok: true,
      value: { host: '195.127.0.11', path: '/', query: null, isIp: true },
    });
  });

  test.each([
    ['http://[2001:0db8:0000::1]/', '[2001:db8::1]/'],
    ['http://[::1]/', '[::1]/'],
    ['http://[::192.9.5.5]/', '[::192.9.5.5]/'],
    ['http://[::c009:505]/', '[::192.9.5.5]/'],
  ])('canonicalizeUrl reads the IPv6 address of %s', (href, expected) => {
    expect(canonical(href)).toBe(expected);
  });

  test.each([
    ['upper case', 'HTTP://EVIL.Example/Path', 'evil.example/Path'],
    ['a port', 'https://evil.example:8443/x', 'evil.example/x'],
    ['credentials that look like a host', 'https://www.bank.example%2F@evil.example/x', 'evil.example/x'],
    ['backslashes', 'https:\\\\evil.example\\a\\b', 'evil.example/a/b'],
    ['one slash', 'https:/evil.example/x', 'evil.example/x'],
    ['three slashes', 'https:///evil.example/x', 'evil.example/x'],
    ['tabs and line ends', 'ht\ttps://ev\nil.exa\rmple/x', 'evil.example/x'],
    ['spaces and controls around it', '\u0000 \u001fhttps://evil.example/x \n', 'evil.example/x'],
    ['a host in escapes', 'http://%65%76il.example/', 'evil.example/'],
    ['dots at the end', 'http://evil.example../', 'evil.example/'],
    ['empty labels', 'http://evil..example/', 'evil.example/'],
    ['an ideographic full stop', 'http://evil。example/', 'evil.example/'],
    ['letters that only look styled', 'http://𝐞𝓿𝔦𝕝.example/', 'evil.example/'],
    ['invisible characters', 'http://ev\u00adil\u200b.example/', 'evil.example/'],
    ['umlauts', 'http://bücher.example/', 'xn--bcher-kva.example/'],
    ['punycode in upper case', 'http://XN--BCHER-KVA.example/', 'xn--bcher-kva.example/'],
    ['a scheme in escapes', 'https%3A%2F%2Fevil.example%2Fx', 'evil.example/x'],
    ['a scheme in escapes, and a fragment', 'https%3A%2F%2Fevil.example%2Fx#top', 'evil.example/x'],
    ['a scheme in escapes, and an empty fragment', 'http%3A%2F%2Fevil.example#', 'evil.example/'],
    ['a scheme and a fragment in escapes', 'https%3A%2F%2Fevil.example%2Fx%23top', 'evil.example/x'],
    [
      'a scheme, a query and a fragment in escapes',
      'https%3A//evil.example/x%3Fa%3D1%23b#c',
      'evil.example/x?a=1',
    ],
    [
      'a scheme in escapes, and a space before the fragment',
      'https%3a//evil.example/x #top',
      'evil.example/x%20',
    ],
    [
      'a scheme in double escapes, and a fragment',
      'https%253A%252F%252Fevil.example%252Fx%2523#top',
      'evil.example/x',
    ],
    ['a scheme escaped five times', 'https%252525253A//evil.example/x#top', 'evil.example/x'],
    [
      'a scheme in escapes, and # in the name of the page',
      'https%3A%2F%2Fevil.example%2Fa%2523b#top',
      'evil.example/a%23b',
    ],
    ['a scheme and line ends in escapes', 'https%3A%2F%2Fevil.exa%0D%0Ample%2Fx%09#top', 'evil.example/x'],
    ['no scheme', 'www.evil.example/x?y', 'www.evil.example/x?y'],
    ['no scheme and a port', 'evil.example:8080/x', 'evil.example/x'],
    ['FTP', 'ftp://evil.example/x', 'evil.example/x'],
    ['web sockets', 'wss://evil.example/x', 'evil.example/x'],
    ['NUL', 'http://evil.example/a%00b', 'evil.example/a%00b'],
    ['a folder that ends in escaped dot segments', 'http://evil.example/a/b/%252e%252e', 'evil.example/a/'],
    ['a folder that ends in an escaped dot', 'http://evil.example/a/b/%252e', 'evil.example/a/b/'],
    ['dot segments in escapes', 'http://evil.example/a/%2e%2E/b/%252e/c', 'evil.example/b/c'],
    ['runs of slashes', 'http://evil.example//a///b', 'evil.example/a/b'],
    ['a query with everything', 'http://evil.example/?a=//../b%3D%26#c', 'evil.example/?a=//../b=&'],
    ['a port out of range', 'http://evil.example:99999/', 'evil.example/'],
    ['an intranet name', 'http://intranet/x', 'intranet/x'],
    ['an intranet name, and slashes after a colon', 'http://intranet/x:///y', 'intranet/x:/y'],
    ['dot segments above the top folder', 'http://evil.example/a/%252e%252e/%252e%252e', 'evil.example/'],
    ['a port out of range, and no path', 'http://evil.example:99999', 'evil.example/'],
    ['a port out of range, and a query', 'http://evil.example:99999/x?a=b&c#d', 'evil.example/x?a=b&c'],
    ['no scheme, and one in the path', 'www.evil.example/https:x', 'www.evil.example/https:x'],
    [
      'no scheme, and an escaped one in the query',
      'evil.example/?u=http%3A%2F%2Fb',
      'evil.example/?u=http://b',
    ],
    ['no scheme, and an apostrophe in the user name', "o'neil@evil.example/x", 'evil.example/x'],
    ['no scheme, and an IPv6 address', '[2001:db8::1]/x', '[2001:db8::1]/x'],
    ['no scheme, and an IPv6 address with a port', '[2001:db8::1]:8080/x', '[2001:db8::1]/x'],
    ['no scheme, and a top-level domain that is a file type', 'www.evil.html/x', 'www.evil.html/x'],
    ['no scheme, and a top-level domain that begins as a file type', 'evil.dog/x', 'evil.dog/x'],
    ['no scheme, and a fragment with a query', 'evil.example/x#?y', 'evil.example/x'],
  ])('canonicalizeUrl reads %s', (_, href, expected) => {
    expect(canonical(href)).toBe(expected);
  });

  test.each([
    ['a path', '/x', 'not-a-web-address'],
    ['a file', 'index.html', 'not-a-web-address'],
    ['a fragment', '#top', 'not-a-web-address'],
    ['nothing', '', 'not-a-web-address'],
    ['a word', 'unsubscribe', 'not-a-web-address'],
    ['a placeholder', '{{unsubscribe.link}}', 'not-a-web-address'],
    ['script', 'java\nscript:alert(1)', 'not-a-web-address'],
    ['data', 'data:text/html,<a href=https://evil.example>', 'not-a-web-address'],
    ['a telephone number', 'tel:+15550100', 'not-a-web-address'],
    ['an address', 'mailto:a@b.example', 'not-a-web-address'],
    ['a file on disk', 'file:///C:/x.html', 'not-a-web-address'],
    ['a telephone address with a port', 'sip:evil.example:5060', 'not-a-web-address'],
    ['the scheme of an app', 'com.example.app:open', 'not-a-web-address'],
    ['a line of a file', 'main.js:42', 'not-a-web-address'],
    ['a footnote', '[1] see below', 'not-a-web-address'],
    ['a word with brackets', 'note[1]', 'not-a-web-address'],
    ['no host', 'http://', 'no-host'],
    ['no host but credentials', 'http://a:b@/x', 'no-host'],
    ['no host but dots', 'http://.../x', 'no-host'],
    ['a folder where the host should be', 'https:///cl/1/2', 'no-host'],
    ['a port of letters', 'http://evil.example:http/', 'bad-port'],
    ['an address that does not close', 'http://[::1/', 'bad-host'],
    ['an address that is none', 'http://[evil.example]/', 'bad-host'],
    ['a slash in the host', 'http://evil.example%2Fx%20/', 'bad-host'],
    ['a host of characters that are dropped', 'http://%c2%ad.%c2%ad/', 'no-host'],
    ['more than is read', `http://evil.example/${'a'.repeat(65_536)}`, 'too-long'],
  ])('canonicalizeUrl refuses %s by name', (_, href, failure) => {
    expect(canonicalizeUrl(href)).toEqual({ ok: false, failure });
  });

  test.each(
    'html htm xhtml shtml php php5 asp aspx jsp jspx jpg jpeg doc docx xls xlsx ppt pptx PDF'.split(' '),
  )('canonicalizeUrl takes page.%s for a file, not for a host', (ending) => {
    expect(canonicalizeUrl(`page.${ending}`)).toEqual({ ok: false, failure: 'not-a-web-address' });
  });

  test('canonicalizeUrl reads what is plainly written the same way as what is not', () => {
    // A space in front sends the same link the long way round.
    fc.assert(
      fc.property(
        fc.oneof(fc.webUrl({ withQueryParameters: true, withFragments: true }), spelledHref),
        (href) => {
          expect(readWebUrl(href)).toEqual(readWebUrl(` ${href}`));
        },
      ),
      { numRuns: 5000 },
    );
  });

  test('canonicalizeUrl gives a canonical form that is its own canonical form', () => {
    fc.assert(
      fc.property(spelledHref, (href) => {
        const once = canonicalizeUrl(href);
        if (!once.ok) return;
        const text = `http://${canonicalText(once.value)}`;
        const twice = canonicalizeUrl(text);
        // Without a host of its own name (`%20x`) a browser refuses it, and it is read leniently both times.
        expect(twice.ok ? canonicalText(twice.value) : twice.failure, text).toBe(canonicalText(once.value));
      }),
      { numRuns: 5000 },
    );
  });

  test('canonicalizeUrl gives the host that the browser goes to', () => {
    fc.assert(
      fc.property(spelledHref, (href) => {
        if (!/^\s*https?:/i.test(href) || !URL.canParse(href)) return;
        const url = readWebUrl(href);
        const { hostname } = new URL(href);
        if (typeof url === 'string') expect(url).toBe('no-host');
        else if (!url.isIp)
          expect(url.host).toBe(
            hostname
              .split('.')
              .filter((label) => label !== '')
              .join('.'),
          );
      }),
      { numRuns: 5000 },
    );
  });
});

describe('a link as plain as most', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
  });

  test.each([
    'http://evil.example',
    'https://evil.example#top',
    'https://evil.example?q',
    'https://a.b.c.evil-1.example/folder/page.html?a=b&c=%20d#e',
    'https://evil.example/100%25/x',
    'http://8.16.199.249',
    'http://8.16.199.249/x',
    'http://0.255.250.99?q',
    'http://100.20.3.4#top',
  ])('a link as plain as most needs no `new URL`, which costs three times as much: %s', (href) => {
    vi.stubGlobal('URL', function parse() {
      throw new Error('parsed');
    });
    expect(readWebUrl(href)).toMatchObject({ isCut: false });
  });

  test.each(['http://1.2.3.0/', 'http://1.2.3.9/', 'http://1.2.3.10/', 'http://1.2.3.4.'])(
    'a link as plain as most may have an address as host: %s',
    (href) => {
      expect(readWebUrl(href)).toMatchObject({ isIp: true });
    },
  );
});

test.each([
  '/a/%2e%2e/b',
  '/a/%2E/b',
  '/%2e%2e/b',
  '/a/../b',
  '/a/./b',
  '/.a',
  '/a//b',
  '/a%2Fb',
  '/%2Fa',
  '/a%41',
])('the canonical form of %s is what the browser sends', (path) => {
  const href = `http://evil.example${path}`;
  expect(readWebUrl(href)).toMatchObject({ sentPath: new URL(href).pathname });
});

describe('a link longer than is read', () => {
  const url = (path: number, query: number): string =>
    `http://evil.example/${'p'.repeat(path - 1)}${query > 0 ? `?${'q'.repeat(query)}` : ''}`;

  test.each([
    [MAX_READ_LENGTH, 0],
    [1, MAX_READ_LENGTH - 1],
    [MAX_READ_LENGTH / 2, MAX_READ_LENGTH / 2],
  ])('a link is too long to be read whole beyond %d units of path and %d of query', (path, query) => {
    expect(readWebUrl(url(path, query))).toMatchObject({ isCut: false });
    expect(readWebUrl(url(path + 1, query))).toMatchObject({ isCut: true });
  });

  test.each([
    [MAX_READ_LENGTH + 10, 0, MAX_READ_LENGTH, undefined],
    [MAX_READ_LENGTH + 10, 10, MAX_READ_LENGTH, 0],
    [MAX_READ_LENGTH / 2, MAX_READ_LENGTH, MAX_READ_LENGTH / 2, MAX_READ_LENGTH / 2],
    [1, MAX_READ_LENGTH * 2, 1, MAX_READ_LENGTH - 1],
  ])(
    'a link with %d units of path and %d of query is read to its limit',
    (path, query, readPath, readQuery) => {
      const web = readWebUrl(url(path, query));
      if (typeof web === 'string') throw new Error(web);
      expect([web.path.length, web.sentPath.length]).toEqual([readPath, readPath]);
      expect([web.query?.length, web.sentQuery?.length]).toEqual([readQuery, readQuery]);
    },
  );
});

test.each([
  ['  a  ', 'a'],
  ['\u0000\u001f a \u001f\u0000', 'a'],
  ['a \t', 'a'],
  ['\ta\tb\r\n\r\nc\n', 'abc'],
  ['!a b!', '!a b!'],
  [' \n ', ''],
  ['', ''],
])('what a browser’s parser strips from %j leaves %j', (href, parsed) => {
  expect(strippedHref(href)).toBe(parsed);
});
