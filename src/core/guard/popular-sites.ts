import { withoutEnds } from '../text/without-ends.ts';
import { withinDns } from '../url/canonical/host-name.ts';
import { essentialNames } from './essential-names.ts';
import {
  EVERYDAY_NAMES,
  HOSTING_NAMES,
  MAILING_NAMES,
  MONEY_NAMES,
  NETWORK_NAMES,
  PLATFORM_NAMES,
  WEBMAIL_NAMES,
} from './popular-names.ts';

/**
 * `site`: the name and everything below it. `name`: it and its `www.` alone, since strangers have what is below.
 * `hosting`: as `name`, where what is below is pages of strangers. `mailing`: as `site`, for services that send mail
 * for others.
 */
type Cover = 'site' | 'name' | 'hosting' | 'mailing';

/** How many of each ranked list are popular; beyond it are sites that a criminal's can outrank for a week. */
export const POPULAR_RANKS = 10_000;

/** Country suffixes that are given away, or sold as if they meant something else: a name says nothing there. */
const OPEN_COUNTRIES = new Set(
  'tk ml ga cf gq cc co me io tv ws pw to la vc su ai ly gl gg sh fm am st id gd mn sx nu ms vg'.split(' '),
);
/** Brands that own their name under every country. */
const COUNTRY_BRANDS =
  /^(?:google|amazon|ebay|yahoo|microsoft|ikea|hsbc|santander|bbva|citibank|vodafone|samsung|hp|dhl|nestle)$/;

/**
 * Sites that a great many people have honest dealings with: whoever lists one as a whole has made a mistake, most
 * often by cutting a URL down to its host.
 */
export class PopularSites {
  readonly #covers: ReadonlyMap<string, Cover>;

  /**
   * @param ranked - names that are added to the built-in ones, all of them: of a ranked list no more than its first
   *   `POPULAR_RANKS`, which is for whoever reads the list, since several may stand here one behind the other
   */
  constructor(ranked: readonly string[] = []) {
    const builtIn = builtInCovers();
    if (ranked.length === 0) {
      this.#covers = builtIn;
      return;
    }
    const covers = new Map(builtIn);
    for (const name of ranked) {
      if (!covers.has(name)) covers.set(name, 'site');
    }
    this.#covers = covers;
  }

  /**
   * What a whole host is, or is part of: a popular site, a mailing service, a hosting site; null if none.
   *
   * @param site - the registrable domain of `host`; null if it has none
   */
  coverOf(host: string, site: string | null): 'popular-site' | 'mailing-service' | 'shared-hosting' | null {
    const name = host.startsWith('www.') ? host.slice(4) : host;
    let cover = this.#covers.get(name);
    if (cover === undefined) {
      if (site === null) return null;
      // Names below the site come first: `storage.example.com` can be a `name` while its parent is a `site`.
      for (let parent = withinDns(name); cover === undefined && parent.length > site.length;) {
        const dot = parent.indexOf('.');
        if (dot === -1) break;
        parent = parent.slice(dot + 1);
        cover = this.#covers.get(parent);
      }
      if (cover === undefined) return isCountryBrand(site) ? 'popular-site' : null;
      if (cover === 'name' || cover === 'hosting') return null;
    }
    if (cover === 'hosting') return 'shared-hosting';
    return cover === 'mailing' ? 'mailing-service' : 'popular-site';
  }
}

/** `google.co.jp`: the brand's own name, directly under a country. */
function isCountryBrand(site: string): boolean {
  const labels = site.split('.');
  const country = labels.at(-1) ?? '';
  if (country.length !== 2 || OPEN_COUNTRIES.has(country)) return false;
  const isUnderCountry =
    labels.length === 2 || (labels.length === 3 && /^(?:com?|net|org)$/.test(labels[1] ?? ''));
  return isUnderCountry && COUNTRY_BRANDS.test(labels[0] ?? '');
}

let cached: ReadonlyMap<string, Cover> | null = null;

/** Unpacked on first use: 7,000 names take 3 ms, which a page that never judges an entry should not wait for. */
function builtInCovers(): ReadonlyMap<string, Cover> {
  cached ??= new Map<string, Cover>([
    // First, so that what is known better of a name below holds.
    ...essentialNames().map((name) => [name, 'site'] as const),
    ...[WEBMAIL_NAMES, MONEY_NAMES, PLATFORM_NAMES, EVERYDAY_NAMES].flatMap((table) =>
      namesOf(table).map((name) => [name, 'site'] as const),
    ),
    ...namesOf(MAILING_NAMES).map((name) => [name, 'mailing'] as const),
    ...namesOf(HOSTING_NAMES).map((name) => [name, 'hosting'] as const),
    ...namesOf(NETWORK_NAMES).map((name) => [name, 'name'] as const),
  ]);
  return cached;
}

/** All built-in names, each once, those first that most people meet. */
export function popularNames(): readonly string[] {
  return [...builtInCovers().keys()];
}

/** A line is a suffix and the labels before it: `com google youtube`. */
export function namesOf(table: string): readonly string[] {
  return table.split('\n').flatMap((line) => {
    const [suffix = '', ...labels] = line.trim().split(/\s+/);
    return labels.map((label) => `${label}.${suffix}`);
  });
}

/**
 * Names of a ranked list: one a line, or CSV whose last column is the name, as in Tranco's `1,google.com`. What is
 * no name (a header) is passed over.
 */
export function parseRankedList(text: string): readonly string[] {
  const names: string[] = [];
  for (const line of text.split('\n')) {
    const name = withoutEnds(line.slice(line.lastIndexOf(',') + 1).trim(), `"'.`).toLowerCase();
    if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(name)) names.push(name);
  }
  return names;
}
