import type { LayeredFilter } from '../../../core/filter/layered-filter.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';

export type TableTrouble =
  /** No answer in time. */
  | 'away'
  /** Not known to hold the whole requested list. */
  | 'behind';

/** Ascending section indices, empty if unlisted, or why they are unknown. */
export type Confirmed = readonly number[] | TableTrouble;

export interface ListTable {
  /** In the order of `hashes`. Trouble is a result, never a rejection. */
  confirm(hashes: readonly Hash64[]): Promise<readonly Confirmed[]>;

  /** As last seen. */
  trouble(): TableTrouble | null;
}

export function tableInMemory(filter: LayeredFilter, bytes: Uint8Array): ListTable {
  return {
    confirm: (hashes) => filter.confirm(hashes, async (start, end) => bytes.subarray(start, end)),
    trouble: () => null,
  };
}
