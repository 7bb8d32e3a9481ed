import type { WebUrl } from '../canonical/canonical-url.ts';
import { decodeOnce, utf8Text } from '../canonical/percent-escapes.ts';
import { queryParameters } from '../canonical/query-parameters.ts';
import { base64Bytes, isAbsolute, LEADING_BLANKS, readDestinations } from './read-destination.ts';
import type { ReadingBudget } from './reading-budget.ts';
import { words } from '../hosts/host-table.ts';
import { translatedPages } from './translated-pages.ts';
import type { Destination, WrapperRule } from '../tables/wrapper-rule.ts';
import { WRAPPER_RULES } from '../tables/wrapper-rules.ts';

export interface Unwrapped {
  readonly rule: WrapperRule;
  /** Destinations found where the rule expects them; read first, so that nothing displaces them. */
  readonly named: readonly string[];
  /** Other URLs in the link, perhaps for another device, or a fallback. */
  readonly others: readonly string[];
}

/** Of each kind, named and others: `readLink` has no room for more. */
const MAX_DESTINATIONS = 15;

/** Rules for any host, by the letters in `initials`. */
const SHAPES = shapesByInitial(WRAPPER_RULES);

/** For trackers, which are known to hide destinations: only rules that find one. */
const REVEALING_SHAPES = shapesByInitial(WRAPPER_RULES.filter((rule) => rule.destination.in !== 'nowhere'));

const ANY_INITIAL = shapesOf('*', WRAPPER_RULES);

function shapesByInitial(rules: readonly WrapperRule[]): ReadonlyMap<number, readonly WrapperRule[]> {
  const initials = new Set(rules.flatMap((rule) => (rule.initials ?? '').split('')));
  return new Map(Array.from(initials, (letter) => [letter.charCodeAt(0), shapesOf(letter, rules)]));
}

function shapesOf(letter: string, rules: readonly WrapperRule[]): readonly WrapperRule[] {
  return rules.filter((rule) => rule.initials?.includes(letter) === true);
}

const NO_PATH = '-'.charCodeAt(0);
const NO_RULES: readonly WrapperRule[] = [];
const NOTHING: readonly string[] = [];

/** @returns null if no rule finds or hides anything */
export function unwrap(
  sent: WebUrl,
  rules: readonly WrapperRule[],
  isTracker: boolean,
  budget: ReadingBudget,
): Unwrapped | null {
  const url = asServersRead(sent);
  const { sentPath, sentQuery } = url;
  const known = rules.length === 0 ? null : applyRules(rules, url, budget);
  if (known !== null && hasDestinations(known)) return known;
  const initial = sentPath.length > 1 ? sentPath.charCodeAt(1) : sentQuery === null ? 0 : NO_PATH;
  const shapes = (isTracker ? REVEALING_SHAPES : SHAPES).get(initial) ?? NO_RULES;
  const shaped = shapes.length === 0 ? null : applyRules(shapes, url, budget);
  if (shaped !== null) return hasDestinations(shaped) || known === null ? shaped : known;
  return known ?? (sentPath.endsWith('.php') ? applyRules(ANY_INITIAL, url, budget) : null);
}

/** These characters equal their escapes (RFC 3986 section 2.3). */
const UNRESERVED = /%(?:2[de]|3\d|4[1-9a-f]|5[\daf]|6[1-9a-f]|7[\dae])/gi;
const SLASHES = /(?<!:)\/{2,}/g;

/** Servers read `/%75rl` and `//url` as `/url`, but browsers send them unchanged. */
function asServersRead(url: WebUrl): WebUrl {
  const { sentPath } = url;
  if (!sentPath.includes('%') && !sentPath.includes('//')) return url;
  const path = sentPath.replace(UNRESERVED, decodeOnce).replace(SLASHES, '/');
  return path === sentPath ? url : { ...url, sentPath: path };
}

export function hasDestinations({ named, others }: Unwrapped): boolean {
  return named.length > 0 || others.length > 0;
}

/**
 * Applies all rules that fit: stopping at the first find would let a sender hide other destinations. The result's rule
 * is the first that names a destination, or else hides it, or else finds another URL.
 */
function applyRules(rules: readonly WrapperRule[], url: WebUrl, budget: ReadingBudget): Unwrapped | null {
  let naming: WrapperRule | null = null;
  let sealed: WrapperRule | null = null;
  let carrying: WrapperRule | null = null;
  let named: readonly string[] = NOTHING;
  let others: readonly string[] = NOTHING;
  for (const rule of rules) {
    if (!matchesRule(rule, url)) continue;
    const found = destinationsOf(rule.destination, url, budget);
    if (rule.sealed !== undefined) sealed ??= rule;
    if (found.named.length > 0) {
      naming ??= rule;
      named = [...named, ...distinct(found.named, budget)];
    }
    if (found.others.length > 0) {
      carrying ??= rule;
      others = [...others, ...distinct(found.others, budget)];
    }
  }
  const rule = naming ?? sealed ?? carrying;
  return rule === null ? null : { rule, named: distinct(named, budget), others: distinct(others, budget) };
}

function matchesRule(rule: WrapperRule, url: WebUrl): boolean {
  if (rule.path !== undefined && !rule.path.test(url.sentPath)) return false;
  return rule.query === undefined || rule.query.test(url.sentQuery ?? '');
}

function distinct(texts: readonly string[], budget: ReadingBudget): readonly string[] {
  if (texts.length < 2) return texts;
  const found = new Set(texts);
  if (found.size > MAX_DESTINATIONS) budget.stopAt('layers');
  return [...found].slice(0, MAX_DESTINATIONS);
}

type Found = Pick<Unwrapped, 'named' | 'others'>;

function destinationsOf(destination: Destination, url: WebUrl, budget: ReadingBudget): Found {
  return destination.in === 'query'
    ? fromQuery(url.sentQuery ?? '', destination, budget)
    : { named: fromElsewhere(destination, url, budget), others: [] };
}

function fromElsewhere(
  destination: Exclude<Destination, { readonly in: 'query' }>,
  url: WebUrl,
  budget: ReadingBudget,
): readonly string[] {
  switch (destination.in) {
    case 'whole-query':
      return readDestinations(url.sentQuery ?? '', { isBare: destination.isBare === true }, budget);
    case 'path': {
      const isBare = destination.isBare === true;
      const whole = url.sentQuery === null ? url.sentPath : `${url.sentPath}?${url.sentQuery}`;
      return captureAll(destination.pattern, whole).flatMap((part) =>
        readDestinations(part, { isBare }, budget),
      );
    }
    case 'anywhere':
      return fromAnywhere(url, budget);
    case 'url-defense-2':
      return fromUrlDefense2(url, budget);
    case 'url-defense-3':
      return fromUrlDefense3(url);
    case 'check-point':
      return fromCheckPoint(url, budget);
    case 'translate-host':
      return translatedPages(url, MAX_DESTINATIONS + 1);
    case 'nowhere':
      return [];
  }
}

/** Captures may overlap: one may contain the next. Takes one more than fits, to detect excess. */
function captureAll(pattern: RegExp, text: string): readonly string[] {
  pattern.lastIndex = 0;
  const parts: string[] = [];
  while (parts.length <= MAX_DESTINATIONS) {
    const match = pattern.exec(text);
    if (match === null) break;
    const [whole, part = ''] = match;
    parts.push(part);
    pattern.lastIndex = match.index + Math.max(1, whole.lastIndexOf(part));
  }
  return parts;
}

function fromQuery(
  query: string,
  { names, isBare: bare, skip = 0 }: Destination & { readonly in: 'query' },
  budget: ReadingBudget,
): Found {
  const isBare = bare === true;
  const known = words(names);
  const named: string[] = [];
  const others: string[] = [];
  for (const { name, value } of queryParameters(query)) {
    const text = decodeOnce(value.replace(LEADING_BLANKS, ''));
    if (known.includes(name)) named.push(...readDestinations(text.slice(skip), { isBare }, budget));
    else if (isAbsolute(text)) others.push(text);
  }
  return { named, others };
}

/** `//a.b` */
const SHORTEST_ADDRESS = 5;
const WHOLE = { isBare: false } as const;

function fromAnywhere(url: WebUrl, budget: ReadingBudget): readonly string[] {
  const parts = url.sentPath.split('/');
  for (const { value } of queryParameters(url.sentQuery ?? '')) parts.push(value);
  const found: string[] = [];
  for (const part of parts) {
    if (part.length < SHORTEST_ADDRESS) continue;
    for (const address of readDestinations(decodeOnce(part), WHOLE, budget)) found.push(address);
  }
  return found;
}

/** `-` is `%` and `_` is `/`. Tries the parameter unescaped, as servers do, and raw, in case nobody escaped it. */
function fromUrlDefense2(url: WebUrl, budget: ReadingBudget): readonly string[] {
  return queryParameters(url.sentQuery ?? '')
    .filter(({ name }) => name === 'u')
    .map(({ value }) => value.replace(LEADING_BLANKS, ''))
    .flatMap((value) => [...new Set([decodeOnce(value), value])])
    .flatMap((value) =>
      readDestinations(
        decodeOnce(value.replaceAll('-', '%').replaceAll('_', '/')),
        { isBare: false },
        budget,
      ),
    );
}

const RUN_LENGTHS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** `/v3/__URL__;CHARACTERS!…`: each `*` is the next of the characters, `**X` a run of 2 (`A`) to 65 (`_`). */
function fromUrlDefense3(url: WebUrl): readonly string[] {
  const whole = url.sentQuery === null ? url.sentPath : `${url.sentPath}?${url.sentQuery}`;
  const start = whole.indexOf('__') + 2;
  // Tries the last end mark, as the URL may itself be URL Defense's; and the first, as anybody can append another.
  const ends = [whole.lastIndexOf('__;'), url.sentPath.lastIndexOf('__;'), whole.indexOf('__;', start)];
  return [...new Set(ends)].flatMap((end) => urlDefense3Reading(whole, start, end));
}

function urlDefense3Reading(whole: string, start: number, end: number): readonly string[] {
  const bang = whole.indexOf('!', end);
  if (end < start || bang === -1) return [];
  const bytes = base64Bytes(whole.slice(end + 3, bang));
  if (bytes === null) return [];
  const characters = Array.from(utf8Text(bytes));
  let next = 0;
  const text = whole.slice(start, end).replace(/\*(?:\*([\w-]))?/g, (_, run: string | undefined) => {
    const length = run === undefined ? 1 : RUN_LENGTHS.indexOf(run) + 2;
    next += length;
    return characters.slice(next - length, next).join('');
  });
  return isAbsolute(text) ? [text.replace(/^([a-z]+:\/)([^/])/i, '$1/$2')] : [];
}

/** `/v2/___URL___.TOKEN`, with `*2F` for `%2F`; below `/v2/r0N/`, some links have N added to each character's code. */
function fromCheckPoint(url: WebUrl, budget: ReadingBudget): readonly string[] {
  const whole = url.sentQuery === null ? url.sentPath : `${url.sentPath}?${url.sentQuery}`;
  const open = whole.indexOf('___');
  const close = whole.lastIndexOf('___');
  if (open === -1) return [];
  const text = whole.slice(open + 3, close > open ? close : undefined).replace(/\*([\da-f]{2})/gi, '%$1');
  const shift = Number(/^\/v2\/r0(\d)\//.exec(url.sentPath)?.[1] ?? 0);
  if (isAbsolute(text) || shift === 0) return readDestinations(text, { isBare: true }, budget);
  const shifted = decodeOnce(text).replace(/[^]/g, (unit) =>
    String.fromCharCode(Math.max(0x20, unit.charCodeAt(0) - shift)),
  );
  return isAbsolute(shifted) ? [shifted] : [];
}
