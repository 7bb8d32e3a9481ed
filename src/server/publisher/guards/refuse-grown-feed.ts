import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';
import { MIN_ENTRIES_TO_COMPARE } from './refuse-shrunk-feed.ts';

/** Sudden growth means that foreign content was mixed in. */
export const refuseGrownFeed: FeedGuard = ({ feed, entries, entriesBefore }) => {
  if (entriesBefore === null || entriesBefore < MIN_ENTRIES_TO_COMPARE) return null;
  if (entries <= entriesBefore * feed.limits.growTo) return null;
  return {
    guard: 'grown',
    outcome: 'drop-feed',
    message: `It has ${countText(entries)} entries, ${(entries / entriesBefore).toFixed(1)} times the ${countText(entriesBefore)} it had; "limits": {"growTo": …} allows more.`,
  };
};
