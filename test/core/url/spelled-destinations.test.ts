/** A browser opens more than `https://host`: what it reads as an address behind a wrapper is one. */
import { expect, test } from 'vitest';
import { readLink } from '../../../src/core/url/read-link.ts';

const canonical = (href: string): readonly (string | null)[] =>
  readLink(href).layers.map((layer) => layer.canonical);

const BUECHER = 'xn--bcher-kva.example/x';

test.each([
  ['a dot at the end of the host', 'www.google.com/amp/s/evil.example./x'],
  ['the same in a parameter', 'www.google.com/url?q=evil.example.%2Fx'],
  ['the same in a query', 'href.li/?//evil.example./x'],
  ['credentials', 'www.google.com/amp/s/user@evil.example/x'],
  ['credentials that look like a host', 'www.google.com/url?q=//google.com@evil.example/x'],
  ['credentials with a password', 'www.google.com/url?q=google.com:443@evil.example/x'],
  ['a slash and a backslash', 'www.google.com/url?q=/\\evil.example/x'],
  ['backslashes', 'www.google.com/url?q=\\\\evil.example/x'],
  ['a backslash behind the host', 'www.google.com/url?q=evil.example\\x'],
  ['many slashes', 'www.google.com/url?q=////evil.example/x'],
  ['no slash', 'www.google.com/url?q=http:evil.example/x'],
  ['no slash, and capitals', 'www.google.com/url?q=HTTPS:evil.example/x'],
  [
    'no slash, beside what a rule names',
    'l.facebook.com/l.php?u=https://good.example/&x=http:evil.example/x',
  ],
  ['dots of another script', 'www.google.com/url?q=evil%E3%80%82example/x'],
  ['no scheme, at a site that redirects', 'www.avast.com/r?url=//evil.example/x'],
  ['no scheme and a backslash there', 'www.avast.com/r?url=/%5Cevil.example/x'],
  ['no scheme and backslashes there', 'www.avast.com/r?url=%5C%5Cevil.example/x'],
  ['no scheme, where a rule knows whole addresses', 'l.facebook.com/l.php?u=%2F%2Fevil.example%2Fx'],
  ['no scheme, in base64', `mail.yandex.com/re.jsx?l=${btoa('//evil.example/x')}`],
])('a destination in a link is read that has %s', (_, address) => {
  expect(canonical(`https://${address}`)).toContain('evil.example/x');
});

test.each([
  ['in a path', 'www.google.com/amp/s/b%C3%BCcher.example/x'],
  ['in a parameter', 'www.google.com/url?q=b%C3%BCcher.example/x'],
  ['behind slashes', 'www.google.com/url?q=//b%C3%BCcher.example/x'],
  ['behind a scheme alone', 'www.google.com/url?q=http:b%C3%BCcher.example/x'],
])('a host in letters of any script is a destination: %s', (_, address) => {
  expect(canonical(`https://${address}`)).toContain(BUECHER);
});

test.each([
  ['an address in numbers', 'www.google.com/url?q=//3405803777/x', '203.0.113.1/x'],
  ['one in brackets', 'l.facebook.com/l.php?u=//[2001:db8::1]/x', '[2001:db8::1]/x'],
])('a host behind slashes is a destination: %s', (_, address, expected) => {
  expect(canonical(`https://${address}`)).toContain(expected);
});

test.each([
  ['hexadecimal', 'www.avast.com/?u=http:0x5db8d822/login', '93.184.216.34/login'],
  ['hexadecimal at its end alone', 'www.avast.com/?u=http:93.184.216.0x22/x', '93.184.216.34/x'],
  ['decimal', 'www.google.com/url?q=https:1572395042/x', '93.184.216.34/x'],
  ['octal', 'www.google.com/url?q=http:0135.0270.0330.042/x', '93.184.216.34/x'],
  ['brackets', 'l.facebook.com/l.php?u=http:[2001:db8::1]/x', '[2001:db8::1]/x'],
  ['hexadecimal behind credentials', 'www.avast.com/?u=http:a@0x5db8d822:80/x', '93.184.216.34/x'],
  [
    'hexadecimal in base64',
    `mail.yandex.com/re.jsx?l=${btoa('http:0x5db8d822/login')}`,
    '93.184.216.34/login',
  ],
])('an address in numbers behind a scheme alone is a host: %s', (_, address, expected) => {
  expect(canonical(`https://${address}`)).toContain(expected);
});

test.each([
  ['a path of the site', 'www.avast.com/r?url=/login'],
  ['a folder behind two slashes', 'www.avast.com/r?url=//login/x'],
  ['slashes alone', 'www.avast.com/r?url=//'],
  ['words', 'www.google.com/url?q=http: all of it'],
  ['words with a sign', 'www.google.com/url?q=tea at b.example, 5 pm @ home'],
  ['a scheme alone', 'www.google.com/url?q=https:'],
  ['a path behind a scheme', 'www.google.com/url?q=https:login'],
  ['what no host can be behind a scheme', 'www.avast.com/?u=http:a^b'],
  ['base64 that begins with slashes', 'mail.yandex.com/re.jsx?l=//8AAAECAwQFBgcICQ=='],
])('a text in a link is no destination: %s', (_, address) => {
  expect(canonical(`https://${address}`)).toHaveLength(1);
});
