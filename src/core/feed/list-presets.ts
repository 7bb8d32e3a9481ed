import type { ListVoice } from '../verdict/listing-support.ts';
import type { Category } from '../verdict/verdict.ts';

/** A public list that a reader can take with one click. docs/device-lists.md says how each was chosen and measured. */
export interface ListPreset {
  /** Names it in requests; never changed. */
  readonly id: string;
  /** Its own name, which is not translated. */
  readonly name: string;
  readonly url: string;
  readonly category: Category;
  /** As its makers state it, shown before anything is fetched. */
  readonly licence: string;
  /** Its terms exclude commercial use: only for readers who say that theirs is private, and never under a policy. */
  readonly isPrivateUseOnly: boolean;
  /** Who makes it. */
  readonly maker: string;
  /** Whose lists it takes in, and where it says so; null: that is not known, and it agrees with no other list. */
  readonly derivesFrom: { readonly makers: readonly string[]; readonly source: string } | null;
  /** People or a test of the page stand behind each entry. */
  readonly isReviewed: boolean;
  /** Bytes of a copy that was seen; null if none was. */
  readonly typicalBytes: number | null;
  /**
   * Whether its server lets every page read it (`Access-Control-Allow-Origin: *`), and where that was found. For all
   * others than `yes` the browser is asked for permission first.
   */
  readonly cors: 'yes' | 'no' | 'unknown';
  /** Address of the source for `cors`; empty if it is unknown. */
  readonly corsSource: string;
}

/** A CDN for public files of GitHub; an answer without the header is a fault there. */
const JSDELIVR_CORS = 'https://github.com/jsdelivr/jsdelivr/issues/18595';

/**
 * Few, and for a reason each: entries are looked at by people or by a test of the page, wrong ones are taken out within
 * days, and the terms allow a reader to use them. Each address is meant for many readers: its maker's own, or a CDN's; a
 * publisher, who is one, may ask elsewhere. Otherwise the same descriptions as in feeds/public-feeds.json.
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

/** Who stands behind the list at this address; null for any other than a reviewed preset, and for a file. */
export function voiceOfList(url: string | null): ListVoice | null {
  const preset = LIST_PRESETS.find((each) => each.url === url);
  if (preset === undefined || !preset.isReviewed) return null;
  const { maker, derivesFrom } = preset;
  return { origins: derivesFrom === null ? [] : [maker, ...derivesFrom.makers], isReviewed: true };
}
