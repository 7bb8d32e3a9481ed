import type { Epoch, FingerprintList, SectionName } from './snapshot.ts';

// Layout: docs/snapshot-format.md, section 6. A new section has name and change; one that is only moved has neither.
export const MAGIC = 0x444c5053;
export const FORMAT_VERSION = 1;
export const NO_SOURCE = 0xffff;
export const HAS_NAME = 1;
export const HAS_CHANGE = 2;
export const DIGEST_BYTES = 32;

export interface ListChange {
  readonly fromCount: number;
  /** Of the added fingerprints. */
  readonly fingerprintBits: number;
  /** Indices into the old list, as `high` words. */
  readonly removed: FingerprintList;
  readonly added: FingerprintList;
}

export interface DeltaSection {
  /** Index of the old section; null if new. */
  readonly source: number | null;
  /** Null if unchanged. */
  readonly name: (SectionName & { readonly fingerprintBits: number }) | null;
  /** Null if unchanged. */
  readonly change: ListChange | null;
}

export interface DeltaOpaque {
  readonly name: string;
  /** Null if unchanged. */
  readonly bytes: Uint8Array | null;
}

export interface Delta {
  readonly fromSerial: number;
  readonly toSerial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly epoch: Epoch;
  /** State digests, lower-case hex. */
  readonly fromDigest: string;
  readonly toDigest: string;
  readonly fromSectionCount: number;
  readonly sections: readonly DeltaSection[];
  readonly exclusions: ListChange;
  readonly opaque: readonly DeltaOpaque[];
}
