import type { ReadLink } from '../../../core/url/canonical/link-layer.ts';
import type { Change } from '../../node/changes/change.ts';

export type ChangesTrouble =
  /** The engine does not answer in time. */
  | 'away'
  /** The engine is not confirmed to hold every acknowledged change. */
  | 'behind'
  /** The table is locked, damaged or unreadable. */
  | 'unreadable';

/** A change in force for one lookup key. */
export interface Decision extends Pick<Change, 'category' | 'level' | 'sequence' | 'at'> {
  readonly action: 'add' | 'remove';
  /** Index into `ReadLink.layers`. */
  readonly layer: number;
  readonly kind: 'url' | 'address';
  readonly expression: string;
}

export interface LinkDecisions {
  readonly decisions: readonly Decision[];
  /** Not null: `decisions` may be incomplete, so the link is not clear. */
  readonly trouble: ChangesTrouble | null;
  /** With trouble: earlier, unverified state suggests that the link is listed. */
  readonly isSuspect: boolean;
}

export interface ChangeSource {
  readonly isEngine: boolean;

  /**
   * In the order of `links`. Trouble is a result, never a rejection.
   */
  lookUp(links: readonly ReadLink[], now: number): Promise<readonly LinkDecisions[]>;

  /** Changes in the table; 0 with an engine. */
  changeCount(): number;

  /** In the local copy of the engine's filters. */
  copiedEntryCount(): number;

  /** Of the last lookup. */
  trouble(): ChangesTrouble | null;
}

export function worstTrouble(states: readonly unknown[]): ChangesTrouble | null {
  for (const trouble of ['unreadable', 'away', 'behind'] as const)
    if (states.includes(trouble)) return trouble;
  return null;
}
