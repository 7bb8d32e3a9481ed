import { parseExclusion } from './exclusion-entry.ts';
import { FieldProblems, type FieldProblem, type Members } from '../fields/field-problems.ts';
import { fail, ok, type Result } from '../result.ts';
import { DAY_SECONDS, dayNumberOn } from '../utc-day.ts';
import { CATEGORIES, SEVERAL_SOURCES } from '../verdict/verdict.ts';
import type { FeedColumns, FeedDescription, FeedLimits } from './feed-description.ts';
import { FEED_FORMATS } from './feed-line.ts';

export interface Exclusion {
  /** A host (and everything below it) or a URL (only that page). */
  readonly entry: string;
  readonly reason: string;
  /** Unix seconds; null: the exclusion never ends. */
  readonly expiresAt: number | null;
}

/** Paths are relative to the folder of `feeds.json`. */
export interface FeedsFile {
  readonly feeds: readonly FeedDescription[];
  /** Ranked lists of popular hosts. */
  readonly popular: readonly string[];
  /** Lists of hosts that are never flagged. */
  readonly knownGood: readonly string[];
  readonly exclusions: readonly Exclusion[];
  readonly warnings: readonly FieldProblem[];
}

export const MAX_FEEDS = 500;
/** The limit for groups in section names: docs/snapshot-format.md. */
export const MAX_GROUP_BYTES = 64;

const DEFAULT_LIMITS: FeedLimits = {
  minEntries: 1,
  maxEntries: 20_000_000,
  shrinkTo: 0.5,
  growTo: 3,
  maxRefused: 0.5,
  maxBytes: 1024 * 1024 * 1024,
};
const CONFIDENCE_WORDS: ReadonlyMap<string, number> = new Map([
  ['low', 0.3],
  ['medium', 0.6],
  ['high', 0.9],
]);

export function parseFeedsFile(value: unknown): Result<FeedsFile, readonly FieldProblem[]> {
  const fields = new FieldProblems();
  const file = new FeedsFileReader(fields).file(value);
  return fields.problems.length > 0 ? fail(fields.problems) : ok(file);
}

export function groupProblems(name: string): readonly string[] {
  return [
    ...(new TextEncoder().encode(name).length > MAX_GROUP_BYTES
      ? [`may have at most ${MAX_GROUP_BYTES} bytes`]
      : []),
    ...(hasControlCharacter(name) ? ['may have no control characters'] : []),
    ...(name === SEVERAL_SOURCES ? [`'${SEVERAL_SOURCES}' means that several sources agree`] : []),
  ];
}

class FeedsFileReader {
  readonly #fields: FieldProblems;

  constructor(fields: FieldProblems) {
    this.#fields = fields;
  }

  file(value: unknown): FeedsFile {
    const root = this.#fields.record(value, '');
    this.#fields.warnUnknownKeys(root, '', ['$schema', 'feeds', 'popular', 'knownGood', 'exclusions']);
    const items = this.#fields.list(root.get('feeds'), 'feeds');
    if (items.length === 0) this.#fields.problem('feeds', 'must be a list with at least one feed');
    if (items.length > MAX_FEEDS) this.#fields.problem('feeds', `may have at most ${MAX_FEEDS} feeds`);
    const feeds = items.slice(0, MAX_FEEDS).map((item, index) => this.#feed(item, `feeds[${index}]`));
    const names = new Map<string, number>();
    for (const [index, { name }] of feeds.entries()) {
      const other = names.get(name);
      if (other !== undefined && name !== '') {
        this.#fields.problem(`feeds[${index}].name`, `'${name}' is the name of feeds[${other}] too`);
      }
      names.set(name, index);
    }
    return {
      feeds,
      popular: this.#places(root.get('popular'), 'popular'),
      knownGood: this.#places(root.get('knownGood'), 'knownGood'),
      exclusions: this.#fields
        .optionalList(root.get('exclusions'), 'exclusions')
        .map((item, index) => this.#exclusion(item, `exclusions[${index}]`)),
      warnings: this.#fields.warnings,
    };
  }

  #feed(value: unknown, path: string): FeedDescription {
    const feed = this.#fields.record(value, path);
    this.#fields.warnUnknownKeys(feed, path, FEED_KEYS);
    const name = this.#name(feed.get('name'), `${path}.name`);
    const group = feed.has('group') ? this.#name(feed.get('group'), `${path}.group`) : name;
    return {
      name,
      group,
      source: this.#source(feed, path),
      format: this.#fields.oneOf(feed.get('format'), `${path}.format`, FEED_FORMATS, 'url-list'),
      columns: this.#columns(feed, path),
      category: this.#fields.oneOf(feed.get('category'), `${path}.category`, CATEGORIES, 'phishing'),
      confidence: this.#confidence(feed.get('confidence'), `${path}.confidence`),
      reviewed: this.#fields.flag(feed.get('reviewed'), `${path}.reviewed`, false),
      licence: this.#licence(feed, path),
      terms: this.#fields.optionalText(feed.get('terms'), `${path}.terms`),
      contact: this.#fields.optionalText(feed.get('contact'), `${path}.contact`),
      expiryDays: this.#fields.optionalNumber(feed.get('expiryDays'), `${path}.expiryDays`, 1, 3650),
      hostEntries: this.#fields.flag(feed.get('hostEntries'), `${path}.hostEntries`, true),
      landmarks: this.#fields.texts(feed.get('landmarks'), `${path}.landmarks`),
      limits: this.#limits(feed.get('limits'), `${path}.limits`),
    };
  }

  #source(feed: Members, path: string): FeedDescription['source'] {
    const hasUrl = feed.has('url');
    if (hasUrl === feed.has('file')) {
      this.#fields.problem(path, hasUrl ? "has both 'url' and 'file': keep one" : "needs 'url' or 'file'");
    }
    if (!hasUrl)
      return { kind: 'file', path: this.#fields.optionalText(feed.get('file'), `${path}.file`) ?? '' };
    const url = this.#fields.text(feed.get('url'), `${path}.url`);
    if (url !== '' && !/^https?:\/\//i.test(url))
      this.#fields.problem(`${path}.url`, 'must start with https:// or http://');
    else if (url !== '') this.#address(url, `${path}.url`);
    return { kind: 'url', url };
  }

  /** Messages leave out the URL: terminals and logs must not show passwords. */
  #address(url: string, path: string): void {
    if (!URL.canParse(url)) return this.#fields.problem(path, 'is not a web address');
    const { username, password } = new URL(url);
    if (username !== '' || password !== '')
      this.#fields.problem(path, 'holds a name or password, which is never sent and would be published');
  }

  #columns(feed: Members, path: string): FeedColumns {
    const value = feed.get('columns');
    if (value === undefined) return { entry: null, only: {} };
    const columns = this.#fields.record(value, `${path}.columns`);
    this.#fields.warnUnknownKeys(columns, `${path}.columns`, ['entry', 'only']);
    const only: [string, readonly string[]][] = [];
    if (columns.has('only')) {
      for (const [name, values] of this.#fields.record(columns.get('only'), `${path}.columns.only`)) {
        const wanted = `${path}.columns.only.${name}`;
        only.push([name, typeof values === 'string' ? [values] : this.#fields.texts(values, wanted)]);
      }
    }
    const entry = columns.get('entry');
    return {
      entry: this.#fields.optionalText(
        typeof entry === 'number' ? String(entry) : entry,
        `${path}.columns.entry`,
      ),
      only: Object.fromEntries(only),
    };
  }

  #limits(value: unknown, path: string): FeedLimits {
    if (value === undefined) return DEFAULT_LIMITS;
    const limits = this.#fields.record(value, path);
    this.#fields.warnUnknownKeys(limits, path, Object.keys(DEFAULT_LIMITS));
    const limit = (name: keyof FeedLimits, least: number, most: number): number =>
      this.#fields.optionalNumber(limits.get(name), `${path}.${name}`, least, most) ?? DEFAULT_LIMITS[name];
    return {
      minEntries: limit('minEntries', 0, 1e9),
      maxEntries: limit('maxEntries', 1, 1e9),
      shrinkTo: limit('shrinkTo', 0, 1),
      growTo: limit('growTo', 1, 1e6),
      maxRefused: limit('maxRefused', 0, 1),
      maxBytes: limit('maxBytes', 1, 1e12),
    };
  }

  #exclusion(value: unknown, path: string): Exclusion {
    if (typeof value === 'string') {
      this.#fields.problem(
        path,
        'must be an object {entry, reason, expires}: an exclusion without a reason is never removed',
      );
      return { entry: '', reason: '', expiresAt: null };
    }
    const exclusion = this.#fields.record(value, path);
    this.#fields.warnUnknownKeys(exclusion, path, ['entry', 'reason', 'expires']);
    const entry = this.#fields.text(exclusion.get('entry'), `${path}.entry`);
    if (entry !== '' && !parseExclusion(entry).ok)
      this.#fields.problem(
        `${path}.entry`,
        'must be a host, a page or an address: this would exclude nothing',
      );
    return {
      entry,
      reason: this.#fields.text(exclusion.get('reason'), `${path}.reason`),
      expiresAt: this.#day(exclusion.get('expires'), `${path}.expires`),
    };
  }

  /** End of the day `2027-01-31` in UTC, as Unix seconds. */
  #day(value: unknown, path: string): number | null {
    if (value === undefined || value === null) return null;
    const match = typeof value === 'string' ? /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) : null;
    const days = match === null ? null : dayNumberOn(Number(match[1]), Number(match[2]), Number(match[3]));
    if (days === null) this.#fields.problem(path, 'must be a day such as "2027-01-31"');
    return days === null ? null : (days + 1) * DAY_SECONDS;
  }

  #licence(feed: Members, path: string): string {
    const licence = this.#fields.optionalText(feed.get('licence'), `${path}.licence`);
    if (licence !== null) return licence;
    this.#fields.warning(`${path}.licence`, 'is missing: readers are told "not stated"');
    return 'not stated';
  }

  #confidence(value: unknown, path: string): number {
    if (value === undefined) return 0.5;
    const word = typeof value === 'string' ? CONFIDENCE_WORDS.get(value) : undefined;
    if (word !== undefined) return word;
    if (typeof value === 'number' && value >= 0 && value <= 1) return value;
    this.#fields.problem(path, "must be a number from 0 to 1, or 'low', 'medium' or 'high'");
    return 0;
  }

  #name(value: unknown, path: string): string {
    const name = this.#fields.text(value, path);
    for (const message of groupProblems(name)) this.#fields.problem(path, message);
    return name;
  }

  #places(value: unknown, path: string): readonly string[] {
    const places =
      typeof value === 'string' ? [this.#fields.text(value, path)] : this.#fields.texts(value, path);
    for (const [index, place] of places.entries()) {
      if (/^https?:\/\//i.test(place))
        this.#address(place, typeof value === 'string' ? path : `${path}[${index}]`);
    }
    return places;
  }
}

const FEED_KEYS = [
  'name',
  'url',
  'file',
  'format',
  'category',
  'confidence',
  'group',
  'reviewed',
  'licence',
  'terms',
  'contact',
  'expiryDays',
  'hostEntries',
  'columns',
  'landmarks',
  'limits',
] as const;

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\u007F');
}
