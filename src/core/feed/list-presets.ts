import type { ListVoice } from '../verdict/listing-support.ts';
import type { Category } from '../verdict/verdict.ts';

/** docs/device-lists.md says how each preset was chosen and measured. */
export interface ListPreset {
  /** Messages name a preset by its id, so it never changes. */
  readonly id: string;
  /** Not translated. */
  readonly name: string;
  readonly url: string;
  readonly category: Category;
  /** The licence as its makers state it; shown before any fetch. */
  readonly licence: string;
  /**
   * The terms exclude commercial use: offered only after the reader states private use, never under an administrator's
   * policy.
   */
  readonly isPrivateUseOnly: boolean;
  readonly maker: string;
  /**
   * Makers of included lists, and where that is stated. Null if unknown: the list then confirms no other list's
   * entries.
   */
  readonly derivesFrom: { readonly makers: readonly string[]; readonly source: string } | null;
  /** People, or a test of the page, confirm entries. */
  readonly isReviewed: boolean;
  /** Null if no copy was seen. */
  readonly typicalBytes: number | null;
  /** Whether the server sends `Access-Control-Allow-Origin: *`. If not, the browser asks the reader for permission. */
  readonly cors: 'yes' | 'no' | 'unknown';
  readonly corsSource: string;
}

/**
 * Shows that jsDelivr, which serves GitHub's public files, sends the header: its makers call a response without the
 * header a bug.
 */
const JSDELIVR_CORS = 'https://github.com/jsdelivr/jsdelivr/issues/18595';

/**
 * Chosen because people or a test of the page check entries, errors disappear within days, and terms allow use by
 * readers. Addresses are meant for many readers (maker's or CDN). Other criteria are those of feeds/public-feeds.json.
 */
export const LIST_PRESETS: readonly ListPreset[] = [
  {
    id: 'phishing-database-links',
    name: 'Phishing.Database links',
    url: 'https://phish.co.za/latest/phishing-links-ACTIVE.txt',
    category: 'phishing',
    licence: 'MIT',
    isPrivateUseOnly: false,
    maker: 'Phishing.Database',
    derivesFrom: {
      makers: ['OpenPhish', 'PhishTank'],
      source: 'https://github.com/Phishing-Database/Phishing.Database',
    },
    isReviewed: true,
    typicalBytes: 3_900_000,
    cors: 'unknown',
    corsSource: '',
  },
  {
    id: 'cert-polska',
    name: 'CERT Polska warning list',
    url: 'https://hole.cert.pl/domains/v2/domains.txt',
    category: 'phishing',
    licence: 'CERT Polska terms: free use',
    isPrivateUseOnly: false,
    maker: 'CERT Polska',
    derivesFrom: { makers: [], source: 'https://cert.pl/en/posts/2020/03/malicious_domains/' },
    isReviewed: true,
    typicalBytes: null,
    cors: 'unknown',
    corsSource: '',
  },
  {
    id: 'urlhaus',
    name: 'URLhaus',
    url: 'https://urlhaus.abuse.ch/downloads/csv_online/',
    category: 'malware',
    licence: 'CC0-1.0',
    isPrivateUseOnly: false,
    maker: 'abuse.ch',
    derivesFrom: { makers: [], source: 'https://urlhaus.abuse.ch/about/' },
    isReviewed: true,
    typicalBytes: null,
    cors: 'unknown',
    corsSource: '',
  },
  {
    id: 'openphish',
    name: 'OpenPhish community',
    url: 'https://cdn.jsdelivr.net/gh/openphish/public_feed@main/feed.txt',
    category: 'phishing',
    licence: 'OpenPhish terms: personal and non-commercial use',
    isPrivateUseOnly: true,
    maker: 'OpenPhish',
    derivesFrom: { makers: [], source: 'https://openphish.com/kb.html' },
    isReviewed: true,
    typicalBytes: null,
    cors: 'yes',
    corsSource: JSDELIVR_CORS,
  },
];

/** Null unless the URL is that of a reviewed preset. */
export function voiceOfList(url: string | null): ListVoice | null {
  const preset = LIST_PRESETS.find((each) => each.url === url);
  if (preset === undefined || !preset.isReviewed) return null;
  const { maker, derivesFrom } = preset;
  return { origins: derivesFrom === null ? [] : [maker, ...derivesFrom.makers], isReviewed: true };
}
