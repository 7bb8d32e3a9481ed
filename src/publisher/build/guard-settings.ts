import type { FeedDescription } from '../../core/feed/feed-description.ts';
import { Guards, type GuardContext, type GuardSettings } from '../../core/guard/guard-context.ts';

export type { GuardSettings } from '../../core/guard/guard-context.ts';

/** The tables behind the guards take milliseconds to make, and every block of a feed asks for them. */
const made = new WeakMap<GuardSettings, Guards>();

export function guardContextOf(settings: GuardSettings, feed: FeedDescription): GuardContext {
  let guards = made.get(settings);
  if (guards === undefined) {
    guards = new Guards(settings);
    made.set(settings, guards);
  }
  return guards.contextFor(feed);
}
