import { countText, shareText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Below this a few bad lines are a large share of nothing. */
const MIN_LINES = 20;

/** A feed of which most lines cannot be read has another format than it says, or was damaged on its way. */
export const refuseGarbledFeed: FeedGuard = ({ feed, entries, dropped, refused, entriesBefore }) => {
  const read = entries + dropped + refused;
  if (read < MIN_LINES || refused / read <= feed.limits.maxRefused) return null;
  return {
    guard: 'garbled',
    // Lines that cannot be read never stop a build; they make a copy worse than one that was good.
    outcome: entriesBefore === null ? 'warn' : 'drop-feed',
    message: `${countText(refused)} of ${countText(read)} lines (${shareText(refused / read)}) cannot be read as ${feed.format}; "spamlight fetch --detect" says what they look like, "limits": {"maxRefused": …} allows them.`,
  };
};
