import { domainToUnicode } from 'node:url';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseListedEntry } from '../../../src/core/url/listed-entry.ts';
import { shortenerOf, trackerOf } from '../../../src/core/url/hosts/known-hosts.ts';
import { expressionsOf, readLink } from '../../../src/core/url/read-link.ts';
import { isSharedHost } from '../../../src/core/url/hosts/shared-hosting.ts';
import { WRAPPERS } from './unwrap/wrapper-samples.ts';

function entry(text: string): string {
  const listed = parseListedEntry(text);
  return listed.ok ? `${listed.value.host}${listed.value.path}` : listed.failure;
}

/** True if a mail with this link is warned of by this entry. */
function finds(listed: string, href: string): boolean {
  const key = entry(listed);
  return readLink(href).layers.some((layer) => expressionsOf(layer).includes(key));
}

describe('parseListedEntry', () => {
  test.each([
    'bad.example',
    'BAD.Example',
    'bad.example.',
    'bad.example/',
    'bad.example./',
    ' bad.example\t',
    'www.bad.example',
    'http://bad.example',
    'https://bad.example/',
    'HTTP://WWW.BAD.EXAMPLE/',
    'http://bad.example:8080/',
    'bad.example:443',
    '//bad.example/',
    '||bad.example^',
    '||bad.example^$all',
    '||bad.example^$third-party,document',
    '||bad.example',
    '|https://bad.example|',
    '*.bad.example',
    '.bad.example',
    'bad.example/*',
    '||*.bad.example^',
    'hxxp://bad.example',
    'hXXps://bad[.]example/',
    'hxxps[:]//bad[.]example',
    'http[:]//bad.example',
    'bad(.)example',
    'bad[dot]example',
    '"bad.example"',
    '<http://bad.example/>',
    'http://user:secret@bad.example/',
    'http://bad.example/#fragment',
    'http://bad.example/?',
  ])('parseListedEntry reads %s as the host', (text) => {
    expect(parseListedEntry(text)).toEqual({
      ok: true,
      value: { kind: 'url', host: 'bad.example', path: '/', isHostLevel: true },
    });
  });

  test.each([
    ['http://bad.example/a/b.html?c=%2F#d', 'bad.example/a/b.html?c=/'],
    ['||bad.example/a/^', 'bad.example/a/'],
    ['bad.example/a/*', 'bad.example/a/'],
    ['www.bad.example/a', 'bad.example/a'],
    ['http://195.127.0.11:81/i', '195.127.0.11/i'],
    ['0xc37f000b', '195.127.0.11/'],
    ['[2001:DB8::1]', '[2001:db8::1]/'],
    ['bücher.example', 'xn--bcher-kva.example/'],
    ['XN--BCHER-KVA.example', 'xn--bcher-kva.example/'],
    ['www.github.io', 'www.github.io/'],
    ['www.co.uk', 'www.co.uk/'],
    ['www2.bad.example', 'www2.bad.example/'],
    ['http://bad.example/$x,y', 'bad.example/$x,y'],
    ['http://bad.example/a|b', 'bad.example/a|b'],
    ['ftp://bad.example/x', 'bad.example/x'],
    ['a_b.bad.example', 'a_b.bad.example/'],
  ])('parseListedEntry reads %s as %s', (text, expected) => {
    expect(entry(text)).toBe(expected);
  });

  test.each([
    ['nothing', '', 'empty'],
    ['white space', ' \t', 'empty'],
    ['an exception', '@@||good.example^', 'exception'],
    ['a wildcard inside', 'bad*.example', 'pattern'],
    ['a wildcard as top level', 'bad.*', 'pattern'],
    ['a regular expression', '/bad[0-9]+\\.example/', 'pattern'],
    ['a word', 'malware', 'bad-host'],
    ['a sentence', 'last updated 2026-11-20', 'not-an-entry'],
    ['another scheme', 'tel:+15550101', 'not-an-entry'],
    ['a mail address', 'jane@firm.example', 'mail-address'],
    ['a mail address with a scheme', 'mailto:a@bad.example', 'mail-address'],
    ['a host cut short', 'https://www.bank...', 'cut-short'],
    ['a host cut short in the middle', 'https://login.ba...nk.example/x', 'cut-short'],
    ['a host cut short by two dots', 'www.bank..', 'cut-short'],
    ['a host cut short by one character', 'login.ba…nk.example', 'cut-short'],
    ['a page cut short by one character', 'https://a.example/login…', 'cut-short'],
    ['a page cut short in brackets', 'https://a.example/log[…]', 'cut-short'],
    ['a cosmetic rule', 'shop.example##.ad', 'cosmetic-rule'],
    ['an exception from one', 'shop.example#@#.ad', 'cosmetic-rule'],
    ['an extended one', 'shop.example#?#div:has(> a[href*="x"])', 'cosmetic-rule'],
    ['an extended exception', 'shop.example#@?#div', 'cosmetic-rule'],
    ['a style', 'shop.example#$#body{overflow:auto}', 'cosmetic-rule'],
    ['a script', 'shop.example#%#alert(1)', 'cosmetic-rule'],
    ['one for two sites', 'shop.example,b.example##.ad', 'cosmetic-rule'],
    ['one for a path', 'shop.example/##.x', 'cosmetic-rule'],
    ['one that filters HTML', 'shop.example$$script[tag-content="x"]', 'cosmetic-rule'],
    ['an exception from that', 'shop.example$@$script', 'cosmetic-rule'],
    ['a network', '192.0.2.0/24', 'network'],
    ['a network of IPv6', '2001:db8::/32', 'network'],
    ['a trigger of a policy zone', '8.0.0.0.10.rpz-client-ip', 'policy-trigger'],
    ['a trigger as a URL', 'https://8.0.0.0.10.RPZ-CLIENT-IP./', 'policy-trigger'],
    ['a trigger as a rule', '||1.0.0.0.128.rpz-ip^', 'policy-trigger'],
    ['an order of a policy zone', 'a.rpz-passthru', 'policy-trigger'],
    ['a name that ends in a number', 'bad.example.1', 'number-ending'],
    ['a name that ends in a hexadecimal number', 'bad.example.0x1f', 'number-ending'],
    ['a range of addresses', '192.0.2.0-192.0.2.255', 'number-ending'],
    ['a time', '1764000000', 'number-ending'],
    ['a version', '2026.11.20.1', 'number-ending'],
    ['a short version', '1.2', 'number-ending'],
    ['an address that browsers refuse', '300.1.2.3', 'number-ending'],
    ['the same as a URL', 'http://300.1.2.3/x', 'number-ending'],
    ['another scheme with slashes', 'chrome://bad.example', 'not-an-entry'],
    ['a host of odd characters', 'bad<>.example', 'bad-host'],
    ['a port of letters', 'http://bad.example:x/', 'bad-port'],
    ['a path alone', '/wp-login.php', 'not-an-entry'],
    ['more than is read', `bad.example/${'x'.repeat(70_000)}`, 'too-long'],
  ])('parseListedEntry refuses %s', (_, text, failure) => {
    expect(entry(text)).toBe(failure);
  });

  // What is written around an entry is taken off where it stands, and is a part of it everywhere else.
  test.each([
    ['http://bad.example/a*b', 'bad.example/a*b'],
    ['bad.example/*x', 'bad.example/*x'],
    ['bad.example/a/**', 'bad.example/a/'],
    ['bad.example/x?u=https://b.example/', 'bad.example/x?u=https://b.example/'],
    ['bad.example/x?u=foo://b', 'bad.example/x?u=foo://b'],
    ['bad.example/a//b', 'bad.example/a/b'],
    ['bad.example/a|b^', 'bad.example/a|b'],
    ['||bad.example/a|b|', 'bad.example/a|b'],
    ['||bad.example/$a/b^', 'bad.example/$a/b'],
    ['||bad.example/a^b^', 'bad.example/a^b'],
    ['||bad.example^*', 'bad.example/'],
    ['//*.bad.example', 'bad.example/'],
    ['http://*.bad.example', 'bad.example/'],
    ['https://*.bad.example/', 'bad.example/'],
    ['ws://bad.example/x', 'bad.example/x'],
    ['wss://bad.example/x', 'bad.example/x'],
    ["bad.example/'a'", "bad.example/'a'"],
    ['< bad.example >', 'bad.example/'],
    ['bad[.]example/hxxp://x', 'bad.example/hxxp:/x'],
    ['hxp://bad[.]example', 'bad.example/'],
    ['fxp://bad[.]example/x', 'bad.example/x'],
    ['meow://bad[.]example/x', 'bad.example/x'],
    ['meow[://bad[.]example/x', 'bad.example/x'],
    ['meow:]//bad[.]example/x', 'bad.example/x'],
    ['ftps[:]//bad[.]example/x', 'not-an-entry'],
    ['http:[//]bad.example/x', 'bad.example/x'],
    ['http[//]bad.example/x', 'bad.example/x'],
    ['http:[/][/]bad.example[/]x', 'bad.example/x'],
    ['bad dot example/x', 'bad.example/x'],
    ['bad\\.example', 'bad.example/'],
    ['https(:)//bad.example/x', 'bad.example/x'],
    ['hxxps[:/]/bad.example/x', 'bad.example/x'],
    ['hxxps[://]bad[.]example/x', 'bad.example/x'],
    ['hxxps{://}bad{dot}example/x', 'bad.example/x'],
    ['hxxps(://)bad(.)example/x', 'bad.example/x'],
    ['bad[.example/x', 'bad.example/x'],
    ['bad.]example/x', 'bad.example/x'],
    ['bad[dot}example', 'bad.example/'],
    ['http://a@bad.example/', 'bad.example/'],
    ['a@bad.example/x', 'bad.example/x'],
    ['http://198.51.100.7/24', '198.51.100.7/24'],
    ['198.51.100.7', '198.51.100.7/'],
    ['198.51.100.7:8080/x', '198.51.100.7/x'],
    ['http://3325256711/x', '198.51.100.7/x'],
    ['http://[2001:4860::1]/x', '[2001:4860::1]/x'],
    ['hxxp[://][2001:4860::1]/x', '[2001:4860::1]/x'],
    ['https://bad.example/x##y', 'bad.example/x'],
    ['bad.example/a$$b', 'bad.example/a$$b'],
    ['https://bad.example/wp-lo...', 'bad.example/wp-lo...'],
    ['rpz-ip.bad.example', 'rpz-ip.bad.example/'],
    ['bad.example./x', 'bad.example/x'],
    ['bad  DOT  example', 'bad.example/'],
  ])('parseListedEntry reads %s as %s, where it stands', (text, expected) => {
    expect(entry(text)).toBe(expected);
  });

  test.each([
    ['bad.example', true],
    ['bad.example/?', true],
    ['bad.example/?x=1', false],
    ['bad.example/a', false],
    ['bad.example/a?x=1', false],
  ])('parseListedEntry: %s lists a whole host: %s', (text, isHostLevel) => {
    expect(parseListedEntry(text)).toMatchObject({ ok: true, value: { isHostLevel } });
  });

  test.each([
    ['http://bad*.example/', 'pattern'],
    ['*bad*.example', 'pattern'],
    ['/a/b', 'not-an-entry'],
    ['/a/', 'pattern'],
    ['intranet:8080/x', 'bad-host'],
    ['intranet:80', 'bad-host'],
    ['intranet:80x/', 'not-an-entry'],
    ['"bad.example" x', 'not-an-entry'],
    ['x "bad.example"', 'not-an-entry'],
    ['a<b.example', 'bad-host'],
    ['bad.exam<ple', 'bad-host'],
  ])('parseListedEntry refuses %s: %s', (text, failure) => {
    expect(entry(text)).toBe(failure);
  });

  test('parseListedEntry never throws, and gives what it would read again', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain()), (text) => {
        const listed = parseListedEntry(text);
        if (!listed.ok) return;
        const { host, path } = listed.value;
        expect(entry(host + path)).toBe(host + path);
      }),
      { numRuns: 5000 },
    );
  });
});

// What is listed, and how: hosts with labels of letters, digits and umlauts; paths and queries of ordinary characters.
const label = fc.stringMatching(/^[a-z][a-z0-9]{0,8}$/);
const domain = fc
  .tuple(
    fc.array(fc.oneof(label, fc.constantFrom('bücher', 'пример', '例え')), { minLength: 1, maxLength: 3 }),
    fc.constantFrom('com', 'co.uk', 'github.io', 'example'),
  )
  .map(([labels, suffix]) => new URL(`http://${labels.join('.')}.${suffix}`).hostname)
  // What many share is looked up below its name only; `www.` is taken off.
  .filter(
    (host) =>
      !host.startsWith('www.') &&
      !isSharedHost(host) &&
      shortenerOf(host) === null &&
      trackerOf(host) === null,
  );
const path = fc
  .array(fc.stringMatching(/^[A-Za-z0-9._~-]{1,8}$/), { maxLength: 4 })
  .map((segments) => `/${segments.filter((segment) => !/^\.+$/.test(segment)).join('/')}`);
const query = fc.option(fc.stringMatching(/^[a-z]{1,4}=[A-Za-z0-9]{1,6}$/), { nil: null });

interface Listed {
  readonly host: string;
  readonly path: string;
  readonly query: string | null;
}

const listed: fc.Arbitrary<Listed> = fc.record({ host: domain, path, query });
const whole = ({ path: of, query: with_ }: Listed): string => (with_ === null ? of : `${of}?${with_}`);

/** The ways real feeds write an entry. */
const AS_LISTED: readonly ((entry: Listed) => string)[] = [
  (one) => `http://${one.host}${whole(one)}`,
  (one) => `https://${one.host}${whole(one)}`,
  (one) => one.host + whole(one),
  (one) => `www.${one.host}${whole(one)}`,
  (one) => `http://www.${one.host}${whole(one)}`,
  (one) => `http://${one.host}.${whole(one)}`,
  (one) => `http://${one.host}:8443${whole(one)}`,
  (one) => `HTTP://${one.host.toUpperCase()}${whole(one)}`,
  (one) => `http://${domainToUnicode(one.host)}${whole(one)}`,
  (one) => domainToUnicode(one.host).toUpperCase() + whole(one),
  (one) => `||${one.host}${whole(one) === '/' ? '' : whole(one)}^`,
  (one) => `||${one.host}${whole(one)}^$document`,
  (one) => `hxxps://${one.host.replaceAll('.', '[.]')}${whole(one)}`,
  (one) => `  "${one.host}${whole(one)}"  `,
  (one) => (whole(one) === '/' ? one.host : `${one.host}${whole(one)}`),
  (one) => (whole(one) === '/' ? `*.${one.host}` : `//${one.host}${whole(one)}`),
];

function escapedSome(text: string): string {
  return text.replace(/[a-z]/gi, (letter, index: number) =>
    index % 3 === 0 ? `%${letter.charCodeAt(0).toString(16)}` : letter,
  );
}

/** The ways mails write a link to it. */
const AS_LINKED: readonly ((entry: Listed) => string)[] = [
  (one) => `http://${one.host}${whole(one)}`,
  (one) => `https://www.${one.host}${whole(one)}#fragment`,
  (one) => `HTTPS://${one.host.toUpperCase()}${whole(one)}`,
  (one) => `http://${domainToUnicode(one.host)}${whole(one)}`,
  (one) => `http://www.bank.example@${one.host}:8080${whole(one)}`,
  (one) =>
    `http:\\\\${one.host}${one.path.replaceAll('/', '\\')}${one.query === null ? '' : `?${one.query}`}`,
  (one) => `https:/${one.host}/${whole(one)}`,
  (one) => ` http://${one.host}.${whole(one)}\n`,
  (one) => `ht\ntp://${one.host.replace('.', '\t.')}${whole(one)}`,
  (one) => `http://${escapedSome(one.host)}${whole(one)}`,
  (one) =>
    `http://${one.host}${escapedSome(one.path)}${one.query === null ? '' : `?${escapedSome(one.query)}`}`,
  (one) => `http://${one.host}/x/..${one.path}${one.query === null ? '' : `?${one.query}`}`,
  (one) => `http://${one.host}/.//%2e${one.path}${one.query === null ? '' : `?${one.query}`}`,
  (one) =>
    `http://${one.host}${escapedSome(escapedSome(one.path))}${one.query === null ? '' : `?${one.query}`}`,
  (one) => `http://a.b.${one.host}${whole(one)}`,
  (one) => `http://${one.host.replaceAll('.', '。')}${whole(one)}`,
  (one) => `http://${one.host}${one.query === null ? `${one.path}?utm=1` : whole(one)}`,
];

describe('an entry is found', () => {
  test('an entry is found however the feed writes it and however the mail writes the link', () => {
    fc.assert(
      fc.property(
        listed,
        fc.constantFrom(...AS_LISTED),
        fc.constantFrom(...AS_LINKED),
        (one, asListed, asLinked) => {
          expect(finds(asListed(one), asLinked(one)), `${asListed(one)} in ${asLinked(one)}`).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('an entry is found through any wrapper', () => {
    fc.assert(
      fc.property(
        listed,
        fc.constantFrom(...AS_LISTED),
        fc.constantFrom(...AS_LINKED),
        fc.constantFrom(...WRAPPERS),
        (one, asListed, asLinked, { wrap, isParameter }) => {
          const href = isParameter ? asLinked(one) : new URL(asLinked(one)).href.replace(/#.*/, '');
          expect(finds(asListed(one), wrap(href)), `${asListed(one)} in ${wrap(href)}`).toBe(true);
        },
      ),
      { numRuns: 10_000 },
    );
  });

  test('an entry is found below the host and the folder that it lists, and nowhere else', () => {
    expect(finds('bad.example', 'https://a.b.bad.example/x/y?z')).toBe(true);
    expect(finds('bad.example/x/', 'https://a.bad.example/x/y?z')).toBe(true);
    expect(finds('bad.example', 'https://notbad.example/')).toBe(false);
    expect(finds('a.bad.example', 'https://bad.example/')).toBe(false);
    expect(finds('bad.example/x/', 'https://bad.example/xy')).toBe(false);
    expect(finds('bad.example/x?a=1', 'https://bad.example/x?a=2')).toBe(false);
  });
});
