import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  canonicalizeUrl,
  canonicalText,
  type CanonicalUrl,
} from '../../../../src/core/url/canonical/canonical-url.ts';
import { sharedData, sharedDataMissing } from '../../../shared-data.ts';

// The web platform tests of hosts and URLs. What the platform that runs this test does differently from the tests
// (Unicode tables of another year) is its own affair: IDN goes through it. Everything else is explained here.

interface HostCase {
  readonly input: string;
  readonly output: string | null;
}

interface UrlCase {
  readonly input: string;
  readonly base?: string | null;
  readonly failure?: true;
  readonly href: string;
  readonly hostname: string;
  readonly protocol: string;
}

/** A published table with comments between its cases. */
function cases(path: string): readonly object[] {
  const table: unknown = JSON.parse(readFileSync(sharedData(`vectors/${path}`), 'utf8'));
  const isCase = (one: unknown): one is object => typeof one === 'object' && one !== null;
  return Array.isArray(table) ? table.filter(isCase) : [];
}

function read(href: string): CanonicalUrl | null {
  const url = canonicalizeUrl(href);
  return url.ok ? url.value : null;
}

/** Safe Browsing: no dots at the ends, none doubled. */
function withoutEmptyLabels(host: string): string {
  return host
    .split('.')
    .filter((label) => label !== '')
    .join('.');
}

describe.skipIf(sharedDataMissing)('the web platform tests', () => {
  test.each([
    ['toascii.json', 87],
    ['IdnaTestV2.json', 2671],
  ])('the web platform tests of %s agree, but for empty labels', (file, count) => {
    const hosts = cases(`wpt/${file}`) as readonly HostCase[];
    expect(hosts.length).toBe(count);
    for (const { input, output } of hosts) {
      const href = `http://${input}/x`;
      const platform = URL.canParse(href) ? new URL(href).hostname : null;
      const ours = read(href);
      if (platform === null) {
        // Refused by this platform, and by any if the test says so: never taken for a name that somebody has.
        if (ours !== null) expect(ours.host, href).toMatch(/%|[^\w.-]|^[\d.]+$|\.\d|xn--/);
      } else if (input !== '') {
        expect(ours?.host ?? '', href).toBe(withoutEmptyLabels(platform));
        if (platform === output) expect(ours?.host ?? '', href).toBe(withoutEmptyLabels(output));
      }
    }
  });

  /** Each with the reason why it is read differently. */
  const EXPLAINED: ReadonlyMap<string, string> = new Map([
    ['http://[::127.0.0.1]', 'an IPv4 address in IPv6 keeps its dots, as Google’s table has it'],
    ['http://[0:0:0:0:0:0:13.1.68.3]', 'the same'],
    ['http:/', 'relative to the page, whose host is unknown here'],
    [
      'http:/example.com/',
      'relative to a page with the same scheme; a mail has none, and the host is the safer reading',
    ],
    ["http://///\\'", 'a single label behind more than two slashes: the host was left out'],
  ]);

  test.each([
    ['wpt/urltestdata.json', 650],
    ['wpt/ada_extra_urltestdata.json', 20],
    ['wpt/ada_long_urltestdata.json', 1],
    ['wpt/urltestdata-javascript-only.json', 1],
    ['rust-url/urltestdata.json', 640],
  ])('the web platform tests of %s agree, but for what is explained', (file, atLeast) => {
    let run = 0;
    for (const one of cases(file) as readonly UrlCase[]) {
      const { input, base } = one;
      const isAbsolute = /^[\0- ]*(?:https?|ftp|wss?):[/\\]/i.test(input.replace(/[\t\r\n]/g, ''));
      // What is relative to a base is no link of a mail; the host it would have is the webmail's.
      if (base !== undefined && base !== null && base !== 'about:blank' && !isAbsolute) continue;
      run++;
      const ours = read(input);
      if (one.failure === true) continue;
      if (!/^(?:https?|ftp|wss?):$/.test(one.protocol)) {
        expect(ours, input).toBe(null);
        continue;
      }
      // An older platform parses some of the newest cases differently.
      if (!URL.canParse(input) || new URL(input).href !== one.href) continue;
      if (EXPLAINED.has(input)) continue;
      const expected = read(one.href);
      expect(ours === null ? null : canonicalText(ours), input).toBe(
        expected === null ? null : canonicalText(expected),
      );
      const host = withoutEmptyLabels(one.hostname);
      if (host === '') expect(ours, input).toBe(null);
      else if (ours?.isIp !== true) expect(ours?.host, input).toBe(host);
    }
    expect(run).toBeGreaterThanOrEqual(atLeast);
  });

  test('the web platform tests of failures name a host that nobody has, or no host', () => {
    // Browsers refuse these; Safe Browsing’s tables read some, so they are looked up and never opened.
    let lenient = 0;
    for (const { input, base, failure } of cases('wpt/urltestdata.json') as readonly UrlCase[]) {
      if (failure !== true || (base !== undefined && base !== null && base !== 'about:blank')) continue;
      const url = canonicalizeUrl(input);
      if (!url.ok) {
        expect(['not-a-web-address', 'no-host', 'bad-host', 'bad-port']).toContain(url.failure);
      } else if (!URL.canParse(input)) {
        lenient++;
        // Or a port out of range: the port is no part of what is looked up.
        expect(url.value.host.replaceAll('.', '') + input, input).toMatch(/[^\w-]|^\d/);
      }
    }
    expect(lenient).toBeGreaterThan(50);
  });
});
