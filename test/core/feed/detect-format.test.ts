import { gunzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../../src/core/feed/detect-format.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

const formatOf = (text: string): string => {
  const detected = detectFormat(text);
  return detected.ok ? detected.value.format : detected.failure;
};

describe('detectFormat', () => {
  test.each([
    ['url-list', 'http://a.example/x\nhttp://b.example/y\n'],
    ['domain-list', '# list\na.example\nb.example'],
    ['hosts', '127.0.0.1 localhost\n0.0.0.0 a.example\n0.0.0.0 b.example'],
    ['adblock', '! Title: x\n||a.example^\n||b.example^$all'],
    ['adblock', '[Adblock Plus]\na.example##.ad\n||a.example^'],
    ['csv', '# note\n# id,dateadded,url\n"1","2026","http://a.example/"'],
    ['csv', 'date\ttype\tvalue\n2026\tdomain\ta.example'],
    ['json', '{"deny":["a.example"]}'],
    ['json', '[\n  "a.example"\n]'],
    ['json', '[{"url":"http://a.example/"}]'],
    ['rpz', '$TTL 60\n@ SOA x. y. 1 2 3 4 5\na.example CNAME .'],
    ['rpz', 'a.example CNAME .\nb.example CNAME .'],
    ['address-list', 'user@a.example\nuser@b.example'],
    ['empty', ' \n\n'],
    ['markup', '<!DOCTYPE html><html><body>Just a moment…</body></html>'],
    ['not-text', '\u0000\u0001\u0002'],
    ['not-text', '\uFFFD'.repeat(100)],
    ['unknown', 'The service is gone. Thank you all.'],
  ])('detectFormat: %s', (format, text) => {
    expect(formatOf(text)).toBe(format);
  });

  test('detectFormat names the column that it found', () => {
    const detected = detectFormat('first_seen,ioc_value,ioc_type\n2026,a.example,domain\n');
    expect(detected.ok && detected.value.columns.entry).toBe('ioc_value');
  });

  test('detectFormat never throws', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => void detectFormat(text)));
  });

  test.skipIf(sharedDataMissing)('detectFormat knows the real feeds', () => {
    const formats = {
      blocklistproject_phishing: 'domain-list',
      criticalpath_atomspam: 'url-list',
      discord_phishing_links: 'json',
      durablenapkin_scam: 'hosts',
      fademind_risk: 'hosts',
      openphish_dated_2026Q2: 'csv',
      phishing_database_domains_active_20260313: 'domain-list',
      phishing_database_links_active_20260313: 'url-list',
      polkadot_phishing: 'json',
      tweetfeed_dated_2026Q2: 'csv',
      urlhaus_filter_20250719: 'domain-list',
    };
    const found = Object.keys(formats).map((name) => {
      const ending = name.includes('dated') ? 'tsv' : 'txt';
      const bytes = gunzipSync(readFileSync(sharedData(`feeds/${name}.${ending}.gz`)));
      return [name, formatOf(bytes.toString('utf8').slice(0, 200_000))];
    });
    expect(Object.fromEntries(found)).toEqual(formats);
  });
});
