import * as fc from 'fast-check';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { HostEntry } from '../../../src/core/feed/feed-line.ts';
import type { Exclusion } from '../../../src/core/feed/feeds-file.ts';
import { parseAddress } from '../../../src/core/feed/address-line.ts';
import { readPlainEntry } from '../../../src/core/feed/plain-entry.ts';
import { Guards } from '../../../src/core/guard/guard-context.ts';
import { judgeEntry } from '../../../src/core/guard/judge-entry.ts';
import { isPrivateAddress } from '../../../src/core/url/hosts/private-address.ts';
import { POPULAR_RANKS } from '../../../src/core/guard/popular-sites.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

function entryOf(text: string): HostEntry {
  const entry = /^[^/]*@/.test(text) ? parseAddress(text) : readPlainEntry(text);
  if (!entry.ok) throw new Error(`${text}: ${entry.failure}`);
  return entry.value;
}

interface Options {
  readonly popular?: readonly string[];
  readonly exclusions?: readonly Exclusion[];
  readonly now?: number;
  readonly hostEntries?: boolean;
}

function judge(text: string, options: Options = {}): string {
  const { popular = [], exclusions = [], now = 0, hostEntries = true } = options;
  const context = new Guards({ popular, exclusions, now }).contextFor({ hostEntries });
  const judgement = judgeEntry(entryOf(text), context);
  return judgement.kind === 'keep' ? 'keep' : judgement.because;
}

describe('judgeEntry', () => {
  test.each([
    ['the host of a phisher', 'secure-login.example', 'keep'],
    ['a name for tests and documentation', 'http://listed.test/', 'keep'],
    ['a page anywhere', 'https://www.paypal.com/cgi-bin/webscr?cmd=x', 'keep'],
    ['an address of the internet', 'http://45.155.205.233/', 'keep'],

    ['a private address', 'http://192.168.1.1/admin', 'private-address'],
    ['the machine itself', '127.0.0.1', 'private-address'],
    ['an address for documentation', 'http://203.0.113.9/x', 'private-address'],
    ['the first of shared address space', '100.64.0.0', 'private-address'],
    ['the last of it', '100.127.255.255', 'private-address'],
    ['the one after', '100.128.0.0', 'keep'],
    ['a private IPv6 address', 'http://[fe80::1]/', 'private-address'],
    ['a private IPv4 address in an IPv6 one', 'http://[::ffff:10.0.0.1]/x', 'private-address'],
    ['one behind a translator', 'http://[64:ff9b::c0a8:101]/x', 'private-address'],
    ['a name in one’s own network', 'http://nas.local/', 'private-address'],

    ['a public suffix', 'co.uk', 'public-suffix'],
    ['a private one', 'github.io', 'public-suffix'],
    ['a user’s part of it', 'evil-login.github.io', 'keep'],

    ['a wrapper', 'eur02.safelinks.protection.outlook.com', 'wrapper'],
    ['a page behind one', 'https://eur02.safelinks.protection.outlook.com/?url=x', 'keep'],
    ['a host of which a wrapper uses some paths', 'urldefense.com', 'wrapper'],
    ['a site that happens to redirect', 'diesel.az', 'keep'],
    ['a host of one', 'people.anuneo.com', 'keep'],
    ['a shortener', 'bit.ly', 'shortener'],
    ['a short link', 'https://bit.ly/3xYz', 'keep'],
    ['a click tracker', 'u123.ct.sendgrid.net', 'mailing-service'],
    ['a mailing service’s own site', 'www.mailchimp.com', 'mailing-service'],
    ['a tracked link', 'https://u123.ct.sendgrid.net/ls/click?upn=x', 'keep'],

    ['a site builder', 'weebly.com', 'shared-hosting'],
    ['a user’s part of it', 'evil-login.weebly.com', 'keep'],
    ['a document service', 'docs.google.com', 'shared-hosting'],
    ['one document', 'https://docs.google.com/forms/d/e/1abc/viewform', 'keep'],

    ['a government', 'karnataka.gov.in', 'institution'],
    ['a school', 'lab.rutgers.edu', 'institution'],
    ['a court under a country', 'www.courts.go.jp', 'institution'],
    ['the government of a nation within a country', 'transport.gov.scot', 'institution'],
    ['a government of a nation with a longer ending', 'llyw.gov.wales', 'institution'],
    ['a service below a government’s own suffix', 'universal-credit.service.gov.uk', 'institution'],
    ['a county of the United States', 'co.king.wa.us', 'institution'],
    ['a page of a school', 'https://lab.rutgers.edu/~x/paypal/', 'keep'],
    ['a name that only looks like one', 'gov.example.com', 'keep'],
    ['a suffix that is sold', 'evil.go.it', 'keep'],

    ['a popular site', 'roku.com', 'popular-site'],
    ['with www', 'http://www.wellsfargo.com/', 'popular-site'],
    ['a host of it', 'support.roku.com', 'popular-site'],
    ['a brand under a country', 'google.com.sv', 'popular-site'],
    ['a brand under a country that is given away', 'hsbc.tk', 'keep'],
    ['a name that holds a popular one', 'microsoft.com.evil.example', 'keep'],
    ['its front page by another name', 'https://outlook.com/owa/', 'front-page'],
    ['in a language', 'https://www.americanexpress.com/en-us/', 'front-page'],

    ['a sender', 'user@gmail.com', 'keep'],
    ['all senders of a freemail service', '@gmail.com', 'popular-site'],
    ['all senders of a phisher', '@secure-login.example', 'keep'],
    ['senders of a private network', 'root@nas.local', 'private-address'],
  ])('judgeEntry: %s: %s is %s', (_, text, judgement) => {
    expect(judge(text)).toBe(judgement);
  });

  test('judgeEntry keeps whole hosts out where a feed may not list any', () => {
    expect(judge('secure-login.example', { hostEntries: false })).toBe('host-entries-off');
    expect(judge('https://secure-login.example/x', { hostEntries: false })).toBe('keep');
    expect(judge('@secure-login.example', { hostEntries: false })).toBe('keep');
  });

  test('judgeEntry adds the popular names that it is given, all of several lists', () => {
    const popular = Array.from({ length: POPULAR_RANKS + 1 }, (_, rank) => `site${rank}.example`);
    expect(judge('site0.example', { popular })).toBe('popular-site');
    expect(judge(`login.site${POPULAR_RANKS}.example`, { popular })).toBe('popular-site');
    expect(judge('site.example', { popular })).toBe('keep');
  });

  describe('the publisher’s exclusions', () => {
    const exclusions: readonly Exclusion[] = [
      { entry: 'good.example', reason: 'owner wrote', expiresAt: null },
      { entry: 'https://page.example/x?y', reason: 'checked', expiresAt: 1000 },
      { entry: 'https://social.example/@user', reason: 'checked', expiresAt: null },
      { entry: 'https://social.example/@pages.example', reason: 'checked', expiresAt: null },
      { entry: 'social.example/@other', reason: 'checked', expiresAt: null },
      { entry: 'somebody@mail.example', reason: 'checked', expiresAt: null },
    ];
    test.each([
      ['the host', 'good.example', 0, 'excluded'],
      ['a host below', 'a.good.example', 0, 'excluded'],
      ['a page', 'https://good.example/x', 0, 'excluded'],
      ['a sender', 'user@good.example', 0, 'excluded'],
      ['a name that ends alike', 'notgood.example', 0, 'keep'],
      ['one page', 'https://page.example/x?y', 999, 'excluded'],
      ['one page, after the last day', 'https://page.example/x?y', 1000, 'keep'],
      ['another page', 'https://page.example/x', 0, 'keep'],
      ['a page with an @ in its path', 'https://social.example/@user', 0, 'excluded'],
      ['the same without a scheme', 'http://social.example/@other', 0, 'excluded'],
      ['a page beside it', 'https://social.example/@third', 0, 'keep'],
      ['a host that is named behind such an @', 'pages.example', 0, 'keep'],
      ['the host of an address', 'mail.example', 0, 'excluded'],
    ])('the publisher’s exclusions: %s', (_, text, now, judgement) => {
      expect(judge(text, { exclusions, now })).toBe(judgement);
    });
  });

  test('judgeEntry keeps any single page of a host that is not private', () => {
    const context = new Guards().contextFor({ hostEntries: false });
    const host = fc.domain();
    fc.assert(
      fc.property(host, fc.stringMatching(/^[a-z0-9]{12,20}$/), (host, path) => {
        fc.pre(!isPrivateAddress(host, false));
        const judgement = judgeEntry({ kind: 'url', host, path: `/${path}`, isHostLevel: false }, context);
        expect(judgement).toEqual({ kind: 'keep' });
      }),
    );
  });

  test.skipIf(sharedDataMissing)(
    'judgeEntry lets no feed list one of the largest banks or of the top 1,000 sites as a whole',
    () => {
      const read = (path: string): readonly string[] =>
        readFileSync(sharedData(path), 'utf8')
          .split('\n')
          .filter((line) => line !== '');
      const popular = read('benign/tranco_top50k.txt');
      const context = new Guards({ popular, exclusions: [], now: 0 }).contextFor({ hostEntries: true });
      const passed = popular
        .slice(0, 1000)
        .filter((host) => judgeEntry(entryOf(host), context).kind === 'keep');
      expect(passed).toEqual([]);
    },
  );
});
