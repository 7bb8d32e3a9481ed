/**
 * `gone`: there is nothing to change, or the caller may not change it. `not-stored`: disk full or storage broken;
 * nothing was changed, and the caller reports it.
 */
export type Outcome = 'done' | 'gone' | 'not-stored';

export interface OutcomeResponse {
  readonly outcome: Outcome;
}

/** Storage is unreadable now; nothing is lost. */
export interface StorageUnreadable {
  readonly refused: 'not-stored';
}
