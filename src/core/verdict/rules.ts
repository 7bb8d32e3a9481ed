import { readWebUrl } from '../url/canonical/canonical-url.ts';
import { hostFacts } from '../url/hosts/host-facts.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';
import { canonicalEscapes } from '../url/canonical/percent-escapes.ts';
import { userPartEnd } from '../url/hosts/shared-hosting.ts';
import { isKnownRedirect } from './known-redirect.ts';
import type { TrustScope } from './verdict.ts';

/**
 * What a reader or an administrator decided about a part of the web: never flag it, or always flag it.
 *
 * `subject` by scope, always in canonical spelling:
 *
 * | scope  | subject                                   | covers                                    |
 * |--------|-------------------------------------------|-------------------------------------------|
 * | link   | `host/path?query`                         | exactly this address                      |
 * | path   | `host/path/`, ends in a slash             | everything below it                       |
 * | host   | `mail.b.example`                          | this host, not its subdomains             |
 * | site   | `b.example`, a registrable domain         | the domain and everything under it        |
 * | sender | `user@b.example`                          | links of messages from this address       |
 */
export interface Rule {
  readonly id: string;
  readonly action: 'trust' | 'block';
  readonly scope: TrustScope;
  readonly subject: string;
  /** Unix time, seconds. */
  readonly addedAt: number;
  /** Unix time, seconds; the rule does nothing from then on. Null: until it is removed. */
  readonly expiresAt: number | null;
  /** The reader's own words; ≤ 500 characters. */
  readonly note: string;
  readonly by: 'reader' | 'administrator';
  /** Where the reader made it; absent in those of earlier versions, and in an administrator's. */
  readonly from?: RuleOrigin;
}

/** `file`: a backup, or a list that was read. */
export const RULE_ORIGINS = ['card', 'menu', 'popup', 'settings', 'file'] as const;
export type RuleOrigin = (typeof RULE_ORIGINS)[number];

/** The last second of the year 9999: no calendar, and no formatter of a browser, has to go further. Unix time. */
export const MAX_RULE_TIME = 253_402_300_799;

/** A page offers a week at most. With more a broken one could have a rule kept that no parser reads again. Seconds. */
export const MAX_TRUST_SECONDS = 10 * 365 * 86_400;

/** One thing a reader may trust or block: see `Rule`. */
export interface ScopedSubject {
  readonly scope: TrustScope;
  readonly subject: string;
}

/** Rules indexed by what they name, so that a link costs a few look-ups however long the list is. */
export interface Rules {
  readonly bySubject: ReadonlyMap<string, readonly Rule[]>;
  /**
   * How long the folders are that rules name, by host, longest first. A sender can put a link into two thousand folders;
   * only those of these lengths are looked up.
   */
  readonly folderLengths: ReadonlyMap<string, readonly number[]>;
}

export const NO_RULES: Rules = { bySubject: new Map(), folderLengths: new Map() };

function keyOf({ scope, subject }: ScopedSubject): string {
  return `${scope} ${subject}`;
}

/** @param now - Unix time, seconds; rules that have run out are left out */
export function indexRules(rules: Iterable<Rule>, now: number): Rules {
  const bySubject = new Map<string, Rule[]>();
  for (const rule of rules) {
    if (rule.expiresAt !== null && rule.expiresAt <= now) continue;
    const key = keyOf(rule);
    const same = bySubject.get(key);
    if (same === undefined) bySubject.set(key, [rule]);
    else same.push(rule);
  }
  return { bySubject, folderLengths: folderLengthsOf(bySubject) };
}

function folderLengthsOf(bySubject: Rules['bySubject']): Rules['folderLengths'] {
  const lengths = new Map<string, Set<number>>();
  for (const [rule] of bySubject.values()) {
    if (rule?.scope !== 'path') continue;
    const host = rule.subject.slice(0, rule.subject.indexOf('/'));
    lengths.set(host, (lengths.get(host) ?? new Set()).add(rule.subject.length));
  }
  return new Map(Array.from(lengths, ([host, found]) => [host, [...found].sort((a, b) => b - a)]));
}

/** The same rules and one more, which is the reader's latest word about its subject. */
export function withRule({ bySubject }: Rules, rule: Rule): Rules {
  const key = keyOf(rule);
  const others = (bySubject.get(key) ?? []).filter(({ by }) => by !== rule.by);
  const after = new Map([...bySubject, [key, [...others, rule]] as const]);
  return { bySubject: after, folderLengths: folderLengthsOf(after) };
}

/**
 * A layer's subjects, narrowest first, whether or not they may be trusted. Empty for what has no host; without a page
 * for what was too long to be read to its end.
 */
export function subjectsOf(layer: LinkLayer): readonly ScopedSubject[] {
  return subjectsWith(layer, allFolders);
}

function subjectsWith(
  { canonical, host, registrableDomain }: LinkLayer,
  foldersOf: (page: string, host: string) => Iterable<string>,
): readonly ScopedSubject[] {
  if (host === null) return [];
  const subjects: ScopedSubject[] = [];
  if (canonical !== null) {
    if (canonical.length <= MAX_SUBJECT_LENGTH) subjects.push({ scope: 'link', subject: canonical });
    const queryAt = canonical.indexOf('?');
    const page = queryAt < 0 ? canonical : canonical.slice(0, queryAt);
    for (const folder of foldersOf(page, host)) subjects.push({ scope: 'path', subject: folder });
  }
  subjects.push({ scope: 'host', subject: host });
  if (registrableDomain !== null) subjects.push({ scope: 'site', subject: registrableDomain });
  return subjects;
}

/** No rule names a longer page or folder: one that is typed, or read from a backup, is no longer. UTF-16 units. */
const MAX_SUBJECT_LENGTH = 4_000;

/** From the directory of the page up to the first one below the root; the root itself is the host. */
function* allFolders(page: string, host: string): Generator<string> {
  const own = userFolder(page, host);
  if (own !== null && own.length <= MAX_SUBJECT_LENGTH) yield own;
  for (
    let slash = page.lastIndexOf('/', MAX_SUBJECT_LENGTH - 1);
    slash > host.length;
    slash = page.lastIndexOf('/', slash - 1)
  ) {
    yield page.slice(0, slash + 1);
  }
}

/** Those of `allFolders` that have one of these lengths, in the order of the lengths. */
function* foldersOfLength(lengths: readonly number[], page: string, host: string): Generator<string> {
  for (const length of lengths) {
    if (page[length - 1] === '/' && length > host.length + 1) yield page.slice(0, length);
    else if (length === page.length + 1 && userFolder(page, host) !== null) yield `${page}/`;
  }
}

/**
 * The folders of these lengths that a server may take the page for before it reads all dots: `/~evil/x/%252e%252e/…` is
 * `/~evil/x/` to one that decodes once. Each way into a folder once; out of it the way leads where it came from.
 */
function* foldersOnTheWay(lengths: readonly number[], { url, host }: LinkLayer): Generator<string> {
  const web = readWebUrl(url);
  if (typeof web === 'string' || web.path === web.sentPath) return;
  const wanted = new Set(lengths);
  // Whole texts of which none is written out before it is asked for: joined anew they would cost a link its square.
  const above: string[] = [];
  let folder = `${host}/`;
  for (const name of canonicalEscapes(web.sentPath).split('/').slice(1, -1)) {
    if (name === '..') folder = above.pop() ?? folder;
    if (name === '..' || name === '.' || name === '') continue;
    above.push(folder);
    folder += `${name}/`;
    if (wanted.has(folder.length)) yield folder;
  }
}

/** The folder of one user of a site that many share, where the page is that folder's own: `docs.google.com/forms/d/1x`. */
function userFolder(page: string, host: string): string | null {
  const { scope, userPaths } = hostFacts(host);
  if (scope !== 'user-path') return null;
  const path = page.slice(host.length);
  return userPartEnd(path, userPaths) === path.length ? `${page}/` : null;
}

/** The rule that decides over a layer; null if none names it. */
export function ruleForLayer(rules: Rules, layer: LinkLayer): Rule | null {
  if (rules.bySubject.size === 0) return null;
  const lengths = rules.folderLengths.get(layer.host ?? '') ?? [];
  return ruleFor(
    rules,
    subjectsWith(layer, (page, host) => foldersNamed(rules, lengths, layer, page, host)),
    ({ action, scope }) => holdsOn(layer, action, scope),
  );
}

/** Those of a link that rules may name, its own first. What is on the way alone is trusted by none: see `holdsOn`. */
function* foldersNamed(
  { bySubject }: Rules,
  lengths: readonly number[],
  layer: LinkLayer,
  page: string,
  host: string,
): Generator<string> {
  if (lengths.length === 0) return;
  yield* foldersOfLength(lengths, page, host);
  // A sender can make thousands of one length.
  for (const subject of foldersOnTheWay(lengths, layer)) {
    if (bySubject.has(keyOf({ scope: 'path', subject }))) yield subject;
  }
}

/**
 * Whether a rule of this kind can hold on a layer. A page is known by its canonical spelling, in which `%252e%252e` is
 * the folder above; a server that decodes once serves what stands in front of it. So a page or folder that was found by
 * decoding alone, and a folder that was left by it, is blocked by a rule for it, and trusted by none.
 */
export function holdsOn(layer: LinkLayer, action: Rule['action'], scope: TrustScope): boolean {
  return action === 'block' || (scope !== 'link' && scope !== 'path') || hasSentFolders(layer);
}

/** Whether a server is asked for the folders of the canonical path, each by its own name. */
function hasSentFolders({ url }: LinkLayer): boolean {
  const web = readWebUrl(url);
  // Some servers take `\` for `/`; a browser never sends one but escaped.
  if (typeof web === 'string' || web.path.includes('\\')) return false;
  if (web.path === web.sentPath) return true;
  const names = web.path.split('/').filter((name) => name !== '');
  const sent = web.sentPath.split('/').filter((name) => name !== '');
  return sent.length === names.length && sent.every((name, at) => canonicalEscapes(name) === names[at]);
}

/** The rule that decides over what has these subjects, narrowest first; null if none names it. */
export function ruleFor(
  rules: Rules,
  subjects: readonly ScopedSubject[],
  holds: (rule: Rule) => boolean = () => true,
): Rule | null {
  if (rules.bySubject.size === 0) return null;
  let ofReader: Rule | null = null;
  let ofAdministrator: Rule | null = null;
  // Narrowest first: "trust this page" holds although its site is blocked, and the other way round.
  for (const subject of subjects) {
    for (const rule of rules.bySubject.get(keyOf(subject)) ?? []) {
      if (!holds(rule)) continue;
      if (rule.by === 'reader') ofReader = stricter(ofReader, rule);
      else ofAdministrator = stricter(ofAdministrator, rule);
    }
  }
  // A reader may be stricter than the administrator, never laxer.
  if (ofAdministrator?.action === 'block') return ofAdministrator;
  return ofReader ?? ofAdministrator;
}

/** Of two rules of one author: the first found (the narrower one), but of one subject the block. */
function stricter(found: Rule | null, next: Rule): Rule {
  if (found === null) return next;
  const isSameSubject = found.scope === next.scope && found.subject === next.subject;
  return isSameSubject && next.action === 'block' ? next : found;
}

/**
 * The layer a reader means by "this link" when nothing in it is flagged: where redirectors lead, by what their own rule
 * names. Never what stands beside that, which is as the sender likes; nor what a page of which nothing is known says
 * that it leads to, unless the reader trusts that page already. Index into `link.layers`.
 */
export function destinationLayer(link: ReadLink, rules: Rules = NO_RULES): number {
  let destination = 0;
  for (;;) {
    const layer = link.layers[destination];
    // What a rule names stands before what is beside it.
    const next = link.layers.findIndex(
      ({ parent, isCarried }) => parent === destination && isCarried !== true,
    );
    const named = link.layers[next];
    if (layer === undefined || named === undefined || named.failure !== null) return destination;
    const leadsOn = isKnownRedirect(layer, named.wrapper) || ruleForLayer(rules, layer)?.action === 'trust';
    if (!leadsOn) return destination;
    destination = next;
  }
}
