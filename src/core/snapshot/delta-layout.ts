import type { Epoch, FingerprintList, SectionName } from './snapshot.ts';

//   offset  size  field
//        0     4  magic             "SPLD"
//        4     1  formatVersion     1
//        5     3  reserved          0
//        8     4  fromSerial        1 to 2³² − 1
//       12     4  toSerial          1 to 2³² − 1
//       16     4  publishedAt       of toSerial
//       20     8  epochKey          of both, as are the next two
//       28     4  epochStartedAt
//       32     4  plannedEntries    1 to 2³² − 1
//       36    32  fromDigest        state digest
//       68    32  toDigest
//      100     2  fromSectionCount  0 to 1024
//      102     2  sectionCount      0 to 1024
//      104     2  opaqueCount       0 to 16
//      106    24  exclusions        a change (below), of 64-bit fingerprints
//      130        section records, in the order of the new snapshot:
//            0  2   source          index of the old section; 0xffff if none
//            2  1   parts           bit 0: a name follows; bit 1: a change follows
//              [name: kind, category, action, fingerprintBits, groupLength (1 byte each), group]
//              [change]
//               opaque records, strictly ascending by name:
//            0  1   nameLength
//            1  1   parts           bit 0: the bytes follow; else unchanged
//            2  4   byteLength      0 if unchanged
//            6  n   name
//               content: of each change the removed indices, then the added fingerprints (the sections' changes in
//               order, then the exclusions'), then the opaque bytes; nothing after
//
//   change   0  4   fromCount       entries of the old list
//            4  4   removedCount
//            8  4   addedCount
//           12  4   removedBytes
//           16  4   addedBytes
//           20  1   fingerprintBits r of the section, 40 to 64; 64 for the exclusions
//           21  3   reserved        0
//
// A new section has name and change; one that is only moved has neither.
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
