import type { Exclusion } from '../../../../core/feed/feeds-file.ts';
import { excludedEntries } from '../../../../core/guard/exclusions.ts';
import { EntryHasher } from '../../../../core/hash/entry-hash.ts';
import type { EpochKey } from '../../../../core/hash/half-sip-hash.ts';
import type { FingerprintList } from '../../../../core/snapshot/snapshot.ts';

/**
 * Adds the publisher's exclusions to `knownGood`: readers who saw a warning learn from them that it was a mistake.
 */
export function withWithdrawn(
  knownGood: FingerprintList,
  exclusions: readonly Exclusion[],
  key: EpochKey,
  now: number,
): FingerprintList {
  const hasher = new EntryHasher(key);
  const all = new Map<string, readonly [number, number]>();
  const add = (high: number, low: number): void => void all.set(`${high} ${low}`, [high, low]);
  knownGood.high.forEach((high, index) => add(high, knownGood.low[index] ?? 0));
  for (const { host, path } of excludedEntries(exclusions, now)) {
    const { high, low } = hasher.url(host, path);
    add(high, low);
  }
  const sorted = [...all.values()].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  return {
    high: Uint32Array.from(sorted, ([high]) => high),
    low: Uint32Array.from(sorted, ([, low]) => low),
  };
}
