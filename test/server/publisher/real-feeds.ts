import { sharedData } from '../../shared-data.ts';

/** One real feed beside the checkout, as `feeds.json` describes it. */
interface RealFeed {
  readonly file: string;
  readonly format: string;
  readonly category: string;
  readonly confidence: number;
  readonly group?: string;
  readonly reviewed?: boolean;
  readonly licence: string;
}

/**
 * What the feeds in `../shared/data/feeds` are. Reformattings of one list share a group: they are one voice. Whether a
 * person or a test of the page stands behind each entry is what their maintainers say of them.
 */
const REAL_FEEDS: Readonly<Record<string, RealFeed>> = {
  'Phishing.Database links': feed(
    'phishing_database_links_active_20260313',
    'url-list',
    'phishing',
    0.7,
    'MIT',
    {
      group: 'Phishing.Database',
      reviewed: true,
    },
  ),
  'Phishing.Database domains': feed(
    'phishing_database_domains_active_20260313',
    'domain-list',
    'phishing',
    0.7,
    'MIT',
    {
      group: 'Phishing.Database',
      reviewed: true,
    },
  ),
  OpenPhish: feed('openphish_asof_2026-06-30', 'url-list', 'phishing', 0.9, 'OpenPhish terms', {
    reviewed: true,
  }),
  TweetFeed: feed('tweetfeed_asof_2026-06-30', 'url-list', 'phishing', 0.5, 'CC0-1.0'),
  'Block List Project phishing': feed(
    'blocklistproject_phishing',
    'domain-list',
    'phishing',
    0.5,
    'Unlicense',
    {
      group: 'Block List Project',
    },
  ),
  'Block List Project scam': feed('blocklistproject_scam', 'domain-list', 'scam', 0.5, 'Unlicense', {
    group: 'Block List Project',
  }),
  ChongLuaDao: feed('chongluadao', 'domain-list', 'scam', 0.6, 'not stated'),
  'Critical Path': feed('criticalpath_atomspam', 'url-list', 'phishing', 0.5, 'not stated'),
  'Discord phishing links': feed('discord_phishing_links', 'json', 'phishing', 0.6, 'MIT'),
  DurableNapkin: feed('durablenapkin_scam', 'hosts', 'scam', 0.6, 'MIT'),
  FadeMind: feed('fademind_risk', 'hosts', 'spam', 0.3, 'GPL-3.0'),
  'Global Anti-Scam Organization': feed('global_anti_scam_org', 'domain-list', 'scam', 0.6, 'not stated'),
  iam_py_test: feed('iampytest_antimalware', 'domain-list', 'malware', 0.6, 'CC0-1.0'),
  JarelLlama: feed('jarelllama_raw_light', 'domain-list', 'scam', 0.6, 'GPL-3.0'),
  Polkadot: feed('polkadot_phishing', 'json', 'phishing', 0.8, 'Apache-2.0', { reviewed: true }),
  ShadowWhisperer: feed('shadowwhisperer_malware', 'domain-list', 'malware', 0.5, 'MIT'),
  URLhaus: feed('urlhaus_filter_20250719', 'adblock', 'malware', 0.9, 'CC0-1.0', { reviewed: true }),
};

function feed(
  file: string,
  format: string,
  category: string,
  confidence: number,
  licence: string,
  more: { readonly group?: string; readonly reviewed?: boolean } = {},
): RealFeed {
  return { file: sharedData(`feeds/${file}.txt.gz`), format, category, confidence, licence, ...more };
}

/** The value of a `feeds.json` of the real feeds: more than 500,000 entries after guards. */
export function realFeedsFile(): { readonly feeds: readonly object[] } {
  return { feeds: Object.entries(REAL_FEEDS).map(([name, rest]) => ({ name, ...rest })) };
}
