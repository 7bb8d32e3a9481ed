import type { DeltaOpaque, DeltaSection, ListChange } from './delta-layout.ts';
import { encodeDelta } from './encode-delta.ts';
import {
  areSameBytes,
  compareSections,
  isSameEpoch,
  MAX_FINGERPRINT_BITS,
  NO_FINGERPRINTS,
  type FingerprintList,
  type OpaqueSection,
  type Section,
  type Snapshot,
} from './snapshot.ts';

/**
 * `applyDelta` restores `to` byte for byte. Either snapshot may be older.
 *
 * @param digests - `stateDigest` of both
 * @throws RangeError for different epochs, or what `encodeSnapshot` would refuse
 */
export function makeDelta(
  from: Snapshot,
  to: Snapshot,
  digests: { readonly from: string; readonly to: string },
): Uint8Array<ArrayBuffer> {
  if (!isSameEpoch(from.epoch, to.epoch)) throw new RangeError('a delta between two epochs');
  const sources = sourcesOf(from.sections, to.sections);
  return encodeDelta({
    fromSerial: from.serial,
    toSerial: to.serial,
    publishedAt: to.publishedAt,
    epoch: to.epoch,
    fromDigest: digests.from,
    toDigest: digests.to,
    fromSectionCount: from.sections.length,
    sections: to.sections.map((section, index) =>
      sectionDelta(from.sections, sources[index] ?? null, section),
    ),
    exclusions: changeOf(from.exclusions, to.exclusions, MAX_FINGERPRINT_BITS),
    opaque: to.opaque.map((opaque) => opaqueDelta(from.opaque, opaque)),
  });
}

function sectionDelta(from: readonly Section[], source: number | null, to: Section): DeltaSection {
  const { kind, category, action, group, fingerprintBits, fingerprints } = to;
  const name = { kind, category, action, group, fingerprintBits };
  const origin = source === null ? undefined : from[source];
  if (origin === undefined) {
    return { source: null, name, change: changeOf(NO_FINGERPRINTS, fingerprints, fingerprintBits) };
  }
  const change = changeOf(origin.fingerprints, fingerprints, fingerprintBits);
  const isUnchanged = change.removed.high.length === 0 && change.added.high.length === 0;
  return {
    source,
    name: compareSections(origin, to) === 0 ? null : name,
    change: isUnchanged ? null : change,
  };
}

/**
 * Finds the old section of each new one: that of the same name and bits, else an unused one of the same bits with more
 * than half of the new section's entries.
 */
function sourcesOf(from: readonly Section[], to: readonly Section[]): readonly (number | null)[] {
  const used = new Set<number>();
  const sources = to.map((section) => {
    const index = from.findIndex(
      (candidate) =>
        compareSections(candidate, section) === 0 && candidate.fingerprintBits === section.fingerprintBits,
    );
    if (index < 0) return null;
    used.add(index);
    return index;
  });
  return to.map((section, place) => {
    const source = sources[place] ?? null;
    if (source !== null) return source;
    let best: number | null = null;
    let mostShared = section.fingerprints.high.length / 2;
    for (const [index, candidate] of from.entries()) {
      if (used.has(index) || candidate.fingerprintBits !== section.fingerprintBits) continue;
      const shared =
        section.fingerprints.high.length -
        changeOf(candidate.fingerprints, section.fingerprints, section.fingerprintBits).added.high.length;
      if (shared > mostShared) {
        best = index;
        mostShared = shared;
      }
    }
    if (best !== null) used.add(best);
    return best;
  });
}

function changeOf(from: FingerprintList, to: FingerprintList, fingerprintBits: number): ListChange {
  const removed: number[] = [];
  const added: number[] = [];
  const fromCount = from.high.length;
  const toCount = to.high.length;
  let i = 0;
  let j = 0;
  while (i < fromCount || j < toCount) {
    const order = i === fromCount ? 1 : j === toCount ? -1 : compareEntries(from, i, to, j);
    if (order < 0) removed.push(i++);
    else if (order > 0) added.push(j++);
    else {
      i++;
      j++;
    }
  }
  return {
    fromCount,
    fingerprintBits,
    removed: { high: Uint32Array.from(removed), low: new Uint32Array(removed.length) },
    added: {
      high: Uint32Array.from(added, (index) => to.high[index] ?? 0),
      low: Uint32Array.from(added, (index) => to.low[index] ?? 0),
    },
  };
}

function compareEntries(a: FingerprintList, i: number, b: FingerprintList, j: number): number {
  return (a.high[i] ?? 0) - (b.high[j] ?? 0) || (a.low[i] ?? 0) - (b.low[j] ?? 0);
}

function opaqueDelta(from: readonly OpaqueSection[], { name, bytes }: OpaqueSection): DeltaOpaque {
  const before = from.find((candidate) => candidate.name === name);
  return { name, bytes: before !== undefined && areSameBytes(before.bytes, bytes) ? null : bytes };
}
