import { shortenerOf, trackerOf, wrapperOf } from '../url/hosts/known-hosts.ts';
import type { LinkLayer, ReadLink } from '../url/canonical/link-layer.ts';
import { readLink } from '../url/read-link.ts';
import { isListedSuffix, isPublicSuffix } from '../url/hosts/registrable-domain.ts';
import { isSharedHost, sharedHostingOf } from '../url/hosts/shared-hosting.ts';
import { destinationLayer, holdsOn, type Rule, type Rules, type ScopedSubject, subjectsOf } from './rules.ts';
import { addressOf } from './sender-address.ts';
import { layerOf, type TrustScope, type Verdict } from './verdict.ts';

/**
 * What of a layer a reader may decide about, narrowest first, to trust or to block it.
 *
 * Never a name that many people publish under: a wrapper, tracker or shortener (its destination is another's), a
 * hosting site's own name (its pages are others'), a public suffix. Of these, only this very link, or the user's
 * part below, and nothing that is wider than that, whoever's it is: one bad form must not block all of google.com or
 * cloud.microsoft in one click, as one good one must not trust it.
 */
export function decidableSubjects(layer: LinkLayer): readonly ScopedSubject[] {
  if (layer.isWrapper) return [];
  const subjects = subjectsOf(layer);
  const host = layer.host ?? '';
  const isRedirector = shortenerOf(host) !== null || trackerOf(host) !== null;
  if (isEverybodys(host) || isRedirector) return subjects.filter(({ scope }) => scope === 'link');
  // Whether a folder of a hosting site is one user's: their part of it, or something below.
  const start = isSharedHost(host) ? usersPart(layer) : '';
  return subjects.filter(({ scope, subject }) => {
    if (scope === 'link') return true;
    if (scope === 'path') return start !== null && subject.startsWith(start);
    return isOneUsers(subject, host);
  });
}

/** Whether a host or site around the page belongs to whom the page belongs to. */
function isOneUsers(subject: string, host: string): boolean {
  const hosting = sharedHostingOf(host);
  if (hosting === null) return !isSharedHost(subject);
  const { userPart } = hosting;
  return userPart !== null && (subject === userPart || subject.endsWith(`.${userPart}`));
}

/** As a folder; null if the address does not say whose it is. */
function usersPart({ host, canonical }: LinkLayer): string | null {
  if (host === null || canonical === null) return null;
  const userPart = sharedHostingOf(host, canonical.slice(host.length))?.userPart ?? null;
  return userPart === null ? null : `${userPart}/`;
}

/** An administrator writes a list with care, and may block a shortener or a hosting site as a whole. */
function managedBlocks(layer: LinkLayer): readonly ScopedSubject[] {
  if (layer.isWrapper) return [];
  return subjectsOf(layer).filter(({ scope }) => scope === 'link' || !isEverybodys(layer.host ?? ''));
}

/** Whose every link would be decided about: a redirector that any mail may use, and a public suffix. */
function isEverybodys(host: string): boolean {
  return wrapperOf(host) !== null || isPublicSuffix(host);
}

/**
 * The layer that a reader decides about: of a flagged link the one of its worst reason, otherwise the
 * destination. Index into `link.layers`.
 */
export function decidedLayer(link: ReadLink, verdict: Verdict, rules: Rules): number {
  const [worst] = verdict.kind === 'flagged' ? verdict.reasons : [];
  return worst === undefined ? destinationLayer(link, rules) : layerOf(worst);
}

/** Narrowest first. A sender is none of them: it is another kind of thing than a part of the web. */
const WIDTHS: readonly TrustScope[] = ['link', 'path', 'host', 'site'];

/** The widest of what may be decided that is not wider than `scope`; null if there is none. */
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
  /** `*.bank.example`: a rule names one thing, and `site` covers what is below it. */
  | 'wildcard';

/**
 * The subject a person means who types or pastes `text` for a rule of this scope: an address with or
 * without scheme, wrapped or not; a mail address for `sender`.
 */
export function subjectFromText(
  text: string,
  scope: TrustScope,
  action: Rule['action'],
  by: Rule['by'] = 'reader',
): ScopedSubject | SubjectFailure {
  const typed = text.trim();
  // `*.bank.example` asks for less than the site, and taking it for the site would cover more than was meant.
  if (/^[^/?#]*\*/.test(typed.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ''))) return 'wildcard';
  if (scope === 'sender') return senderIn(typed);
  const hasScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(typed);
  if (!hasScheme && /\s/.test(typed)) return 'unreadable';
  const link = readLink(hasScheme ? typed : `http://${typed}`);
  // What is pasted from an address bar or a mail may be wrapped. Without a scheme it is our own spelling, and
  // a URL inside it is just a parameter.
  const layer = link.layers[hasScheme ? destinationLayer(link) : 0];
  if (link.failure !== null || layer === undefined || layer.host === null) return 'unreadable';
  return subjectOn(layer, scope, action, by);
}

/**
 * What of a pasted address a reader may decide about where the scope they chose is many people's: the widest part of it
 * that is one person's, as the folder of a form or this very link. Null if there is none, or nothing was refused.
 */
export function offeredInstead(
  text: string,
  scope: TrustScope,
  action: Rule['action'],
): ScopedSubject | null {
  if (subjectFromText(text, scope, action) !== 'not-trustable') return null;
  for (const narrower of WIDTHS.toReversed()) {
    const subject = subjectFromText(text, narrower, action);
    // The first page of a host that many share is nobody's.
    if (typeof subject !== 'string' && !/^[^/]+\/$/.test(subject.subject)) return subject;
  }
  return null;
}

/**
 * A subject as it was made here and is stored, or shown to the reader: nothing in it is a scheme, a wrapper or a pattern.
 * It can have become impossible, where a name is known as many people's since.
 */
export function storedSubject(
  { scope, subject }: ScopedSubject,
  action: Rule['action'],
): ScopedSubject | SubjectFailure {
  const read =
    scope === 'sender' ? senderIn(subject) : subjectInUrl(spelledForBrowser(subject), scope, action);
  return typeof read === 'string' || read.subject === subject ? read : 'unreadable';
}

/** What a canonical page holds as itself and a browser would take for a delimiter, or for the folder above. */
function spelledForBrowser(canonical: string): string {
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
  const isAllowed = (isManagedBlock ? managedBlocks(layer) : decidableSubjects(layer)).some(
    ({ scope, subject }) => scope === wanted.scope && subject === wanted.subject,
  );
  if (isAllowed && holdsOn(layer, action, scope)) return wanted;
  // A single word that is no ending of names is no address: a smiley is not many people's.
  return isPublicSuffix(host) && !isListedSuffix(host) ? 'unreadable' : 'not-trustable';
}
