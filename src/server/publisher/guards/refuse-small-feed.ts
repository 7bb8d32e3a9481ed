import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

export const refuseSmallFeed: FeedGuard = ({ feed, entries, dropped }) => {
  // `all-dropped` reports dropped entries.
  if (entries + dropped >= feed.limits.minEntries) return null;
  return {
    guard: 'too-small',
    outcome: 'drop-feed',
    message: `It has ${countText(entries)} entries; "limits": {"minEntries": ${feed.limits.minEntries}} asks for more.`,
  };
};
