import { defanged } from '../../node/terminal/plain-text.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Without a constant entry, such as the maker's test address, the text is another list or a part of the feed. */
export const requireLandmarks: FeedGuard = ({ missingLandmarks }) =>
  missingLandmarks.length === 0
    ? null
    : {
        guard: 'lost-landmark',
        outcome: 'drop-feed',
        message: `It lacks ${missingLandmarks.map((landmark) => defanged(landmark)).join(', ')}, which "landmarks" says it always has.`,
      };
