/**
 * Every place in an update where the realm may be stopped between two lines that await. A test build stops
 * at each of them in turn.
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

/** What every build but a test build does at a checkpoint. */
export const passCheckpoint: ReachCheckpoint = () => Promise.resolve();
