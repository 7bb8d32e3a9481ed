import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { explainLink } from '../../../src/core/url/explain-link.ts';
import { MAX_DEPTH, MAX_LAYERS, MAX_MAIL_HOSTS, readLink } from '../../../src/core/url/read-link.ts';
import { spelledHref } from './hostile-hrefs.ts';
import { expectSound } from './sound-link.ts';
import { DESTINATION, WRAPPERS } from './unwrap/wrapper-samples.ts';

/** A link with a few of its characters changed, left out, doubled or cut off. */
const mutated = fc
  .tuple(
    fc.oneof(
      spelledHref,
      fc.constantFrom(...WRAPPERS).map(({ wrap }) => wrap(DESTINATION)),
    ),
    fc.array(
      fc.tuple(
        fc.nat(400),
        fc.constantFrom(
          '',
          '%',
          '%25',
          '/',
          '//',
          '&',
          '=',
          '@',
          '\\',
          '\u0000',
          'é',
          '*',
          '__',
          '.',
          ':',
          '\ud800',
        ),
      ),
      { maxLength: 6 },
    ),
  )
  .map(([href, edits]) => {
    let text = href;
    for (const [place, by] of edits) {
      const at = place % (text.length + 1);
      text = text.slice(0, at) + by + text.slice(at + (place % 3));
    }
    return text;
  });

describe('readLink', () => {
  test('readLink never throws and keeps its bounds, whatever it is given', () => {
    fc.assert(
      fc.property(fc.oneof(mutated, fc.string({ unit: 'binary', maxLength: 300 })), (href) => {
        expectSound(readLink(href), href);
      }),
      { numRuns: 8_000 },
    );
  });

  test('readLink gives the same answer twice, whatever was asked in between', () => {
    fc.assert(
      fc.property(mutated, mutated, (one, other) => {
        const first = readLink(one);
        readLink(other);
        expect(readLink(one)).toEqual(first);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('explainLink', () => {
  test('explainLink gives the object that the command prints', () => {
    expect(
      JSON.parse(JSON.stringify(explainLink('https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx'))),
    ).toEqual({
      url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
      layers: [
        {
          url: 'https://slack-redir.net/link?url=https%3A%2F%2Fbit.ly%2Fx',
          parent: null,
          wrapper: null,
          canonical: 'slack-redir.net/link?url=https://bit.ly/x',
          host: 'slack-redir.net',
          registrableDomain: 'slack-redir.net',
          expressions: ['slack-redir.net/link?url=https://bit.ly/x'],
        },
        {
          url: 'https://bit.ly/x',
          parent: 0,
          wrapper: 'slack',
          canonical: 'bit.ly/x',
          host: 'bit.ly',
          registrableDomain: 'bit.ly',
          expressions: ['bit.ly/x', 'bit.ly/x/'],
        },
      ],
      hidden: { by: 'bit.ly' },
      failure: null,
      truncated: [],
    });
  });

  test('explainLink names the mail addresses that are looked up', () => {
    expect(explainLink('mailto:a@b.example').layers.map(({ expressions }) => expressions)).toEqual([
      ['b.example/', 'a@b.example', 'b.example'],
    ]);
  });

  test('explainLink names why a link cannot be read', () => {
    expect(explainLink('javascript:alert(1)')).toMatchObject({ failure: 'not-a-web-address', hidden: null });
  });
});

describe('what is known of a link', () => {
  const urls = (href: string): readonly string[] => readLink(href).layers.map(({ url }) => url);
  const through = (url: string): string => `https://www.google.com/url?q=${encodeURIComponent(url)}`;

  test('a plain link hides nothing, is no wrapper, and was read whole', () => {
    expect(readLink('https://b.example/x')).toMatchObject({ hidden: null, failure: null, truncated: [] });
    expect(readLink('https://bit.ly/')).toMatchObject({ hidden: null });
    expect(readLink('https://bit.ly/x')).toMatchObject({ hidden: { by: 'bit.ly' } });
  });

  test('a destination that stands twice in a link is one layer', () => {
    const href = 'https://www.google.com/url?q=https://evil.example/&url=https://evil.example/';
    expect(urls(href)).toEqual([href, 'https://evil.example/']);
    const inner = through('https://evil.example/');
    const beside = `https://www.google.com/url?q=${encodeURIComponent(inner)}&url=https://evil.example/`;
    expect(urls(beside)).toEqual([beside, inner, 'https://evil.example/']);
  });

  test('a destination that is no address of anything is no layer, at a limit neither', () => {
    expect(urls(through('https://[bad/'))).toHaveLength(1);
    let href = 'https://[bad/';
    for (let depth = 0; depth < MAX_DEPTH + 1; depth++) href = through(href);
    expect(readLink(href).truncated).toEqual([]);
  });

  test('a tracker hides its destination, whatever the shape of its path; of another host the shape tells', () => {
    const sealed = (host: string): string => `https://${host}/ls/click?upn=abc`;
    expect(readLink(sealed('mandrillapp.com')).hidden).toEqual({ by: 'Mandrill' });
    expect(readLink(through(sealed('mandrillapp.com'))).hidden).toEqual({ by: 'Mandrill' });
    expect(readLink(sealed('click.sender.example')).hidden).toEqual({ by: 'SendGrid' });
    expect(readLink(through(sealed('click.sender.example'))).hidden).toEqual({ by: 'SendGrid' });
  });

  test('a limit of reading a link is named at the first layer in which it was reached', () => {
    const many = (name: string): string =>
      `https://www.google.com/url?${Array.from({ length: MAX_LAYERS }, (_, at) => `a${at}=https://${name}${at}.example/&`).join('')}`;
    const href = `https://www.google.com/url?q=${encodeURIComponent(many('e'))}&url=${encodeURIComponent(many('f'))}`;
    expect(readLink(href).truncated).toEqual([{ limit: 'layers', layer: 1 }]);
  });

  test.each([
    'ms-word:ofe|u|',
    'ms-excel:ofv|u|',
    'ms-appinstaller:?source=',
    'onenote:',
    'microsoft-edge:',
    'microsoft-edge-holographic:',
    'googlechrome:',
    'googlechromes:',
    'view-source:',
    'feed:',
    'firefox:',
    'blocked:',
    'VIEW-SOURCE:',
  ])('a path that hands on the link behind it: %s', (scheme) => {
    for (const url of ['https://evil.example/', 'http://evil.example/'])
      expect(urls(scheme + url)).toEqual([scheme + url, url]);
  });

  test.each(['ms-thing:', 'microsoft-edgex:', 'xview-source:', 'a', 'javascript:'])(
    'a path that hands on no link: %s',
    (scheme) => {
      expect(urls(`${scheme}https://evil.example/`)).toHaveLength(1);
    },
  );

  test('a link to a mail address is no wrapper, and nothing in it was left unread', () => {
    const link = readLink('mailto:a@b.example');
    expect(link.layers).toMatchObject([{ isWrapper: false, parent: null }]);
    expect([link.truncated, link.hidden]).toEqual([[], null]);
    expect(readLink('tel:+15550100')).toMatchObject({ failure: 'not-a-web-address', truncated: [] });
    expect(readLink('xmailto:a@b.example')).toMatchObject({
      failure: 'not-a-web-address',
      layers: [{ addresses: [] }],
    });
  });

  test('what is known of a link of many hosts of recipients as many are looked up as of a URL', () => {
    const many = Array.from({ length: 15 }, (_, at) => `x@a.b.c.d.e${at}.example`).join(',');
    expect(readLink(`mailto:${many}`).layers[0]?.pairs).toHaveLength(MAX_MAIL_HOSTS);
  });
});
