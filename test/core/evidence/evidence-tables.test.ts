import { brotliCompressSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BRAND_ROWS } from '../../../src/core/evidence/brand-rows.ts';
import { packagedTables, parseBrandRows } from '../../../src/core/evidence/evidence-tables.ts';
import { foldLookAlikes } from '../../../src/core/text/fold-text.ts';
import { registrableDomain } from '../../../src/core/url/hosts/registrable-domain.ts';

const rows = BRAND_ROWS.flatMap((group) => parseBrandRows(group.rows));

describe('the brand table', () => {
  test('the brand table has a name and a domain in each row, and no row twice', () => {
    expect(rows.length).toBeGreaterThan(350);
    for (const { names, domains } of rows) {
      expect(names[0], names.join()).toMatch(/\S/);
      expect(domains.length, names.join()).toBeGreaterThan(0);
    }
    const first = rows.map(({ names }) => names[0]);
    expect(new Set(first).size).toBe(first.length);
  });

  test('the brand table has domains that somebody can register, never a shared host', () => {
    const plain = rows.flatMap(({ domains }) => domains).filter((domain) => !domain.endsWith('.*'));
    for (const domain of plain)
      expect(registrableDomain(domain) ?? `${domain}: a suffix`, domain).toMatch(/\./);
    expect(plain).not.toContain('onmicrosoft.com');
    expect(plain).not.toContain('amazonses.com');
  });

  test('the brand table and all other tables are at most 20 kB compressed', () => {
    const files = ['brand-rows', 'host-rows', 'word-stems'].map((name) =>
      readFileSync(`src/core/evidence/${name}.ts`),
    );
    expect(brotliCompressSync(Buffer.concat(files)).length).toBeLessThanOrEqual(20_000);
  });
});

describe('brandsNamedIn', () => {
  const named = (name: string): readonly string[] =>
    packagedTables()
      .brandsNamedIn(foldLookAlikes(name))
      .map((brand) => brand.name);

  test.each([
    ['PayPal', 'PayPal'],
    ['The PayPal Team', 'PayPal'],
    ['Раураl', 'PayPal'],
    ['PayPaI', 'PayPal'],
    ['Micr0s0ft account', 'Microsoft'],
    ['wells fargo', 'Wells Fargo'],
    ['WELLSFARGO ALERTS', 'Wells Fargo'],
    ['Crédit Agricole', 'Crédit Agricole'],
    ['credit agricole', 'Crédit Agricole'],
    ['Chase Security', 'Chase Bank'],
    ['C o i n b a s e', 'Coinbase'],
    ['楽天', 'Rakuten'],
  ])('brandsNamedIn finds in %s %s', (name, brand) => {
    expect(named(name)).toEqual([brand]);
  });

  test.each([
    'Chase Miller',
    'MINI USA Accessories',
    'Target Practice Club',
    'Rogers & Sons',
    'Andreas Schwab',
    'Apple Farm Newsletter',
    'Visa Verification Study Group',
    'Pay Pal',
    'Terra Verde',
  ])('brandsNamedIn finds nobody in %s', (name) => {
    expect(named(name)).toEqual([]);
  });
});

describe('brandsOf', () => {
  const owners = (host: string): readonly string[] =>
    packagedTables()
      .brandsOf(host, registrableDomain(host))
      .map((brand) => brand.name);

  test.each([
    ['mail.coinbase.com', ['Coinbase']],
    ['www.paypal.de', ['PayPal']],
    ['paypal.click', []],
    ['paypal.com.evil.example', []],
    ['notpaypal.com', []],
    ['mabanque.bnpparibas', ['BNP Paribas']],
    ['paypal.com.br', ['PayPal']],
    ['paypal.rs', ['PayPal']],
    // Sold to anybody in the world.
    ['paypal.so', []],
    ['paypal.com.cm', []],
    ['ebay.re', []],
    ['ikea.je', []],
    ['amazon.sr', []],
    ['paypal.vu', []],
  ])('brandsOf of %s are %j', (host, expected) => {
    expect(owners(host)).toEqual(expected);
  });
});
