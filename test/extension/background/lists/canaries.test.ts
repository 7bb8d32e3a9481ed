import { describe, expect, test } from 'vitest';
import { runSteps } from '../../../../src/core/steps.ts';
import { canaries, flaggedCanary } from '../../../../src/extension/background/lists/canaries.ts';
import { essentialNames } from '../../../../src/core/guard/essential-names.ts';
import { isInstitution } from '../../../../src/core/guard/institutions.ts';
import { PopularSites } from '../../../../src/core/guard/popular-sites.ts';
import { registrableDomain } from '../../../../src/core/url/hosts/registrable-domain.ts';
import { PHISHING, snapshotOf, SPAM } from './test-channel.ts';

const asked = (...entries: readonly string[]): string | null =>
  runSteps(
    flaggedCanary(
      snapshotOf([
        { section: PHISHING, entries },
        { section: SPAM, entries: ['pills.example'] },
      ]),
    ),
  );

describe('the canaries', () => {
  test('the names that no list may flag are a thousand names, each once', () => {
    expect(canaries()).toHaveLength(1_000);
    expect(new Set(canaries()).size).toBe(1_000);
    for (const name of canaries()) expect(name).toMatch(/^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/);
  });

  test.each(['gmail.com', 'chase.com', 'netflix.com'])(
    'the names that no list may flag: %s is one of them',
    (name) => {
      expect(canaries()).toContain(name);
      expect(asked(name)).toBe(name);
    },
  );

  /** What a list of them had missed, and one of each country with many readers. */
  test.each([
    ['webmail', 'proton.me gmail.com outlook.office.com mail.ru qq.com gmx.net web.de orange.fr'],
    ['mail service', 'mailchimp.com sendgrid.com ionos.de'],
    ['sign-in', 'login.microsoftonline.com accounts.google.com appleid.apple.com okta.com login.live.com'],
    [
      'bank',
      'sparkasse.de deutsche-bank.de coinbase.com chase.com paypal.com hsbc.com ing.nl icbc.com.cn bb.com.br',
    ],
    [
      'parcel',
      'dhl.com dhl.de ups.com fedex.com usps.com royalmail.com postnl.nl laposte.fr post.ch correos.es',
    ],
    [
      'tax office',
      'irs.gov elster.de impots.gouv.fr www.gov.uk belastingdienst.nl ato.gov.au agenziaentrate.gov.it',
    ],
  ] as const)('the names that no list may flag hold what a reader must reach: %s', (kind, names) => {
    for (const name of names.split(' ')) {
      expect(essentialNames(kind)).toContain(name);
      expect(canaries()).toContain(name);
    }
  });

  test('the names that no list may flag of every kind are names that a publisher’s guards keep off its lists as a whole', () => {
    const popular = new PopularSites();
    const loose = essentialNames().filter((name) => {
      const site = registrableDomain(name);
      return popular.coverOf(name, site) === null && !isInstitution(name);
    });
    expect(loose).toEqual([]);
  });

  test('the names that no list may flag are flagged one by one, but for sites where a listing of the whole never counts', () => {
    const unflagged = canaries().filter((name) => asked(name) !== name);
    expect(unflagged).toContain('google.com');
    expect(unflagged.length).toBeLessThan(100);
  });

  test('the names that no list may flag let pages below a site pass, and other sites', () => {
    expect(asked('paypal.com/signin/x', 'sites.google.com/view/bad', 'paypal.com.evil.example')).toBeNull();
    expect(asked()).toBeNull();
  });

  test('the names that no list may flag are asked in steps', () => {
    let steps = 0;
    for (const _ of flaggedCanary(snapshotOf([]))) steps++;
    expect(steps).toBeGreaterThanOrEqual(10);
  });
});
