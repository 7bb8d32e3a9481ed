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
 * `site`: covers all below it. `name`: only itself and its `www.`, because strangers own its other subdomains.
 * `hosting`: a `name` with strangers' pages below. `mailing`: a `site` that sends mail for others.
 */
type Cover = 'site' | 'name' | 'hosting' | 'mailing';

/** Names taken from each ranked list. Below this rank, a criminal's site can stay in the ranking for a week. */
export const POPULAR_RANKS = 10_000;

/** Endings that are free, or sold for another meaning: a brand's name proves nothing. */
const OPEN_COUNTRIES = new Set(
  'tk ml ga cf gq cc co me io tv ws pw to la vc su ai ly gl gg sh fm am st id gd mn sx nu ms vg'.split(' '),
);
const COUNTRY_BRANDS =
  /^(?:google|amazon|ebay|yahoo|microsoft|ikea|hsbc|santander|bbva|citibank|vodafone|samsung|hp|dhl|nestle)$/;

/** A feed that lists one of these sites is mistaken; mostly, it cut a URL to its host. */
export class PopularSites {
  readonly #covers: ReadonlyMap<string, Cover>;

  /** @param ranked - taken whole: the caller cuts each list to `POPULAR_RANKS`, as several may be concatenated */
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
   * Cover of the host itself, or of its closest known parent.
   *
   * @param site - registrable domain of `host`
   */
  coverOf(host: string, site: string | null): 'popular-site' | 'mailing-service' | 'shared-hosting' | null {
    const name = host.startsWith('www.') ? host.slice(4) : host;
    let cover = this.#covers.get(name);
    if (cover === undefined) {
      if (site === null) return null;
      // `storage.example.com` can be a `name` below a `site`.
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

/** `google.co.jp` */
function isCountryBrand(site: string): boolean {
  const labels = site.split('.');
  const country = labels.at(-1) ?? '';
  if (country.length !== 2 || OPEN_COUNTRIES.has(country)) return false;
  const isUnderCountry =
    labels.length === 2 || (labels.length === 3 && /^(?:com?|net|org)$/.test(labels[1] ?? ''));
  return isUnderCountry && COUNTRY_BRANDS.test(labels[0] ?? '');
}

let cached: ReadonlyMap<string, Cover> | null = null;

/** Lazy: unpacking 7,000 names takes 3 ms. */
function builtInCovers(): ReadonlyMap<string, Cover> {
  cached ??= new Map<string, Cover>([
    // First, so that the tables below override it.
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

/** Most widely known first. */
export function popularNames(): readonly string[] {
  return [...builtInCovers().keys()];
}

export function namesOf(table: string): readonly string[] {
  return table.split('\n').flatMap((line) => {
    const [suffix = '', ...labels] = line.trim().split(/\s+/);
    return labels.map((label) => `${label}.${suffix}`);
  });
}

/** One name a line, or CSV with the name last (Tranco: `1,google.com`). */
export function parseRankedList(text: string): readonly string[] {
  const names: string[] = [];
  for (const line of text.split('\n')) {
    const name = withoutEnds(line.slice(line.lastIndexOf(',') + 1).trim(), `"'.`).toLowerCase();
    if (/^[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/.test(name)) names.push(name);
  }
  return names;
}
