import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Empty, or with fewer entries than its publisher has said it always has. */
export const refuseSmallFeed: FeedGuard = ({ feed, entries, dropped }) => {
  // What the guards dropped was there: `all-dropped` tells of that.
  if (entries + dropped >= feed.limits.minEntries) return null;
  return {
    guard: 'too-small',
    outcome: 'drop-feed',
    message: `It has ${countText(entries)} entries; "limits": {"minEntries": ${feed.limits.minEntries}} asks for more.`,
  };
};
