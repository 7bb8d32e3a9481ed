import { defanged } from '../../node/terminal/plain-text.ts';
import type { FeedGuard } from './feed-guard.ts';

/** An entry that a feed has always had, such as its maker's test address, is missing: this is another list, or a part. */
export const requireCanaries: FeedGuard = ({ missingCanaries }) =>
  missingCanaries.length === 0
    ? null
    : {
        guard: 'lost-canary',
        outcome: 'drop-feed',
        message: `It lacks ${missingCanaries.map((canary) => defanged(canary)).join(', ')}, which "canaries" says it always has.`,
      };
