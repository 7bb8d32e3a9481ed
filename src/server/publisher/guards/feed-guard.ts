import type { DetectFailure } from '../../../core/feed/detect-format.ts';
import type { FeedDescription } from '../../../core/feed/feed-description.ts';

/** What a guard knows of one copy of a feed that was read. */
export interface FeedFacts {
  readonly feed: Pick<FeedDescription, 'name' | 'format' | 'limits' | 'landmarks'>;
  /** The beginning of its text. */
  readonly head: string;
  readonly lines: number;
  /** Entries that passed the guards, repetitions included. */
  readonly entries: number;
  /** Lines that could not be read. */
  readonly refused: number;
  /** Entries that a guard dropped. */
  readonly dropped: number;
  /** Of `feed.landmarks`, those that no line has. */
  readonly missingLandmarks: readonly string[];
  /** Why it was not read: no format is stated, and its content shows none. Null: it was read, as `feed.format`. */
  readonly undetected: DetectFailure | null;
  /** Entries of the last good copy; null if there is none. */
  readonly entriesBefore: number | null;
}

/** `drop-feed`: this copy is not used; the last good one takes its place. */
export type FeedOutcome = 'warn' | 'drop-feed';

export interface FeedObjection {
  readonly guard: FeedGuardName;
  readonly outcome: FeedOutcome;
  /** One sentence for the publisher: what is wrong, and what to do if it is not. */
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
