import { expect, test } from 'vitest';
import { undoWebmailRedirect } from '../../../src/core/url/undo-webmail-redirect.ts';
import { readLink } from '../../../src/core/url/read-link.ts';

const isWebmail = (host: string): boolean => host === 'mail.choir.example';
const OTHER = 'https://evil.example/a';

test.each([
  ['a parameter', `https://mail.choir.example/redirect?url=${encodeURIComponent(OTHER)}`],
  ['any parameter', `https://mail.choir.example/cgi-bin/mail?form=x&redirect=${encodeURIComponent(OTHER)}`],
  ['a parameter in base64', `https://mail.choir.example/go?u=${btoa(OTHER)}`],
  ['the path', `https://mail.choir.example/r/${encodeURIComponent(OTHER)}`],
])('the redirect of a webmail (%s) may hold what the message links to', (_, href) => {
  expect(readLink(href, isWebmail).layers.map(({ url }) => url)).toEqual([href, OTHER]);
  expect(readLink(href).layers.map(({ url }) => url)).toEqual([href]);
});

test('the page of the webmail that a redirect links to is judged itself as well', () => {
  const [first] = readLink(`https://mail.choir.example/r?url=${OTHER}`, isWebmail).layers;
  expect(first).toMatchObject({ isWrapper: false, host: 'mail.choir.example' });
  expect(readLink('https://mail.choir.example/inbox/1', isWebmail).layers).toHaveLength(1);
});

test.each([
  ['what the webmail links to', `https://mail.choir.example/r?url=${encodeURIComponent(OTHER)}`, OTHER],
  ['the link itself where it carries nothing', OTHER, OTHER],
  [
    'the link itself where it carries several',
    'https://mail.choir.example/r?a=https://a.example/&b=https://b.example/',
    'https://mail.choir.example/r?a=https://a.example/&b=https://b.example/',
  ],
  [
    'what the sender wrote, which may be a redirect of its own',
    `https://mail.choir.example/r?url=${encodeURIComponent(`https://www.google.com/url?q=${OTHER}`)}`,
    `https://www.google.com/url?q=${OTHER}`,
  ],
  [
    'no redirect of anybody else',
    `https://www.google.com/url?q=${OTHER}`,
    `https://www.google.com/url?q=${OTHER}`,
  ],
])('the destination behind a webmail’s redirect is %s', (_, href, behind) => {
  expect(undoWebmailRedirect(href, isWebmail)).toBe(behind);
});

test.each(['mailto:anna@choir.example', '#top', ''])(
  '%j is no redirect of a webmail: it has no host',
  (href) => {
    expect(undoWebmailRedirect(href, (host) => host.endsWith('.choir.example'))).toBe(href);
  },
);

test('the destination behind a webmail that is a redirector too is what its own rule says', () => {
  const href = `https://www.google.com/url?q=${OTHER}`;
  expect(undoWebmailRedirect(href, (host) => host === 'www.google.com')).toBe(href);
});
