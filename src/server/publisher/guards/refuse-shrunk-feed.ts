import { countText, shareText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Smaller feeds may double or halve within an hour. */
export const MIN_ENTRIES_TO_COMPARE = 50;

/** Probably the feed or its maker's database was cut off. */
export const refuseShrunkFeed: FeedGuard = ({ feed, entries, entriesBefore }) => {
  if (entriesBefore === null || entriesBefore < MIN_ENTRIES_TO_COMPARE) return null;
  if (entries >= entriesBefore * feed.limits.shrinkTo) return null;
  return {
    guard: 'shrunk',
    outcome: 'drop-feed',
    message: `It has ${countText(entries)} entries, ${shareText(entries / entriesBefore)} of the ${countText(entriesBefore)} it had; "limits": {"shrinkTo": …} allows less.`,
  };
};
