import type { FeedDescription } from '../../core/feed/feed-description.ts';
import type { GuardContext } from '../../core/guard/judge-entry.ts';

/** What the entry guards of a build know, in a form that a worker thread can be given. */
export interface GuardSettings {
  readonly placeholder?: never;
}

export function guardContextOf(_settings: GuardSettings, feed: FeedDescription): GuardContext {
  return { hostEntries: feed.hostEntries };
}
