import { readWebUrl } from '../url/canonical/canonical-url.ts';
import { hostFacts } from '../url/hosts/host-facts.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';
import { canonicalEscapes } from '../url/canonical/percent-escapes.ts';
import { userPartEnd } from '../url/hosts/shared-hosting.ts';
import { isKnownRedirect } from './known-redirect.ts';
import type { TrustScope } from './verdict.ts';

/**
 * `subject`, in canonical spelling, by scope:
 *
 * - link: `host/path?query`, this address alone
 * - path: `host/path/`, everything below it
 * - host: `mail.b.example`, without its subdomains
 * - site: `b.example`, a registrable domain and everything below it
 * - sender: `user@b.example`, links of messages from there
 */
export interface Rule {
  readonly id: string;
  readonly action: 'trust' | 'block';
  readonly scope: TrustScope;
  readonly subject: string;
  /** Unix seconds. */
  readonly addedAt: number;
  /** Unix seconds; no effect from then on. */
  readonly expiresAt: number | null;
  /** ≤ 500 characters. */
  readonly note: string;
  readonly by: 'reader' | 'administrator';
  /** Absent in rules of earlier versions and administrators. */
  readonly from?: RuleOrigin;
}

/** `file`: a backup or an imported list. */
export const RULE_ORIGINS = ['card', 'menu', 'popup', 'settings', 'file'] as const;
export type RuleOrigin = (typeof RULE_ORIGINS)[number];

/** Unix time: end of 9999, which every calendar and formatter handles. */
export const MAX_RULE_TIME = 253_402_300_799;

/** Seconds. Pages offer a week; a broken page must not store a rule that no parser accepts. */
export const MAX_TRUST_SECONDS = 10 * 365 * 86_400;

export interface ScopedSubject {
  readonly scope: TrustScope;
  readonly subject: string;
}

/** Indexed, so that many rules cost few lookups per link. */
export interface Rules {
  readonly bySubject: ReadonlyMap<string, readonly Rule[]>;
  /**
   * For each host, the lengths of the folders that rules name, longest first. A link can have two thousand folders;
   * only these lengths are looked up.
   */
  readonly folderLengths: ReadonlyMap<string, readonly number[]>;
}

export const NO_RULES: Rules = { bySubject: new Map(), folderLengths: new Map() };

function keyOf({ scope, subject }: ScopedSubject): string {
  return `${scope} ${subject}`;
}

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

/** Replaces the same author's rule on this subject. */
export function withRule({ bySubject }: Rules, rule: Rule): Rules {
  const key = keyOf(rule);
  const others = (bySubject.get(key) ?? []).filter(({ by }) => by !== rule.by);
  const after = new Map([...bySubject, [key, [...others, rule]] as const]);
  return { bySubject: after, folderLengths: folderLengthsOf(after) };
}

/** Narrowest first, trustable or not. Without page subjects if the URL was too long. */
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

/** UTF-16 units; no typed or restored rule is longer. */
const MAX_SUBJECT_LENGTH = 4_000;

/** From the page's directory to just below the root. */
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

function* foldersOfLength(lengths: readonly number[], page: string, host: string): Generator<string> {
  for (const length of lengths) {
    if (page[length - 1] === '/' && length > host.length + 1) yield page.slice(0, length);
    else if (length === page.length + 1 && userFolder(page, host) !== null) yield `${page}/`;
  }
}

/**
 * Folders that a server may reach before it decodes all dots: `/~evil/x/%252e%252e/…` is in `/~evil/x/` to a server
 * that decodes once. Yields folders entered, not those returned to.
 */
function* traversedFolders(lengths: readonly number[], { url, host }: LinkLayer): Generator<string> {
  const web = readWebUrl(url);
  if (typeof web === 'string' || web.path === web.sentPath) return;
  const wanted = new Set(lengths);
  // Prefixes, not names: rejoining names would take quadratic time.
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

/** A user's folder on a shared site, if the page is that folder: `docs.google.com/forms/d/1x`. */
function userFolder(page: string, host: string): string | null {
  const { scope, userPaths } = hostFacts(host);
  if (scope !== 'user-path') return null;
  const path = page.slice(host.length);
  return userPartEnd(path, userPaths) === path.length ? `${page}/` : null;
}

export function ruleForLayer(rules: Rules, layer: LinkLayer): Rule | null {
  if (rules.bySubject.size === 0) return null;
  const lengths = rules.folderLengths.get(layer.host ?? '') ?? [];
  return ruleFor(
    rules,
    subjectsWith(layer, (page, host) => candidateFolders(rules, lengths, layer, page, host)),
    ({ action, scope }) => canApply(layer, action, scope),
  );
}

/** Rules on traversed folders never trust: see `canApply`. */
function* candidateFolders(
  { bySubject }: Rules,
  lengths: readonly number[],
  layer: LinkLayer,
  page: string,
  host: string,
): Generator<string> {
  if (lengths.length === 0) return;
  yield* foldersOfLength(lengths, page, host);
  // Only folders with rules: a sender can make thousands of one length.
  for (const subject of traversedFolders(lengths, layer)) {
    if (bySubject.has(keyOf({ scope: 'path', subject }))) yield subject;
  }
}

/**
 * In canonical spelling `%252e%252e` is the parent folder, but a server that decodes once serves something else. So
 * rules on pages or folders reached or left only by decoding block, but never trust.
 */
export function canApply(layer: LinkLayer, action: Rule['action'], scope: TrustScope): boolean {
  return action === 'block' || (scope !== 'link' && scope !== 'path') || sendsCanonicalFolders(layer);
}

function sendsCanonicalFolders({ url }: LinkLayer): boolean {
  const web = readWebUrl(url);
  // Some servers take `\` for `/`; browsers send it only escaped.
  if (typeof web === 'string' || web.path.includes('\\')) return false;
  if (web.path === web.sentPath) return true;
  const names = web.path.split('/').filter((name) => name !== '');
  const sent = web.sentPath.split('/').filter((name) => name !== '');
  return sent.length === names.length && sent.every((name, at) => canonicalEscapes(name) === names[at]);
}

export function ruleFor(
  rules: Rules,
  subjects: readonly ScopedSubject[],
  holds: (rule: Rule) => boolean = () => true,
): Rule | null {
  if (rules.bySubject.size === 0) return null;
  let ofReader: Rule | null = null;
  let ofAdministrator: Rule | null = null;
  // A narrower rule wins: a trusted page on a blocked site, and the reverse.
  for (const subject of subjects) {
    for (const rule of rules.bySubject.get(keyOf(subject)) ?? []) {
      if (!holds(rule)) continue;
      if (rule.by === 'reader') ofReader = stricterRule(ofReader, rule);
      else ofAdministrator = stricterRule(ofAdministrator, rule);
    }
  }
  // Readers may be stricter than administrators, never laxer.
  if (ofAdministrator?.action === 'block') return ofAdministrator;
  return ofReader ?? ofAdministrator;
}

/** The narrower rule; if subjects are equal, the block. */
function stricterRule(found: Rule | null, next: Rule): Rule {
  if (found === null) return next;
  const isSameSubject = found.scope === next.scope && found.subject === next.subject;
  return isSameSubject && next.action === 'block' ? next : found;
}

/**
 * What a reader means by "this link" if nothing is flagged: where known redirectors lead. Never another address in the
 * link, which the sender chooses, nor what an unknown page claims, unless the reader trusts that page.
 *
 * @returns an index into `link.layers`
 */
export function destinationLayer(link: ReadLink, rules: Rules = NO_RULES): number {
  let destination = 0;
  for (;;) {
    const layer = link.layers[destination];
    // A wrapper rule's own destination comes before other addresses.
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
