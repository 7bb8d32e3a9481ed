import { detectMessage } from '../feeds/detect-copy.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Catches error pages and empty files. */
export const refuseFormatlessFeed: FeedGuard = ({ undetected }) => {
  if (undetected === null) return null;
  return {
    guard: 'no-format',
    outcome: 'drop-feed',
    message: `It shows no format, and none is stated: ${detectMessage(undetected)}; "spamlight fetch --detect" says what each feed looks like, "format": "…" states it.`,
  };
};
