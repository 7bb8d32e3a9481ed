import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

export const refuseLargeFeed: FeedGuard = ({ feed, entries }) =>
  entries <= feed.limits.maxEntries
    ? null
    : {
        guard: 'too-large',
        outcome: 'drop-feed',
        message: `It has ${countText(entries)} entries; "limits": {"maxEntries": ${feed.limits.maxEntries}} allows no more.`,
      };
