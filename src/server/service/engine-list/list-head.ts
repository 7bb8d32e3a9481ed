/**
 * What stands at the head of a shard of the list: one string, replaced as a whole.
 *
 *     1 <log> <generation> <prefixBits> <root> <epoch> <keyList> <serial> <entries> <run>
 */
import { arePrefixBits } from './list-places.ts';

export interface ListHead {
  /** Whose engine it is, as in heads of changes: 16 hexadecimal digits. */
  readonly log: string;
  /** Names the keys that are in use. */
  readonly generation: number;
  /** How the entries are parted: see list-places.ts. */
  readonly prefixBits: number;
  /** Whose channel it is: 16 hexadecimal digits of the root key's SHA-256. */
  readonly root: string;
  /** The epoch key, under which entries are hashed: 16 hexadecimal digits. */
  readonly epoch: string;
  /** Number of the key list and serial of the newest snapshot of which the shard holds everything. */
  readonly keyList: number;
  readonly serial: number;
  /** Of the whole list. */
  readonly entries: number;
  /** The run of the server that the writer knows to hold all of this: 40 hexadecimal digits. */
  readonly run: string;
}

/** Which state of a channel: a newer key list begins its serials anew. */
export type ListOrder = Pick<ListHead, 'keyList' | 'serial'>;

const HEAD =
  /^1 ([0-9a-f]{16}) (\d{1,15}) (\d{1,2}) ([0-9a-f]{16}) ([0-9a-f]{16}) (\d{1,15}) (\d{1,15}) (\d{1,15}) ([0-9a-f]{40})$/;

export function listHeadText(head: ListHead): string {
  const { log, generation, prefixBits, root, epoch, keyList, serial, entries, run } = head;
  return `1 ${log} ${generation} ${prefixBits} ${root} ${epoch} ${keyList} ${serial} ${entries} ${run}`;
}

/** @returns null if it is no head, or none of this version */
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

/** Negative if `a` is before `b`, 0 if they are the same state. */
export function compareOrder(a: ListOrder, b: ListOrder): number {
  return a.keyList - b.keyList || a.serial - b.serial;
}
