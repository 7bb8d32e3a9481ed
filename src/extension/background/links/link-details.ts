import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { Sender } from '../../../core/lookup/judge-link.ts';
import { canApply, type Rule, type Rules, type ScopedSubject } from '../../../core/verdict/rules.ts';
import { decidableSubjects, decidedLayer } from '../../../core/verdict/trust-scopes.ts';
import { isDanger, layerOf, type Verdict } from '../../../core/verdict/verdict.ts';
import type { LinkDetails, LinkVerdict, ShownLayer } from '../../protocol/link-messages.ts';
import type { ReaderTrust } from '../reader/reader-trust.ts';
import type { LoadedSnapshot } from '../lists/loaded-snapshots.ts';

export function toLinkVerdict(
  link: ReadLink,
  verdict: Verdict,
  sender: Sender | null,
  trust: ReaderTrust,
  rules: Rules,
): LinkVerdict {
  // Details are left out where nothing is drawn, as at nearly all links: the page's main thread parses the answer.
  if (verdict.kind === 'clear' || verdict.kind === 'allowed') return { verdict, layers: [], scopes: [] };
  return {
    verdict,
    ...detailsOf(link, verdict, sender, rules),
    ...(mayTrust(verdict, trust) ? {} : { cannotTrust: true }),
  };
}

/** For links marked only by evidence. */
export const CAUTION: Verdict = { kind: 'flagged', level: 'caution', asks: false, reasons: [] };

export function detailsOf(
  link: ReadLink,
  verdict: Verdict,
  sender: Sender | null,
  rules: Rules,
): LinkDetails {
  // Whether a link leads to an address that it carries is unknown. Show such an address only if a reason names it.
  const reasons = verdict.kind === 'flagged' ? verdict.reasons : [];
  const isShown = (index: number): boolean =>
    link.layers[index]?.isCarried !== true || reasons.some((reason) => layerOf(reason) >= index);
  return {
    layers: link.layers
      .filter((_, index) => isShown(index))
      .map(({ url, host, registrableDomain, wrapper }): ShownLayer => ({
        url,
        host,
        registrableDomain,
        wrapper,
      })),
    scopes: isAdministratorsBlock(verdict) ? [] : offeredSubjects(link, verdict, sender, rules),
    ...(link.hidden === null ? {} : { hiddenBy: link.hidden.by }),
  };
}

export function isAdministratorsBlock(verdict: Verdict): boolean {
  return (
    verdict.kind === 'flagged' &&
    verdict.reasons.some((reason) => reason.kind === 'blocked' && reason.by === 'administrator')
  );
}

export function mayTrust(verdict: Verdict, { canAdd, dangerStands }: ReaderTrust): boolean {
  return canAdd && !(dangerStands && isDanger(verdict));
}

/** Senders can be forged: trust in one clears neither danger nor links that ask. */
export function trustClears(scope: ScopedSubject['scope'], verdict: Verdict): boolean {
  return scope !== 'sender' || verdict.kind !== 'flagged' || !(verdict.level === 'danger' || verdict.asks);
}

/** The contact of the worst listing's own source. */
export function contactFor(verdict: Verdict, snapshots: readonly LoadedSnapshot[]): string | null {
  if (verdict.kind !== 'flagged') return null;
  const listed = verdict.reasons.find((reason) => reason.kind === 'listed');
  if (listed === undefined) return null;
  const sources = snapshots.find(({ stored }) => stored.channel === listed.channel)?.stored.sources ?? [];
  return sources.find(({ name }) => name === listed.group)?.contact ?? null;
}

/**
 * Per link, since a sender can nest thousands of folders, and all offers are sent to the frame. The widest are offered:
 * on shared sites, one user's part.
 */
const MAX_FOLDERS = 10;

/** Subjects for trust and block; only for block if nothing of the link can be trusted. */
function offeredSubjects(
  link: ReadLink,
  verdict: Verdict,
  sender: Sender | null,
  rules: Rules,
): readonly ScopedSubject[] {
  const trustable = subjectsOf('trust', link, verdict, sender, rules);
  const isOfLink = trustable.some(({ scope }) => scope !== 'sender');
  return isOfLink ? trustable : subjectsOf('block', link, verdict, sender, rules);
}

export function subjectsOf(
  action: Rule['action'],
  link: ReadLink,
  verdict: Verdict,
  sender: Sender | null,
  rules: Rules,
): readonly ScopedSubject[] {
  const layer = link.layers[decidedLayer(link, verdict, rules)];
  const ofSender: readonly ScopedSubject[] =
    sender === null ? [] : [{ scope: 'sender', subject: sender.address }];
  if (layer === undefined) return ofSender;
  const subjects = decidableSubjects(layer);
  const tooNarrow = new Set(subjects.filter(({ scope }) => scope === 'path').slice(0, -MAX_FOLDERS));
  // Folders are cut first: `canApply` parses the address again.
  const offerable = subjects.filter(
    (subject) => !tooNarrow.has(subject) && canApply(layer, action, subject.scope),
  );
  return [...offerable, ...ofSender];
}
