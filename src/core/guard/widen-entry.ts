import { wholeHostOf, type EntryFacts } from './entry-facts.ts';
import type { GuardContext } from './guard-context.ts';
import { objectionTo } from './judge-entry.ts';

/**
 * Whether a listed page counts against its whole host. Phishers give each victim a separate URL: of our phishing mails,
 * 2 link to a listed URL, 60 to another page of a listed URL's host (docs/publishing.md).
 *
 * - `sure`: one user's part of a hosting site, made for that page.
 * - `if-several`: a host of its own. One bad page may be a break-in.
 * - `no`: a guard objects to the whole host.
 *
 * Widened hosts give caution only.
 */
export type Widening = 'sure' | 'if-several' | 'no';

/** How many different listed pages widen an `if-several` host. */
export const PAGES_TO_WIDEN = 2;

export function wideningOf(facts: EntryFacts, context: GuardContext): Widening {
  if (facts.isWhole || facts.kind !== 'url' || context.off.has('widening')) return 'no';
  if (facts.redirector !== null || facts.isSharedHost) return 'no';
  if (objectionTo(wholeHostOf(facts), context) !== null) return 'no';
  return facts.isUsersHost ? 'sure' : 'if-several';
}
