import { shortenerOf, trackerOf, wrapperOf } from '../url/hosts/known-hosts.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';
import { readLink } from '../url/read-link.ts';
import { isListedSuffix, isPublicSuffix } from '../url/hosts/registrable-domain.ts';
import { isSharedHost, sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import {
  destinationLayer,
  canApply,
  type Rule,
  type Rules,
  type ScopedSubject,
  subjectsOf,
} from './rules.ts';
import { addressOf } from './sender-address.ts';
import { layerOf, type TrustScope, type Verdict } from './verdict.ts';

/**
 * What a reader may trust or block, narrowest first. Of shared names (wrappers, trackers, shorteners, hosting sites,
 * public suffixes), only this link or the user's own part: one Google form must neither block all of google.com nor
 * trust it.
 */
export function decidableSubjects(layer: LinkLayer): readonly ScopedSubject[] {
  if (layer.isWrapper) return [];
  const subjects = subjectsOf(layer);
  const host = layer.host ?? '';
  const isRedirector = shortenerOf(host) !== null || trackerOf(host) !== null;
  if (isSharedByEverybody(host) || isRedirector) return subjects.filter(({ scope }) => scope === 'link');
  // On hosting sites, only folders in the user's part.
  const start = isSharedHost(host) ? userFolderOf(layer) : '';
  return subjects.filter(({ scope, subject }) => {
    if (scope === 'link') return true;
    if (scope === 'path') return start !== null && subject.startsWith(start);
    return belongsToPageOwner(subject, host);
  });
}

function belongsToPageOwner(subject: string, host: string): boolean {
  const hosting = sharedHostingOf(host);
  if (hosting === null) return !isSharedHost(subject);
  const { userPart } = hosting;
  return userPart !== null && (subject === userPart || subject.endsWith(`.${userPart}`));
}

/** Ends in a slash. Null if the address names no user. */
function userFolderOf({ host, canonical }: LinkLayer): string | null {
  if (host === null || canonical === null) return null;
  const userPart = sharedHostingOf(host, canonical.slice(host.length))?.userPart ?? null;
  return userPart === null ? null : `${userPart}/`;
}

/** Administrators may block whole shorteners and hosting sites. */
function blockableSubjects(layer: LinkLayer): readonly ScopedSubject[] {
  if (layer.isWrapper) return [];
  return subjectsOf(layer).filter(({ scope }) => scope === 'link' || !isSharedByEverybody(layer.host ?? ''));
}

function isSharedByEverybody(host: string): boolean {
  return wrapperOf(host) !== null || isPublicSuffix(host);
}

/** Index into `link.layers`: of the worst reason, or else the destination. */
export function decidedLayer(link: ReadLink, verdict: Verdict, rules: Rules): number {
  const [worst] = verdict.kind === 'flagged' ? verdict.reasons : [];
  return worst === undefined ? destinationLayer(link, rules) : layerOf(worst);
}

/** Narrowest first, without senders. */
const WIDTHS: readonly TrustScope[] = ['link', 'path', 'host', 'site'];

export function widestUpTo(subjects: readonly ScopedSubject[], scope: TrustScope): ScopedSubject | null {
  const limit = WIDTHS.indexOf(scope);
  return (
    subjects.findLast((subject) => {
      const width = WIDTHS.indexOf(subject.scope);
      return width !== -1 && width <= limit;
    }) ?? null
  );
}

export type SubjectFailure =
  | 'unreadable'
  | 'not-trustable'
  /** `*.bank.example` */
  | 'wildcard';

/** @param text - with or without scheme, possibly wrapped; for `sender` a mail address */
export function subjectFromText(
  text: string,
  scope: TrustScope,
  action: Rule['action'],
  by: Rule['by'] = 'reader',
): ScopedSubject | SubjectFailure {
  const typed = text.trim();
  // `*.bank.example` means less than the site; don't widen it.
  if (/^[^/?#]*\*/.test(typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))) return 'wildcard';
  if (scope === 'sender') return senderIn(typed);
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  if (!hasScheme && /\s/.test(typed)) return 'unreadable';
  const link = readLink(hasScheme ? typed : `http://${typed}`);
  // Pasted addresses may be wrapped. Text without a scheme is our own spelling, in which a URL is just a parameter.
  const layer = link.layers[hasScheme ? destinationLayer(link) : 0];
  if (link.failure !== null || layer === undefined || layer.host === null) return 'unreadable';
  return subjectOn(layer, scope, action, by);
}

/** The widest subject that belongs to one person, if the chosen scope was refused as shared by many. */
export function narrowerSubject(
  text: string,
  scope: TrustScope,
  action: Rule['action'],
): ScopedSubject | null {
  if (subjectFromText(text, scope, action) !== 'not-trustable') return null;
  for (const narrower of WIDTHS.toReversed()) {
    const subject = subjectFromText(text, narrower, action);
    // A shared host's front page belongs to nobody alone.
    if (typeof subject !== 'string' && !/^[^/]+\/$/.test(subject.subject)) return subject;
  }
  return null;
}

/** For stored subjects, which have no scheme, wrapper or pattern. Fails if the name is now known as shared. */
export function storedSubject(
  { scope, subject }: ScopedSubject,
  action: Rule['action'],
): ScopedSubject | SubjectFailure {
  const read = scope === 'sender' ? senderIn(subject) : subjectInUrl(toBrowserUrl(subject), scope, action);
  return typeof read === 'string' || read.subject === subject ? read : 'unreadable';
}

/** Escapes characters that are literal in a canonical page but a delimiter or parent folder to browsers. */
function toBrowserUrl(canonical: string): string {
  return `http://${canonical.replaceAll('\\', '%5C').replace(/\/(\.\.?)\?/g, '/$1%3F')}`;
}

function subjectInUrl(
  url: string,
  scope: TrustScope,
  action: Rule['action'],
): ScopedSubject | SubjectFailure {
  const { layers, failure } = readLink(url);
  const [layer] = layers;
  if (failure !== null || layer === undefined || layer.host === null) return 'unreadable';
  return subjectOn(layer, scope, action, 'reader');
}

function senderIn(text: string): ScopedSubject | SubjectFailure {
  const address = addressOf(text);
  return address === null ? 'unreadable' : { scope: 'sender', subject: address };
}

function subjectOn(
  layer: LinkLayer,
  scope: TrustScope,
  action: Rule['action'],
  by: Rule['by'],
): ScopedSubject | SubjectFailure {
  const wanted = subjectsOf(layer).find((subject) => subject.scope === scope);
  const host = layer.host ?? '';
  if (wanted === undefined) return scope === 'site' && isListedSuffix(host) ? 'not-trustable' : 'unreadable';
  const isManagedBlock = by === 'administrator' && action === 'block';
  const isAllowed = (isManagedBlock ? blockableSubjects(layer) : decidableSubjects(layer)).some(
    ({ scope, subject }) => scope === wanted.scope && subject === wanted.subject,
  );
  if (isAllowed && canApply(layer, action, scope)) return wanted;
  // A single word that is no suffix is no address.
  return isPublicSuffix(host) && !isListedSuffix(host) ? 'unreadable' : 'not-trustable';
}
