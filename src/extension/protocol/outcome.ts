/**
 * Outcome of a change on this device. `gone`: nothing to change, or not the caller's. `not-stored`: the disk is full or
 * storage broken. Nothing was changed; the caller reports it.
 */
export type Outcome = 'done' | 'gone' | 'not-stored';

export interface Ended {
  readonly outcome: Outcome;
}

/** Storage is unreadable now; nothing is lost. */
export interface Unread {
  readonly refused: 'not-stored';
}
