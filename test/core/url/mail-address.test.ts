import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalAddress } from '../../../src/core/url/mail-address.ts';
import { readLink } from '../../../src/core/url/read-link.ts';

describe('canonicalAddress', () => {
  test.each([
    ['A.B@Example.COM', 'a.b@example.com'],
    ['<a@b.example>', 'a@b.example'],
    ['Some One <a@b.example>', 'a@b.example'],
    ['"a@b" <a@b.example>', 'a@b.example'],
    ['a@bücher.example', 'a@xn--bcher-kva.example'],
    ['a+tag@b.example.', 'a+tag@b.example'],
    ['a@c@b.example', 'a@c@b.example'],
    ['<a@b.example>  ', 'a@b.example'],
    [' a @ b.example ', 'a@b.example'],
    [`${'a'.repeat(502)}@b.example`, `${'a'.repeat(502)}@b.example`],
  ])('canonicalAddress reads %s as %s', (text, address) => {
    expect(canonicalAddress(text)?.address).toBe(address);
  });

  test.each([
    '',
    'a',
    'a@',
    '@b.example',
    'a@localhost',
    'a@195.127.0.11',
    'a b@c.example',
    'a@b.example/x',
    'a@com',
    `${'a'.repeat(503)}@b.example`,
    'b.example',
    '<a@b.example> and more',
    '<a@b.example>x',
  ])('canonicalAddress refuses %s', (text) => {
    expect(canonicalAddress(text)).toBe(null);
  });

  test('canonicalAddress never throws, and gives what it would read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.emailAddress(), fc.string({ unit: 'binary' })), (text) => {
        const found = canonicalAddress(text);
        if (found !== null) expect(canonicalAddress(found.address)).toEqual(found);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('readLink, of mailto:', () => {
  const addresses = (href: string): readonly string[] => readLink(href).layers[0]?.addresses ?? [];

  test('a mailto: link gives the address and its host', () => {
    expect(readLink('MAILTO:Prince@Royal.Example?subject=x').layers).toEqual([
      expect.objectContaining({
        canonical: null,
        host: null,
        hosts: ['royal.example'],
        paths: ['/'],
        pairs: [[0, 0]],
        addresses: ['prince@royal.example', 'royal.example'],
      }),
    ]);
    expect(readLink('mailto:a@b.example').failure).toBe(null);
  });

  test.each([
    [
      'several recipients',
      'mailto:a@b.example,%20c@d.example',
      ['a@b.example', 'b.example', 'c@d.example', 'd.example'],
    ],
    [
      'copies',
      'mailto:?to=a@b.example&CC=c%40b.example&bcc=e@f.example',
      ['a@b.example', 'b.example', 'c@b.example', 'e@f.example', 'f.example'],
    ],
    ['a display name', 'mailto:Some%20One%20%3Ca@b.example%3E', ['a@b.example', 'b.example']],
    ['escapes', 'mailto:%61%40b%2Eexample', ['a@b.example', 'b.example']],
    [
      'a question mark where there is none',
      'mailto:a@b.example&to=c@d.example',
      ['a@b.example&to=c@d.example', 'd.example'],
    ],
    [
      'nothing but recipients',
      'mailto:a@b.example?subject=c@d.example&xto=e@f.example&to&=g@h.example',
      ['a@b.example', 'b.example'],
    ],
    [
      'names of fields in escapes',
      'mailto:a@b.example?c%63=c@d.example&amp;bcc=e@f.example',
      ['a@b.example', 'b.example', 'c@d.example', 'd.example', 'e@f.example', 'f.example'],
    ],
    ['nothing behind a hash', 'mailto:a@b.example#x?cc=c@d.example', ['a@b.example', 'b.example']],
    [
      'nothing behind a hash in a copy',
      'mailto:?cc=a@b.example#frag&to=x@y.example',
      ['a@b.example', 'b.example'],
    ],
    ['line ends', 'mail\nto:a@b.exa\tmple', ['a@b.example', 'b.example']],
  ])('a mailto: link is read: %s', (_, href, expected) => {
    expect(addresses(href)).toEqual(expected);
  });

  test('a recipient of a mailto: link whose name is too long is said to be unread, beside one that was read', () => {
    const named = (length: number): string => `mailto:a@b.example,${'x'.repeat(length - 14)}%20<c@d.example>`;
    expect(readLink(named(512)).truncated).toEqual([]);
    expect(addresses(named(512))).toContain('c@d.example');
    expect(readLink(named(513)).truncated).toEqual([{ limit: 'parameters', layer: 0 }]);
    expect(addresses(named(513))).toEqual(['a@b.example', 'b.example']);
    // What names nobody is nothing unread.
    expect(readLink(`mailto:a@b.example,${'x'.repeat(600)}`).truncated).toEqual([]);
  });

  test('a mailto: link has no more lookup keys than a URL', () => {
    const many = Array.from({ length: 500 }, (_, index) => `a${index}@b${index}.example`).join(',');
    expect(addresses(`mailto:${many}`).length).toBe(30);
    expect(readLink(`mailto:${many}`).layers[0]?.pairs.length).toBeLessThanOrEqual(30);
  });

  test.each([
    [
      'a host with its parents',
      'mailto:a@news.mail.b.example',
      ['news.mail.b.example', 'b.example', 'mail.b.example'],
    ],
    ['each host once', 'mailto:a@b.example,c@b.example', ['b.example']],
    ['no host that many share', 'mailto:a@docs.google.com', []],
    ['no click tracker', 'mailto:a@sendgrid.net', []],
  ])('the whole hosts of a mailto: link are looked up too: %s', (_, href, hosts) => {
    expect(readLink(href).layers[0]?.hosts).toEqual(hosts);
  });

  test.each([
    ['its parents', 'x7.mail.b.example', ['x7.mail.b.example', 'b.example', 'mail.b.example']],
    ['no more of them than of a link', 'a.b.c.d.e.f.example', 5],
    ['no ending under which anybody registers', 'x7.b.co.uk', ['x7.b.co.uk', 'b.co.uk']],
    ['nobody else on the same hosting', 'x7.ann.github.io', ['x7.ann.github.io', 'ann.github.io']],
    ['no host that many share', 'x7.docs.google.com', ['x7.docs.google.com']],
  ])('a domain of senders is looked up with %s', (_, host, domains) => {
    const found = addresses(`mailto:a@${host}`).filter((address) => !address.includes('@'));
    expect(typeof domains === 'number' ? found.length : found).toEqual(domains);
  });

  test.each(['mailto:', 'mailto:?subject=hello', 'mailto:nobody'])(
    'a mailto: link without an address is said to have none: %s',
    (href) => {
      expect(readLink(href)).toMatchObject({
        failure: 'no-host',
        layers: [{ failure: 'no-host', addresses: [] }],
      });
    },
  );
});
