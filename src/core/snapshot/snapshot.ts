import type { EpochKey } from '../hash/half-sip-hash.ts';
import { ENTRY_KINDS, type EntryKind } from '../hash/entry-kind.ts';
import { CATEGORIES, LEVELS, type Category, type Level } from '../verdict/verdict.ts';

/** What the entries of a section have in common; no two sections of a snapshot share it. */
export interface SectionName {
  readonly kind: EntryKind;
  readonly category: Category;
  /** What a match asks for; the publisher weighs feeds and decides it. */
  readonly action: Level;
  /** Source group, 1 to `MAX_GROUP_BYTES` bytes of well-formed UTF-8; `several` where two or more groups agree. */
  readonly group: string;
}

/**
 * Fingerprints in ascending order, none twice. Each is 64 bits in two words, its r leading bits first and zeros
 * behind them, so that fingerprints of different length still compare.
 */
export interface FingerprintList {
  readonly high: Uint32Array;
  readonly low: Uint32Array;
}

export const NO_FINGERPRINTS: FingerprintList = { high: new Uint32Array(0), low: new Uint32Array(0) };

export interface Section extends SectionName {
  /** r, `MIN_FINGERPRINT_BITS` to `MAX_FINGERPRINT_BITS`; fixed for an epoch. See `fingerprintBitsFor`. */
  readonly fingerprintBits: number;
  readonly fingerprints: FingerprintList;
}

/** Entries of all sections together. */
export function entriesOf(sections: readonly Section[]): number {
  return sections.reduce((sum, { fingerprints }) => sum + fingerprints.high.length, 0);
}

/** At least 90 days with one hash key and fixed fingerprint bits; deltas stay within it. */
export interface Epoch {
  readonly key: EpochKey;
  /** Unix time, seconds, below 2³². */
  readonly startedAt: number;
  /** Entries of all sections that the fingerprint bits are made for, 1 to 2³² − 1. */
  readonly plannedEntries: number;
}

/** Whether deltas between two snapshots are possible. */
export function isSameEpoch(a: Epoch, b: Epoch): boolean {
  return a.startedAt === b.startedAt && a.plannedEntries === b.plannedEntries && areSameBytes(a.key, b.key);
}

export function areSameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

/** Bytes that travel with a snapshot and are replaced whole, such as the statistical model. */
export interface OpaqueSection {
  /** 1 to `MAX_GROUP_BYTES` bytes of well-formed UTF-8. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The state of a channel at one serial. */
export interface Snapshot {
  /** 1 to 2³² − 1; rises by one with each publication. */
  readonly serial: number;
  /** Unix time, seconds, below 2³². */
  readonly publishedAt: number;
  readonly epoch: Epoch;
  /** In the order of `compareSections`; may be empty, and may hold empty sections. */
  readonly sections: readonly Section[];
  /** Full 64-bit hashes of known good expressions that an entry's fingerprint collides with. */
  readonly exclusions: FingerprintList;
  /** In the order of `compareText` on their names. */
  readonly opaque: readonly OpaqueSection[];
}

/** Limits of format 1. */
export const MIN_FINGERPRINT_BITS = 40;
export const MAX_FINGERPRINT_BITS = 64;
export const MAX_GROUP_BYTES = 64;
export const MAX_SECTIONS = 1024;
export const MAX_OPAQUE_SECTIONS = 16;
/** The largest unsigned 32-bit number. */
export const MAX_UINT32 = 0xffff_ffff;

/** The canonical order: by kind, category and action in the order of their lists, then by group. */
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

/**
 * The order of UTF-8 bytes, which is that of code points. JavaScript's own `<` compares UTF-16 units and puts
 * U+10000 before U+FFFF; a publisher in another language would sort otherwise.
 */
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
 * r = ⌈log₂ N⌉ + 30 + costDoublings, kept within 40 and 64, for every section of an epoch with N planned entries:
 * then Σ nₛ ÷ 2^rₛ ≤ 2⁻³⁰ over all sections, the share of absent expressions that are taken for listed ones. With
 * 1,000 links a day and 30 expressions each that is one wrong flag in about a hundred years.
 *
 * @param plannedEntries - N, of all sections together, 1 to 2³² − 1
 * @param costDoublings - how many times worse than usual a wrong flag is in this section, as a power of two: an
 *   integer ≥ 0. Water-filling gives one more bit per doubling (src/server/publisher/tune/word-bins.ts)
 */
export function fingerprintBitsFor(plannedEntries: number, costDoublings = 0): number {
  if (!Number.isInteger(plannedEntries) || plannedEntries < 1 || plannedEntries > MAX_UINT32) {
    throw new RangeError(`plannedEntries ${plannedEntries}`);
  }
  if (!Number.isInteger(costDoublings) || costDoublings < 0)
    throw new RangeError(`costDoublings ${costDoublings}`);
  // ⌈log₂ N⌉ without a logarithm, whose last digit is not the same in every engine.
  const planBits = plannedEntries === 1 ? 0 : 32 - Math.clz32(plannedEntries - 1);
  const bits = planBits + 30 + costDoublings;
  return Math.min(MAX_FINGERPRINT_BITS, Math.max(MIN_FINGERPRINT_BITS, bits));
}

/** Σ nₛ ÷ 2^rₛ: the share of absent expressions that some section takes for listed. A fraction. */
export function falsePositiveRateOfSections(
  sections: readonly { readonly entries: number; readonly fingerprintBits: number }[],
): number {
  return sections.reduce((sum, { entries, fingerprintBits }) => sum + entries / 2 ** fingerprintBits, 0);
}

/** The most that `falsePositiveRateOfSections` may come to; an encoder refuses to write more, a decoder to read it. */
export const MAX_FALSE_POSITIVE_RATE = 2 ** -30;
