import type { FeedEntry } from '../feed/feed-line.ts';

/** The guards that judge an entry, in the order in which they are asked. */
export const GUARD_NAMES = [
  'excluded',
  'private-address',
  'public-suffix',
  'wrapper',
  'shortener',
  'mailing-service',
  'shared-hosting',
  'popular-site',
  'allowed-by-feed',
  'host-entries-off',
] as const;
export type GuardName = (typeof GUARD_NAMES)[number];

export type EntryJudgement =
  | { readonly kind: 'keep' }
  | { readonly kind: 'drop'; readonly because: GuardName };

/** What the guards know besides the entry. One per feed. */
export interface GuardContext {
  /** Whether the feed may list whole hosts. */
  readonly hostEntries: boolean;
}

/** Whether an entry of a feed may be listed. Entries below a host's root pass where the whole host would not. */
export function judgeEntry(_entry: FeedEntry, _context: GuardContext): EntryJudgement {
  return { kind: 'keep' };
}
