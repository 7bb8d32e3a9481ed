import { wholeHostOf, type EntryFacts } from './entry-facts.ts';
import type { GuardContext } from './guard-context.ts';
import { objectionTo } from './judge-entry.ts';

/**
 * Whether a listed page speaks against its whole host. Phishers give each victim an address of its own, so that the
 * page that a feed saw is rarely the one that arrives: of the phishing mails we measure on, 2 link to a listed URL,
 * 60 to another page of its host (docs/publishing.md).
 *
 * - `sure`: the host is one user's part of a hosting site, `abc123.hosting.example`: it was made for that page.
 * - `if-several`: a host of its own. One bad page may be a break-in; two different ones are taken for the host's.
 * - `no`: what any guard would object to if the whole host were listed.
 *
 * Hosts listed so make caution only, whatever the feed.
 */
export type Widening = 'sure' | 'if-several' | 'no';

/** Different listed pages of a host that are taken for the host's own. */
export const PAGES_TO_WIDEN = 2;

export function wideningOf(facts: EntryFacts, context: GuardContext): Widening {
  if (facts.isWhole || facts.kind !== 'url' || context.off.has('widening')) return 'no';
  if (facts.redirector !== null || facts.isSharedHost) return 'no';
  if (objectionTo(wholeHostOf(facts), context) !== null) return 'no';
  return facts.isUsersHost ? 'sure' : 'if-several';
}
