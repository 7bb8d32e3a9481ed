/** Points between two awaits of an update. Test builds stop the background at each in turn. */
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

export const passCheckpoint: ReachCheckpoint = () => Promise.resolve();
