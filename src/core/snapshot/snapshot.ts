import type { EpochKey } from '../hash/half-sip-hash.ts';
import { ENTRY_KINDS, type EntryKind } from '../hash/entry-kind.ts';
import { CATEGORIES, LEVELS, type Category, type Level } from '../verdict/verdict.ts';

/** Unique within a snapshot. */
export interface SectionName {
  readonly kind: EntryKind;
  readonly category: Category;
  /** Decided by the publisher. */
  readonly action: Level;
  /** Source group; `several` if two or more agree. 1 to `MAX_GROUP_BYTES` bytes of UTF-8. */
  readonly group: string;
  /** From `reviewed/1`; only where a snapshot is compiled for lookups. */
  readonly isReviewed?: boolean;
}

/**
 * Ascending, without duplicates. Each fingerprint is `fingerprintBits` bits, then zeros, in two words, so that
 * different lengths compare.
 */
export interface FingerprintList {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export const NO_FINGERPRINTS: FingerprintList = { high: new Uint32Array(0), low: new Uint32Array(0) };

export interface Section extends SectionName {
  /** r in `fingerprintBitsFor`; fixed for an epoch. */
  readonly fingerprintBits: number;
  readonly fingerprints: FingerprintList;
}

export function entriesOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
}

/**
 * Lasts at least 90 days, unless the entries outgrow `plannedEntries` or the publisher changes options. No delta spans
 * two epochs.
 */
export interface Epoch {
  readonly key: EpochKey;
  /** Unix seconds. */
  readonly startedAt: number;
  /** Of all sections; decides the fingerprint bits. */
  readonly plannedEntries: number;
}

export function isSameEpoch(a: Epoch, b: Epoch): boolean {
  return a.startedAt === b.startedAt && a.plannedEntries === b.plannedEntries && areSameBytes(a.key, b.key);
}

export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Bytes that the snapshot format does not interpret; a delta replaces them whole. */
export interface OpaqueSection {
  /** 1 to `MAX_GROUP_BYTES` bytes of UTF-8. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface Snapshot {
  /** 1 to 2³² − 1, rising by one. */
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly epoch: Epoch;
  /** In the order of `compareSections`. */
  readonly sections: readonly Section[];
  /** Hashes of known good expressions that collide with a fingerprint, and of the publisher's exclusions. */
  readonly exclusions: FingerprintList;
  /** In the order of `compareText`. */
  readonly opaque: readonly OpaqueSection[];
}

/** Limits of format 1. */
export const MIN_FINGERPRINT_BITS = 40;
export const MAX_FINGERPRINT_BITS = 64;
export const MAX_GROUP_BYTES = 64;
export const MAX_SECTIONS = 1024;
export const MAX_OPAQUE_SECTIONS = 16;
export const MAX_UINT32 = 0xffff_ffff;

export function compareSections(a: SectionName, b: SectionName): number {
  return (
    ENTRY_KINDS.indexOf(a.kind) - ENTRY_KINDS.indexOf(b.kind) ||
    CATEGORIES.indexOf(a.category) - CATEGORIES.indexOf(b.category) ||
    LEVELS.indexOf(a.action) - LEVELS.indexOf(b.action) ||
    compareText(a.group, b.group)
  );
}

export function includesSection(names: readonly SectionName[], section: SectionName): boolean {
  return names.some((name) => compareSections(name, section) === 0);
}

/** Compares UTF-8 bytes: JavaScript's `<` compares UTF-16 units and puts U+10000 before U+FFFF. */
export function compareText(a: string, b: string): number {
  const left = new TextEncoder().encode(a);
  const right = new TextEncoder().encode(b);
  const shared = Math.min(left.length, right.length);
  for (let index = 0; index < shared; index++) {
    const difference = (left[index] ?? 0) - (right[index] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/**
 * r = ⌈log₂ N⌉ + 30 + costDoublings, within 40 and 64. Then Σ nₛ ÷ 2^rₛ over sections of nₛ entries is ≤ 2⁻³⁰: at 1,000
 * links a day with 30 expressions each, one wrong flag in about a hundred years.
 *
 * @param plannedEntries - N, of all sections, 1 to 2³² − 1
 * @param costDoublings - log₂ of how much worse than usual a wrong flag is in this section, an integer ≥ 0; each
 *   doubling takes one more bit (water-filling, src/server/publisher/tune/word-bins.ts)
 */
export function fingerprintBitsFor(plannedEntries: number, costDoublings = 0): number {
  if (!Number.isInteger(plannedEntries) || plannedEntries < 1 || plannedEntries > MAX_UINT32) {
    throw new RangeError(`plannedEntries ${plannedEntries}`);
  }
  if (!Number.isInteger(costDoublings) || costDoublings < 0)
    throw new RangeError(`costDoublings ${costDoublings}`);
  // ⌈log₂ N⌉ without a logarithm, whose last digit differs between engines.
  const planBits = plannedEntries === 1 ? 0 : 32 - Math.clz32(plannedEntries - 1);
  const bits = planBits + 30 + costDoublings;
  return Math.min(MAX_FINGERPRINT_BITS, Math.max(MIN_FINGERPRINT_BITS, bits));
}

/** Σ nₛ ÷ 2^rₛ: the fraction of absent expressions taken for listed. */
export function falsePositiveRateOfSections(
  sections: readonly { readonly entries: number; readonly fingerprintBits: number }[],
): number {
  return sections.reduce((sum, { entries, fingerprintBits }) => sum + entries / 2 ** fingerprintBits, 0);
}

/** Encoders refuse to write a higher rate, decoders to read it. */
export const MAX_FALSE_POSITIVE_RATE = 2 ** -30;
