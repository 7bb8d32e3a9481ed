import { countText, shareText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Below this, a few bad lines are a large share. */
const MIN_LINES = 20;

/** Many unreadable lines mean another format, or damage on the way. */
export const refuseGarbledFeed: FeedGuard = ({ feed, entries, dropped, refused, entriesBefore }) => {
  const read = entries + dropped + refused;
  if (read < MIN_LINES || refused / read <= feed.limits.maxRefused) return null;
  return {
    guard: 'garbled',
    // Without a good copy to use instead, unreadable lines do not stop a build.
    outcome: entriesBefore === null ? 'warn' : 'drop-feed',
    message: `${countText(refused)} of ${countText(read)} lines (${shareText(refused / read)}) cannot be read as ${feed.format}; "spamlight fetch --detect" says what they look like, "limits": {"maxRefused": …} allows them.`,
  };
};
