/**
 * Every place in an update where the realm may be stopped between two awaits. A test build stops at each of them in
 * turn.
 */
export const CHECKPOINTS = [
  'started',
  'journal-read',
  'index-received',
  'index-verified',
  'keys-remembered',
  'file-received',
  'file-digested',
  'state-read',
  'state-decoded',
  'delta-applied',
  'state-digested',
  'state-encoded',
  'canaries-asked',
  'filter-built',
  'before-put',
  'after-put',
  'journal-written',
] as const;
export type Checkpoint = (typeof CHECKPOINTS)[number];

export type ReachCheckpoint = (checkpoint: Checkpoint) => Promise<void>;

/** The checkpoint of every build but test builds: does nothing. */
export const passCheckpoint: ReachCheckpoint = () => Promise.resolve();
