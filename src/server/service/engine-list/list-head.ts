/**
 * The head of a shard's list: one string, replaced atomically.
 *
 *     1 <log> <generation> <prefixBits> <root> <epoch> <keyList> <serial> <entries> <run>
 */
import { arePrefixBits } from './list-places.ts';

export interface ListHead {
  /** Id of the log: 16 hexadecimal digits. */
  readonly log: string;
  /** Part of the Redis keys in use. */
  readonly generation: number;
  readonly prefixBits: number;
  /** 16 hexadecimal digits of the root key's SHA-256. */
  readonly root: string;
  /** The epoch key: 16 hexadecimal digits. */
  readonly epoch: string;
  /** Key list number and serial of the newest snapshot that the shard holds completely. */
  readonly keyList: number;
  readonly serial: number;
  /** Of the whole list. */
  readonly entries: number;
  /** Run id of the server process confirmed to hold this: 40 hexadecimal digits. */
  readonly run: string;
}

/** Serials restart with a new key list. */
export type ListOrder = Pick<ListHead, 'keyList' | 'serial'>;

const HEAD =
  /^1 ([0-9a-f]{16}) (\d{1,15}) (\d{1,2}) ([0-9a-f]{16}) ([0-9a-f]{16}) (\d{1,15}) (\d{1,15}) (\d{1,15}) ([0-9a-f]{40})$/;

export function listHeadText(head: ListHead): string {
  const { log, generation, prefixBits, root, epoch, keyList, serial, entries, run } = head;
  return `1 ${log} ${generation} ${prefixBits} ${root} ${epoch} ${keyList} ${serial} ${entries} ${run}`;
}

export function parseListHead(text: string): ListHead | null {
  const found = HEAD.exec(text);
  if (found === null) return null;
  const [, log = '', generation, prefixBits, root = '', epoch = '', keyList, serial, entries, run = ''] =
    found;
  if (!arePrefixBits(Number(prefixBits))) return null;
  return {
    log,
    generation: Number(generation),
    prefixBits: Number(prefixBits),
    root,
    epoch,
    keyList: Number(keyList),
    serial: Number(serial),
    entries: Number(entries),
    run,
  };
}

export function compareOrder(a: ListOrder, b: ListOrder): number {
  return a.keyList - b.keyList || a.serial - b.serial;
}
