import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Everything it lists is protected: a list of good sites given as a feed, or a feed of nothing else. */
export const warnOfUselessFeed: FeedGuard = ({ entries, dropped }) =>
  entries > 0 || dropped === 0
    ? null
    : {
        guard: 'all-dropped',
        outcome: 'warn',
        message: `All of its ${countText(dropped)} entries were dropped by guards: it adds nothing.`,
      };
