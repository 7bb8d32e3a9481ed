import type { Category } from '../../core/verdict/verdict.ts';

/** A public list that can be taken with one click. */
export interface ListPreset {
  /** Its own name, which is not translated. */
  readonly name: string;
  readonly url: string;
  readonly category: Category;
  /** As its makers state it, shown before anything is fetched. */
  readonly licence: string;
}

/**
 * Few, and for a reason each: entries are looked at by people or by a test of the page, wrong ones are taken out within
 * days, and the terms allow a reader to use them. The same descriptions as in feeds/public-feeds.json.
 */
export const LIST_PRESETS: readonly ListPreset[] = [
  {
    name: 'OpenPhish community',
    url: 'https://raw.githubusercontent.com/openphish/public_feed/refs/heads/main/feed.txt',
    category: 'phishing',
    licence: 'OpenPhish terms: personal and non-commercial use',
  },
  {
    name: 'CERT Polska warning list',
    url: 'https://hole.cert.pl/domains/v2/domains.txt',
    category: 'phishing',
    licence: 'CERT Polska terms: free use',
  },
  {
    name: 'URLhaus',
    url: 'https://urlhaus.abuse.ch/downloads/csv_online/',
    category: 'malware',
    licence: 'CC0-1.0',
  },
];
