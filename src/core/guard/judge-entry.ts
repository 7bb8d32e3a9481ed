import type { HostEntry } from '../feed/feed-line.ts';
import { entryFacts, type EntryFacts } from './entry-facts.ts';
import { isFrontPage } from './front-page.ts';
import type { GuardContext } from './guard-context.ts';
import type { GuardName } from './guard-names.ts';
import { isInstitution } from './institutions.ts';
import { isPrivateAddress } from '../url/hosts/private-address.ts';

export type EntryJudgement =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop'; readonly because: GuardName };

const KEEP: EntryJudgement = { kind: 'keep' };

/** Drops entries of whole hosts that have innocent pages too; most entries of single pages stay. */
export function judgeEntry(entry: HostEntry, context: GuardContext): EntryJudgement {
  const because = objectionTo(entryFacts(entry), context);
  return because === null ? KEEP : { kind: 'drop', because };
}

export function objectionTo(entry: EntryFacts, context: GuardContext): GuardName | null {
  const { host, path, site, isIp } = entry;
  const { exclusions, popular, off } = context;
  if (exclusions.covers(entry) && !off.has('excluded')) return 'excluded';
  if (isPrivateAddress(host, isIp) && !off.has('private-address')) return 'private-address';
  if (!entry.isWhole) {
    const isPage = entry.kind === 'url' && !entry.isUsersHost && isFrontPage(path);
    return isPage && popular.coverOf(host, site) !== null && !off.has('front-page') ? 'front-page' : null;
  }
  if (isIp) return objectionToHostEntry(entry, context);
  if (entry.isPublicSuffix && !off.has('public-suffix')) return 'public-suffix';
  if (entry.redirector !== null && !off.has(entry.redirector)) return entry.redirector;
  // Also below a suffix of the institution's own, such as `service.gov.uk`.
  if (isInstitution(host) && !off.has('institution')) return 'institution';
  if (!entry.isUsersHost) {
    const cover = popular.coverOf(host, site);
    if (cover !== null && !off.has(cover)) return cover;
  }
  if (entry.isSharedHost && !off.has('shared-hosting')) return 'shared-hosting';
  return objectionToHostEntry(entry, context);
}

function objectionToHostEntry({ kind }: EntryFacts, { hostEntries }: GuardContext): GuardName | null {
  return hostEntries || kind === 'address' ? null : 'host-entries-off';
}
