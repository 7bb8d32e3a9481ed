/**
 * How a change to what is kept on this device ended. `gone`: there is nothing (any more) that could be changed, or it
 * is none of the asker's. `not-stored`: the disk is full or the storage broken; nothing was changed, and whoever asked
 * says so.
 */
export type Outcome = 'done' | 'gone' | 'not-stored';

export interface Ended {
  readonly outcome: Outcome;
}

/** In place of what is kept: the storage cannot be read now. Nothing of it is lost by that, and none of it is known. */
export interface Unread {
  readonly refused: 'not-stored';
}
