import type { FingerprintList } from '../../../src/core/snapshot/snapshot.ts';
import { toFingerprints } from '../../../src/server/publisher/build/entries/fingerprints.ts';

/** The hashes as an ascending list without repetitions. */
export function sortedHashes(
  hashes: readonly { readonly high: number; readonly low: number }[],
): FingerprintList {
  const sorted = [...hashes].sort((a, b) => a.high - b.high || a.low - b.low);
  const list = {
    high: Uint32Array.from(sorted, ({ high }) => high),
    low: Uint32Array.from(sorted, ({ low }) => low),
  };
  return toFingerprints(list, 64);
}
