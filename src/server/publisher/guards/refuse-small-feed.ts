import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

export const refuseSmallFeed: FeedGuard = ({ feed, entries, dropped }) => {
  // Dropped entries count: the guard `all-dropped` reports them.
  if (entries + dropped >= feed.limits.minEntries) return null;
  return {
    guard: 'too-small',
    outcome: 'drop-feed',
    message: `It has ${countText(entries)} entries; "limits": {"minEntries": ${feed.limits.minEntries}} asks for more.`,
  };
};
