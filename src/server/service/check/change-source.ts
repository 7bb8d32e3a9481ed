import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { Change } from '../../node/changes/change.ts';

/** Why it cannot be said what changes there are. */
export type ChangesTrouble =
  /** An engine does not answer, or not in time. */
  | 'away'
  /** An engine answers, and nobody has confirmed yet that it holds every change that was acknowledged. */
  | 'behind'
  /** The table of changes is locked, damaged or cannot be read. */
  | 'unreadable';

/** A change that decides over one lookup key of a link. */
export interface Decision extends Pick<Change, 'category' | 'level' | 'sequence' | 'at'> {
  readonly action: 'add' | 'remove';
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  readonly kind: 'url' | 'address';
  readonly expression: string;
}

/** What is known of the changes of one link. */
export interface LinkDecisions {
  readonly decisions: readonly Decision[];
  /** Not null: there may be others, so that the link is not clear. */
  readonly trouble: ChangesTrouble | null;
  /** With trouble: what was known before says that the link may be listed. Never verified. */
  readonly isSuspect: boolean;
}

/** Knows the changes since the channel was built. */
export interface ChangeSource {
  readonly isEngine: boolean;

  /**
   * Same order and length as `links`. Never rejects for what is `trouble`: that is an answer.
   *
   * @param now - Unix time, seconds
   */
  lookUp(links: readonly ReadLink[], now: number): Promise<readonly LinkDecisions[]>;

  /** Entries that have a change, as far as it is known here; 0 with an engine. */
  changeCount(): number;

  /** Entries whose filters this process keeps for when an engine is away. */
  copiedEntryCount(): number;

  /** How the last look went. */
  trouble(): ChangesTrouble | null;
}

/** Whatever else they may be; null if none is a trouble. */
export function worstTrouble(states: readonly unknown[]): ChangesTrouble | null {
  for (const trouble of ['unreadable', 'away', 'behind'] as const)
    if (states.includes(trouble)) return trouble;
  return null;
}
