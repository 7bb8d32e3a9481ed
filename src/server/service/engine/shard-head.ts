/**
 * A shard's head: one string, replaced atomically.
 *
 *     2 <log> <key> <generation> <blocks> <position> <entries> <run>
 */

export interface ShardHead {
  /** Id of the source log: 16 hexadecimal digits. */
  readonly log: string;
  /** Hash key: 16 hexadecimal digits. */
  readonly key: string;
  /** Part of the Redis keys in use. */
  readonly generation: number;
  /** Blocks of the filter, ≥ 1. */
  readonly blocks: number;
  /** The shard is complete up to this position. */
  readonly position: number;
  readonly entries: number;
  /**
   * Run id of the server that was confirmed complete. Replication lags: restarted servers and promoted replicas have
   * other ids, and are not trusted.
   */
  readonly run: string;
}

const HEAD = /^2 ([0-9a-f]{16}) ([0-9a-f]{16}) (\d{1,15}) (\d{1,10}) (\d{1,15}) (\d{1,15}) ([0-9a-f]{40})$/;

export function headText({ log, key, generation, blocks, position, entries, run }: ShardHead): string {
  return `2 ${log} ${key} ${generation} ${blocks} ${position} ${entries} ${run}`;
}

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

export function keyBytes({ key }: ShardHead): Uint8Array {
  return new Uint8Array(Buffer.from(key, 'hex'));
}
