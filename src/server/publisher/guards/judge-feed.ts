import type { FeedFacts, FeedGuard, FeedObjection } from './feed-guard.ts';
import { refuseErrorPage } from './refuse-error-page.ts';
import { refuseFormatlessFeed } from './refuse-formatless-feed.ts';
import { refuseGarbledFeed } from './refuse-garbled-feed.ts';
import { refuseGrownFeed } from './refuse-grown-feed.ts';
import { refuseLargeFeed } from './refuse-large-feed.ts';
import { refuseShrunkFeed } from './refuse-shrunk-feed.ts';
import { refuseSmallFeed } from './refuse-small-feed.ts';
import { requireLandmarks } from './require-landmarks.ts';
import { warnOfUselessFeed } from './warn-of-useless-feed.ts';

/** The best explanation first: an error page is also empty, garbled and shrunk. */
const FEED_GUARDS: readonly FeedGuard[] = [
  refuseFormatlessFeed,
  refuseErrorPage,
  refuseGarbledFeed,
  requireLandmarks,
  refuseSmallFeed,
  refuseShrunkFeed,
  refuseGrownFeed,
  refuseLargeFeed,
  warnOfUselessFeed,
];

export interface FeedJudgement {
  readonly isFit: boolean;
  readonly objections: readonly FeedObjection[];
}

export function judgeFeed(facts: FeedFacts): FeedJudgement {
  const objections = FEED_GUARDS.flatMap((guard) => guard(facts) ?? []);
  const refusal = objections.find(({ outcome }) => outcome === 'drop-feed');
  return refusal === undefined ? { isFit: true, objections } : { isFit: false, objections: [refusal] };
}
