import type { FingerprintList } from '../../../../core/snapshot/snapshot.ts';

/** Cuts ascending hashes to their leading `bits`, 32 to 64, and drops duplicates. */
export function toFingerprints({ high, low }: FingerprintList, bits: number): FingerprintList {
  if (bits < 32 || bits > 64) throw new RangeError(`fingerprints of ${bits} bits`);
  // A shift by 32 would be a shift by 0.
  const mask = bits === 32 ? 0 : (-1 << (64 - bits)) >>> 0;
  const cutHigh = new Uint32Array(high.length);
  const cutLow = new Uint32Array(high.length);
  let length = 0;
  for (let index = 0; index < high.length; index++) {
    const entryHigh = high[index] ?? 0;
    const entryLow = ((low[index] ?? 0) & mask) >>> 0;
    if (length > 0 && cutHigh[length - 1] === entryHigh && cutLow[length - 1] === entryLow) continue;
    cutHigh[length] = entryHigh;
    cutLow[length] = entryLow;
    length++;
  }
  return { high: cutHigh.slice(0, length), low: cutLow.slice(0, length) };
}

/** Indices of the `hashes` whose leading `bits` are in the section; both lists ascend. */
export function hitsAmong(
  hashes: FingerprintList,
  fingerprints: FingerprintList,
  bits: number,
): readonly number[] {
  const mask = bits === 32 ? 0 : (-1 << (64 - bits)) >>> 0;
  const hits: number[] = [];
  let at = 0;
  for (let index = 0; index < hashes.high.length; index++) {
    const high = hashes.high[index] ?? 0;
    const low = ((hashes.low[index] ?? 0) & mask) >>> 0;
    while (at < fingerprints.high.length) {
      const otherHigh = fingerprints.high[at] ?? 0;
      if (otherHigh > high || (otherHigh === high && (fingerprints.low[at] ?? 0) >= low)) break;
      at++;
    }
    if (fingerprints.high[at] === high && fingerprints.low[at] === low) hits.push(index);
  }
  return hits;
}

/** Both lists ascend, with fingerprints of equal length. */
export function countChanges(
  before: FingerprintList,
  after: FingerprintList,
): { readonly added: number; readonly removed: number } {
  let common = 0;
  let old = 0;
  for (let index = 0; index < after.high.length; index++) {
    const high = after.high[index] ?? 0;
    const low = after.low[index] ?? 0;
    while (old < before.high.length) {
      const oldHigh = before.high[old] ?? 0;
      if (oldHigh > high || (oldHigh === high && (before.low[old] ?? 0) >= low)) break;
      old++;
    }
    if (old < before.high.length && before.high[old] === high && before.low[old] === low) common++;
  }
  return { added: after.high.length - common, removed: before.high.length - common };
}
