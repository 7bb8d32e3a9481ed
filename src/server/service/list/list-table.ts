import type { LayeredFilter } from '../../../core/filter/layered-filter.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';

/** Why an engine that holds the table cannot say what is listed. */
export type TableTrouble =
  /** It does not answer, or not in time. */
  | 'away'
  /** It answers, and is not known to hold all of the list that is asked for. */
  | 'behind';

/** The indices of the sections that list a hash, ascending, or why they are not known: which is not "none". */
export type Confirmed = readonly number[] | TableTrouble;

/** Layer 2 of a list, wherever it lies: says for certain what layer 1 only lets through. */
export interface ListTable {
  /** Same order and length as `hashes`. Never rejects for trouble: that is an answer. */
  confirm(hashes: readonly Hash64[]): Promise<readonly Confirmed[]>;

  /** Why the table cannot be asked, by what was last seen of it. */
  trouble(): TableTrouble | null;
}

/** The table in the memory of this process. @param bytes - the verification table that belongs to `filter` */
export function tableInMemory(filter: LayeredFilter, bytes: Uint8Array): ListTable {
  return {
    confirm: (hashes) => filter.confirm(hashes, async (start, end) => bytes.subarray(start, end)),
    trouble: () => null,
  };
}
