import { countText } from '../../node/terminal/numbers.ts';
import type { FeedGuard } from './feed-guard.ts';

/** Probably a list of good sites, given as a feed. */
export const warnOfUselessFeed: FeedGuard = ({ entries, dropped }) =>
  entries > 0 || dropped === 0
    ? null
    : {
        guard: 'all-dropped',
        outcome: 'warn',
        message: `All of its ${countText(dropped)} entries were dropped by guards: it adds nothing.`,
      };
