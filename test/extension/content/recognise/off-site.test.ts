// @vitest-environment happy-dom
// @vitest-environment-options { "url": "https://mail.choir.example/read/1" }
import { expect, test, vi } from 'vitest';

// The DOM of unit tests has no links of SVG.
vi.stubGlobal(
  'SVGAElement',
  class {
    href = null;
  },
);
const { isOffSite } = await import('../../../../src/extension/content/recognise/off-site.ts');

const OTHER = 'https://evil.example/a';

test.each([
  ['another host', OTHER],
  ['a host below this one', 'https://x.mail.choir.example/'],
  ['a redirect of the site itself', `https://mail.choir.example/go?url=${OTHER}`],
  ['… percent-encoded', `https://mail.choir.example/go?url=${encodeURIComponent(OTHER)}`],
  ['… and once more', `/cgi?redirect=${encodeURIComponent(encodeURIComponent(OTHER))}`],
  ['… in base64', `https://mail.choir.example/go?u=${btoa(OTHER)}`],
  ['… in the path', `https://mail.choir.example/r/${encodeURIComponent(OTHER)}`],
  ['… behind one to itself', `https://mail.choir.example/go?from=https://mail.choir.example/&to=${OTHER}`],
  ['what cannot be read', 'https://'],
])('%s is an address off the site', (_, href) => {
  expect(isOffSite(URL.parse(href, location.href)?.href ?? href)).toBe(true);
});

test.each([
  ['a page of the site', 'https://mail.choir.example/inbox?q=http'],
  ['another port', 'https://mail.choir.example:8443/'],
  ['a redirect to itself', 'https://mail.choir.example/go?url=https%3A%2F%2Fmail.choir.example%2Finbox'],
  ['an address to write to', 'mailto:anna@evil.example'],
  ['a script', 'javascript:open("https://evil.example/")'],
])('%s is not an address off the site', (_, href) => {
  expect(isOffSite(href)).toBe(false);
});
