import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  canonicalizeUrl,
  canonicalText,
  readWebUrl,
} from '../../../../src/core/url/canonical/canonical-url.ts';
import { hostFacts } from '../../../../src/core/url/hosts/host-facts.ts';
import { expressionsOf, MAX_LAYERS, readLink } from '../../../../src/core/url/read-link.ts';
import { ReadingBudget } from '../../../../src/core/url/unwrap/reading-budget.ts';
import { unwrap } from '../../../../src/core/url/unwrap/unwrap-link.ts';
import type { WrapperRule } from '../../../../src/core/url/tables/wrapper-rule.ts';
import { WRAPPER_RULES } from '../../../../src/core/url/tables/wrapper-rules.ts';
import { sharedData, sharedDataMissing } from '../../../shared-data.ts';
import { DESTINATION, DESTINATION_CANONICAL, SEALED, WRAPPERS } from './wrapper-samples.ts';

function rulesFor(href: string): WrapperRule | undefined {
  const web = readWebUrl(href);
  if (typeof web === 'string') return undefined;
  const facts = hostFacts(web.host, href.length);
  return unwrap(web, facts.rules, facts.tracker !== null, new ReadingBudget())?.rule;
}

function canonical(href: string): string {
  const url = canonicalizeUrl(href);
  return url.ok ? canonicalText(url.value) : url.failure;
}

const safeLink = (url: string): string =>
  `https://eur01.safelinks.protection.outlook.com/?url=${encodeURIComponent(url)}&data=05%7C02`;

describe('the table of wrappers', () => {
  test.each(WRAPPERS.map(({ name, wrap }) => [name, wrap(DESTINATION)] as const))(
    'the table of wrappers unwraps %s: %s',
    (name, href) => {
      const link = readLink(href);
      expect(link.layers.map(({ canonical: text }) => text)).toContain(DESTINATION_CANONICAL);
      expect(link.layers.find(({ canonical: text }) => text === DESTINATION_CANONICAL)).toMatchObject({
        parent: 0,
        wrapper: name,
      });
      // Mimecast and INKY often show no more than the host, so what they find never counts as the whole.
      expect(link.hidden === null).toBe(name !== 'mimecast' && name !== 'inky');
    },
  );

  test.each(SEALED)('the table of wrappers says who hides the destination of %s: %s', (href, by) => {
    const link = readLink(href);
    expect(link.hidden).toEqual({ by });
    expect(link.layers.length).toBe(1);
  });

  test('the table of wrappers has a sample of each rule, and its source', () => {
    const proven = new Set(
      [...WRAPPERS.map(({ wrap }) => wrap(DESTINATION)), ...SEALED.map(([href]) => href)].map(rulesFor),
    );
    const unproven = WRAPPER_RULES.filter((rule) => !proven.has(rule));
    expect(unproven.map(({ name, hosts }) => `${name} ${hosts}`)).toEqual([]);
    expect(WRAPPER_RULES.filter(({ source }) => source.length < 4)).toEqual([]);
  });

  test('patterns of the table of wrappers are looked for wherever they begin anew in a path', () => {
    const patterns = WRAPPER_RULES.flatMap(({ destination }) =>
      destination.in === 'path' ? [destination.pattern] : [],
    );
    expect(patterns.length).toBeGreaterThan(15);
    expect(patterns.filter(({ global }) => !global)).toEqual([]);
  });

  test('the table of wrappers asks of rules for any host that they say how their paths begin', () => {
    for (const { hosts, initials, path, name } of WRAPPER_RULES) {
      expect((hosts === '') === (initials !== undefined), name).toBe(true);
      if (hosts === '') expect(path, name).toBeDefined();
    }
  });

  test('the table of wrappers exempts only hosts that a service runs', () => {
    const tracker = readLink('https://clicks.sender.example/CL0/https:%2F%2Fevil.example%2F/1/2/3');
    expect(tracker.layers[0]).toMatchObject({
      isWrapper: false,
      hosts: ['clicks.sender.example', 'sender.example'],
    });
    const gateway = readLink(safeLink('https://evil.example/'));
    expect(gateway.layers[0]?.isWrapper).toBe(true);
    const redirect = readLink('https://www.calgary.ca/x?url=https://evil.example/');
    expect(redirect.layers.map(({ isWrapper }) => isWrapper)).toEqual([false, false]);
    expect(expressionsOf(redirect.layers[0] ?? never())).toContain('calgary.ca/');
  });
});

function never(): never {
  throw new Error('the first layer is always there');
}

describe('readLink, of wrappers', () => {
  test('readLink, of wrappers looks up a wrapper as this very link, never as its host or a part of its path', () => {
    const [wrapper] = readLink('https://www.google.com/url?q=https://evil.example/&sa=D').layers;
    expect(expressionsOf(wrapper ?? never())).toEqual([
      'www.google.com/url?q=https://evil.example/&sa=D',
      // As an entry of a feed is kept.
      'google.com/url?q=https://evil.example/&sa=D',
    ]);
  });

  test('readLink, of wrappers judges every URL that one wrapper carries, breadth first', () => {
    const inner = 'https://www.google.com/url?q=https://c.example/&url=https://d.example/';
    const link = readLink(
      `https://www.google.com/url?url=${encodeURIComponent(inner)}&q=https%3A%2F%2Fb.example%2F&usg=https%3A%2F%2Fe.example`,
    );
    expect(link.layers.map(({ host, parent }) => [host, parent])).toEqual([
      ['www.google.com', null],
      ['www.google.com', 0],
      ['b.example', 0],
      ['e.example', 0],
      ['c.example', 1],
      ['d.example', 1],
    ]);
  });

  test.each([
    ['no destination', 'https://nam02.safelinks.protection.outlook.com/?data=05'],
    ['an empty one', 'https://nam02.safelinks.protection.outlook.com/?url=&data=05'],
    ['script', 'https://nam02.safelinks.protection.outlook.com/?url=javascript%3Aalert(1)'],
    ['half an escape', 'https://deref-gmx.net/mail/client/dereferrer/?redirectUrl=https%253A%25E0%25A4%25A'],
    ['a URL Defense link without its end', 'https://urldefense.com/v3/__https://evil.example/x'],
    ['a URL Defense link with too few characters', 'https://urldefense.com/v3/__*;!!a$'],
    ['base64 of nothing', 'https://www.bing.com/ck/a?u=a1AAAA'],
    ['a look-alike host', 'https://safelinks.protection.outlook.com.evil.example/?url=https://good.example'],
    ['a look-alike suffix', 'https://notdisq.us/url?url=https://good.example'],
    ['another path of a portal', 'https://www.google.com/search?q=https://good.example'],
  ])('readLink, of wrappers takes a wrapper with %s as it stands', (_, href) => {
    const link = readLink(href);
    expect(link.layers.length).toBe(1);
    expect(link.failure).toBe(null);
    expect(link.layers[0]?.isWrapper).toBe(false);
    expect(expressionsOf(link.layers[0] ?? never()).length).toBeGreaterThan(0);
  });

  test('readLink, of wrappers splits parameters before it decodes them', () => {
    const link = readLink(safeLink('https://evil.example/?a=1&url=https%3A%2F%2Fgood.example#top'));
    expect(link.layers.at(-1)?.canonical).toBe('evil.example/?a=1&url=https://good.example');
  });

  test.each(['+', '%20', '+%20+', '++', '%0A'])(
    'readLink, of wrappers takes %s in front of an address for a space',
    (blank) => {
      for (const href of [
        `https://www.google.com/url?q=${blank}https://evil.example/x`,
        `https://www.google.com/url?q=https://good.example/&other=${blank}https://evil.example/x`,
        `https://www.google.com/url?q=${blank}evil.example/x`,
      ])
        expect(
          readLink(href).layers.map((layer) => layer.canonical),
          href,
        ).toContain('evil.example/x');
      expect(readLink('https://www.google.com/url?q=%2Bhttps://evil.example/x').layers.length).toBe(1);
    },
  );

  test('a mail address in a wrapper is found', () => {
    expect(readLink(safeLink('mailto:Fraud@Evil.Example?subject=x')).layers[1]).toMatchObject({
      canonical: null,
      addresses: ['fraud@evil.example', 'evil.example'],
    });
  });

  test('readLink, of wrappers takes off schemes that hand a link to a program', () => {
    const link = readLink('ms-word:ofe|u|https://evil.example/x.docx');
    expect(link.failure).toBe('not-a-web-address');
    expect(link.layers[1]).toMatchObject({ canonical: 'evil.example/x.docx', wrapper: 'scheme', parent: 0 });
  });

  test.each([
    ['a tracker’s', `https://abc.mjt.lu/CL0/${encodeURIComponent('https://evil.example/x')}/1/2/3`],
    [
      'a gateway’s, whose own parameter is missing',
      `https://scanmail.trustwave.com/CL0/${encodeURIComponent('https://evil.example/x')}/1/2/3`,
    ],
  ])('readLink, of wrappers finds what a link of any host may carry in %s too', (_, href) => {
    expect(readLink(href).layers[1]).toMatchObject({ canonical: 'evil.example/x', wrapper: 'amazon-ses' });
  });

  test('readLink, of wrappers says of a link that is sealed in two ways that its host hides the destination', () => {
    const link = readLink('https://secure-web.cisco.com/ls/click?upn=u001.abc');
    expect(link.hidden).toEqual({ by: 'Cisco Secure Email' });
  });

  test('readLink, of wrappers finds no wrapper where its host’s rules neither find nor hide anything', () => {
    expect(rulesFor('https://www.mmsend53.com/link.cfm?r=7')).toBeUndefined();
  });

  test.each([
    ['www.google.com/url?q=evil.example/x', true],
    ['protect2.fireeye.com/v1/url?u=evil.example/x', false],
    ['href.li/?evil.example/x', true],
    ['www.deviantart.com/users/outgoing?evil.example/x', false],
    ['web.archive.org/web/2026/evil.example/x', true],
    ['www.researchgate.net/deref/evil.example/x', false],
  ])(
    'readLink, of wrappers takes a name without a scheme for an address only where the wrapper writes such: %s',
    (link, isRead) => {
      const inside = readLink(`https://${link}`).layers.slice(1);
      expect(inside.map(({ url }) => url)).toEqual(isRead ? ['https://evil.example/x'] : []);
    },
  );

  test('readLink, of wrappers leaves what stands for a space within an address', () => {
    const link = readLink('https://www.google.com/url?q=https://evil.example/a+b%20c');
    expect(link.layers[1]?.url).toBe('https://evil.example/a+b c');
  });

  test('readLink, of wrappers does not follow a wrapper around itself', () => {
    const link = readLink('https://slack-redir.net/link?url=https://slack-redir.net/link?url=');
    expect(link.layers.length).toBe(2);
  });
});

describe('unwrap', () => {
  const found = (href: string): ReturnType<typeof unwrap> => {
    const web = readWebUrl(href);
    if (typeof web === 'string') throw new Error(web);
    return unwrap(web, hostFacts(web.host, href.length).rules, false, new ReadingBudget());
  };

  test('unwrap finds each address once', () => {
    const twice = 'https://www.google.com/url?q=https://a.example&q=https://a.example';
    expect(found(`${twice}&x=https://b.example&y=https://b.example`)).toMatchObject({
      named: ['https://a.example'],
      others: ['https://b.example'],
    });
  });

  test('unwrap finds nothing but what is in the link', () => {
    expect(found(safeLink('https://a.example'))).toMatchObject({ named: ['https://a.example'], others: [] });
    expect(found('https://urldefense.proofpoint.com/v2/url?u=https-3A__a.example&d=x')).toMatchObject({
      named: ['https://a.example'],
      others: [],
    });
    expect(found('https://urldefense.com/v3/____;!!a')).toBe(null);
    expect(found('https://urldefense.com/v3/__https://a.example*__;AAAAA!!a')).toBe(null);
    for (const path of ['', 'r02/___xx___.x']) {
      expect(found(`https://protect.checkpoint.com/v2/${path}`)).toMatchObject({ named: [], others: [] });
    }
  });

  test('unwrap finds no more addresses than a link has layers, and none that is not read', () => {
    const many = Array.from({ length: MAX_LAYERS * 2 }, (_, at) => `https://e${at}.example`);
    for (const href of [
      `https://ad.atdmt.com/c/go;${many.join(';')}`,
      `https://www.google.com/url?${many.map((url) => `q=${url}`).join('&')}`,
    ])
      expect(found(href)?.named).toHaveLength(MAX_LAYERS - 1);
    expect(
      found(`https://www.google.com/url?q=&${many.map((url) => `x=${url}`).join('&')}`)?.others,
    ).toHaveLength(MAX_LAYERS - 1);
  });
});

describe.skipIf(sharedDataMissing)('published pairs', () => {
  interface Pair {
    readonly kind: string;
    readonly wrapped: string;
    readonly unwrapped: string | null;
  }
  const pairs = (): readonly Pair[] =>
    // A published table, read by this test alone.
    JSON.parse(readFileSync(sharedData('vectors/unwrap_pairs.json'), 'utf8')) as readonly Pair[];

  /** Cut off where the test it was taken from has an escaped quotation mark; the whole is in urls-plain.txt. */
  const CUT = 'http://example.com/?=\\';

  test('published pairs of wrapped link and destination all unwrap as published', () => {
    expect(pairs().length).toBe(56);
    for (const { wrapped, unwrapped } of pairs()) {
      const { layers } = readLink(wrapped);
      if (unwrapped === null || unwrapped === '') expect(layers.length, wrapped).toBe(1);
      else if (unwrapped === CUT)
        expect(layers.at(-1)?.canonical).toBe(canonical(`http://example.com/?="'{}[]a1!b2@c3`));
      else expect(layers.at(-1)?.canonical, wrapped).toBe(canonical(unwrapped));
    }
  });

  test('every Safe Link in the mails of atc0005/safelinks is unwrapped', () => {
    const folder = 'vectors/safelinks/atc0005/testdata';
    const input = readFileSync(
      sharedData(`${folder}/input/encoded-all/list-of-urls-with-lf-eol.txt`),
      'utf8',
    );
    const output = readFileSync(
      sharedData(`${folder}/output/standalone/decoded-list-of-urls-with-lf-eol.txt`),
      'utf8',
    );
    const lines = (text: string): readonly string[] =>
      text.split('\n').filter((line) => line.startsWith('http'));
    expect(lines(input).length).toBeGreaterThan(5);
    expect(lines(input).map((href) => readLink(href).layers.at(-1)?.canonical)).toEqual(
      lines(output).map(canonical),
    );
  });

  test('URL Defense links of cardi/proofpoint-url-decoder are unwrapped', () => {
    const mail = readFileSync(sharedData('vectors/urldefense/cardi/02-some-v3-urls'), 'utf8');
    const [href = ''] = /https:\/\/urldefense\S+/.exec(mail) ?? [];
    expect(readLink(href).layers.at(-1)?.url).toBe(`http://www.example.com/${'#'.repeat(130)}test`);
  });

  test('AMP links of DuckDuckGo’s shared tests are unwrapped', () => {
    interface AmpTests {
      readonly ampFormats: {
        readonly tests: readonly { readonly ampURL: string; readonly expectURL: string }[];
      };
    }
    // A published table, read by this test alone.
    const { ampFormats } = JSON.parse(
      readFileSync(sharedData('vectors/ddg/amp-protections/tests.json'), 'utf8'),
    ) as AmpTests;
    for (const { ampURL, expectURL } of ampFormats.tests) {
      if (expectURL !== '')
        expect(readLink(ampURL).layers.at(-1)?.canonical, ampURL).toBe(canonical(expectURL));
    }
  });

  test('ClearURLs’ redirections that a mail can hold are known', () => {
    interface Redirection {
      readonly provider: string;
      readonly redirections: readonly string[];
    }
    const text = readFileSync(sharedData('vectors/clearurls/redirections.json'), 'utf8');
    // A published table, read by this test alone.
    const providers = JSON.parse(text) as readonly Redirection[];
    /** Its own test pages, and placeholders for them. */
    const artificial = new Set(['ClearURLsTest', 'ClearURLsTest2', 'site.com', 'site2.com', 'site3.com']);
    const known = WRAPPER_RULES.map(({ hosts }) => hosts).join(' ');
    for (const { provider } of providers) {
      if (artificial.has(provider)) continue;
      expect(known, provider).toContain(provider.replace(/^t\.|\.(?:com|net)$/g, '').split('.')[0]);
    }
  });
});
