import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import type { FeedFormat } from '../../../src/core/feed/feed-line.ts';
import { FeedParser } from '../../../src/core/feed/parse-feed.ts';
import { sharedData, sharedDataMissing } from '../../shared-data.ts';

/** What each line of a real feed comes to, counted. */
function countsOf(file: string, format: FeedFormat): Readonly<Record<string, number>> {
  const text = gunzipSync(readFileSync(sharedData(`feeds/${file}.gz`))).toString('utf8');
  const parser = new FeedParser({ format, columns: { entry: null, only: {} } });
  const counts: Record<string, number> = {};
  for (const line of [...parser.push(text), ...parser.finish()]) {
    const name = line.kind === 'refused' ? line.because : line.kind;
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}

describe.skipIf(sharedDataMissing)('real feeds', () => {
  test.each<[string, FeedFormat, Readonly<Record<string, number>>]>([
    ['blocklistproject_scam.txt', 'domain-list', { entry: 8527 }],
    ['chongluadao.txt', 'domain-list', { entry: 34_468 }],
    // Its maker shortened 781 of 2,792 URLs for the eye.
    ['criticalpath_atomspam.txt', 'url-list', { entry: 2011, 'cut-short': 781 }],
    ['discord_phishing_links.txt', 'json', { entry: 21_907, 'bad-host': 1 }],
    ['durablenapkin_scam.txt', 'hosts', { entry: 2214 }],
    ['fademind_risk.txt', 'hosts', { entry: 2189 }],
    ['global_anti_scam_org.txt', 'domain-list', { entry: 11_221 }],
    ['polkadot_phishing.txt', 'json', { entry: 54_865, allow: 29 }],
    // Domains with adblock rules among them.
    ['urlhaus_filter_20250719.txt', 'domain-list', { entry: 31_822 }],
    ['urlhaus_filter_20250719.txt', 'adblock', { entry: 31_822 }],
    ['openphish_dated_2026Q2.tsv', 'csv', { entry: 40_340 }],
  ])('real feeds: %s as %s', (file, format, counts) => {
    expect(countsOf(file, format)).toEqual(counts);
  });

  test('real feeds read with a wrong format give refusals with a name, and no entries that are not there', () => {
    expect(countsOf('durablenapkin_scam.txt', 'domain-list')).toEqual({ 'extra-words': 2214 });
    expect(countsOf('polkadot_phishing.txt', 'csv')).toMatchObject({
      'no-such-column': expect.any(Number) as number,
    });
    expect(countsOf('fademind_risk.txt', 'json')).toEqual({ 'bad-json': 1 });
  });
});
