/**
 * What stands at the head of a shard: one string, replaced as a whole.
 *
 *     2 <log> <key> <generation> <blocks> <position> <entries> <run>
 */

export interface ShardHead {
  /** Whose log the shard is made from: 16 hexadecimal digits. */
  readonly log: string;
  /** Under which entries are hashed: 16 hexadecimal digits. */
  readonly key: string;
  /** Names the keys that are in use. */
  readonly generation: number;
  /** Of the shard's filter, ≥ 1. */
  readonly blocks: number;
  /** Every change up to it is in. */
  readonly position: number;
  readonly entries: number;
  /**
   * The run of the server that the writer knows to hold all of this. Servers copy each other with a delay: one that was
   * started again or has taken another's place has a run of its own, and proves nothing until the writer has said so.
   */
  readonly run: string;
}

const HEAD = /^2 ([0-9a-f]{16}) ([0-9a-f]{16}) (\d{1,15}) (\d{1,10}) (\d{1,15}) (\d{1,15}) ([0-9a-f]{40})$/;

export function headText({ log, key, generation, blocks, position, entries, run }: ShardHead): string {
  return `2 ${log} ${key} ${generation} ${blocks} ${position} ${entries} ${run}`;
}

/** @returns null if it is no head, or none of this version */
export function parseHead(text: string): ShardHead | null {
  const [, log, key, generation, blocks, position, entries, run] = HEAD.exec(text) ?? [];
  if (log === undefined || key === undefined || run === undefined || !(Number(blocks) >= 1)) return null;
  return {
    log,
    key,
    generation: Number(generation),
    blocks: Number(blocks),
    position: Number(position),
    entries: Number(entries),
    run,
  };
}

/** The key under which entries are hashed, as `EntryHasher` takes it. */
export function keyBytes({ key }: ShardHead): Uint8Array {
  return new Uint8Array(Buffer.from(key, 'hex'));
}
