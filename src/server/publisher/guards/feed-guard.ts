import type { DetectFailure } from '../../../core/feed/detect-format.ts';
import type { FeedDescription } from '../../../core/feed/feed-description.ts';

export interface FeedFacts {
  readonly feed: Pick<FeedDescription, 'name' | 'format' | 'limits' | 'landmarks'>;
  readonly head: string;
  readonly lines: number;
  /** Entries that guards kept, with repetitions. */
  readonly entries: number;
  /** Unreadable lines. */
  readonly refused: number;
  readonly dropped: number;
  readonly missingLandmarks: readonly string[];
  /** Why no format was detected; null if one was, or is stated. */
  readonly undetected: DetectFailure | null;
  /** Of the last good copy; null without one. */
  readonly entriesBefore: number | null;
}

/** `drop-feed`: use the last good copy instead. */
export type FeedOutcome = 'warn' | 'drop-feed';

export interface FeedObjection {
  readonly guard: FeedGuardName;
  readonly outcome: FeedOutcome;
  /** One sentence: what is wrong, and how to allow it. */
  readonly message: string;
}

export const FEED_GUARD_NAMES = [
  'no-format',
  'error-page',
  'garbled',
  'too-small',
  'too-large',
  'shrunk',
  'grown',
  'lost-landmark',
  'all-dropped',
] as const;
export type FeedGuardName = (typeof FEED_GUARD_NAMES)[number];

export type FeedGuard = (facts: FeedFacts) => FeedObjection | null;
