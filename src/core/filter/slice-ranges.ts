/** Both ends are inclusive. */
export interface SliceRange {
  readonly first: number;
  readonly last: number;
}

/** Unwanted slices that a read may span: starting a read costs as much as reading about 16 kB. */
const MAX_GAP_SLICES = 4;

export function mergeReads(ranges: readonly SliceRange[]): readonly SliceRange[] {
  const reads: { first: number; last: number }[] = [];
  for (const { first, last } of ranges.toSorted((a, b) => a.first - b.first || a.last - b.last)) {
    const read = reads.at(-1);
    if (read !== undefined && first <= read.last + 1 + MAX_GAP_SLICES) read.last = Math.max(read.last, last);
    else reads.push({ first, last });
  }
  return reads;
}

export function countBelow(values: Uint32Array, bound: number): number {
  let from = 0;
  let to = values.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    if ((values[middle] ?? 0) < bound) from = middle + 1;
    else to = middle;
  }
  return from;
}
