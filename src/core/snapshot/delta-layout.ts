import type { Epoch, FingerprintList, SectionName } from './snapshot.ts';

//   offset  size  field
//        0     4  magic             "SPLD"
//        4     1  formatVersion     1
//        5     3  reserved          0
//        8     4  fromSerial        1 to 2³² − 1
//       12     4  toSerial          1 to 2³² − 1
//       16     4  publishedAt       of the snapshot with toSerial
//       20     8  epochKey          of both, as are the next two
//       28     4  epochStartedAt
//       32     4  plannedEntries    1 to 2³² − 1
//       36    32  fromDigest        state digest
//       68    32  toDigest
//      100     2  fromSectionCount  0 to 1024
//      102     2  sectionCount      0 to 1024
//      104     2  opaqueCount       0 to 16
//      106    24  exclusions        a change (below), of 64-bit fingerprints
//      130        section records, sectionCount of them, in the order of the new snapshot:
//            0  2   source          index of the section it comes from; 0xffff if from none
//            2  1   parts           bit 0: a name follows; bit 1: a change follows
//              [name: kind, category, action, fingerprintBits, groupLength (1 byte each), group]
//              [change]
//               opaque records, opaqueCount of them, strictly ascending by name:
//            0  1   nameLength
//            1  1   parts           bit 0: the bytes follow; otherwise they are those of the same name
//            2  4   byteLength      0 if they do not follow
//            6  n   name
//               content: of each change the removed indices, then the added fingerprints (the sections' changes in
//               order, then the exclusions'), then the opaque bytes; nothing after
//
//   change   0  4   fromCount       entries of the list it starts from
//            4  4   removedCount
//            8  4   addedCount
//           12  4   removedBytes
//           16  4   addedBytes
//           20  1   fingerprintBits r of the section, 40 to 64; 64 for the exclusions
//           21  3   reserved        0
//
// A section from no source has name and change; one that is only moved along has neither.
export const MAGIC = 0x444c5053;
export const FORMAT_VERSION = 1;
export const NO_SOURCE = 0xffff;
export const HAS_NAME = 1;
export const HAS_CHANGE = 2;
export const DIGEST_BYTES = 32;

/** The difference of two lists: what leaves the first one, by its index there, and what comes. */
export interface ListChange {
  /** Entries of the list it starts from. */
  readonly fromCount: number;
  /** Of the added fingerprints: those of the section. */
  readonly fingerprintBits: number;
  /** Ascending indices, as `high` words. */
  readonly removed: FingerprintList;
  readonly added: FingerprintList;
}

export interface DeltaSection {
  /** Index of the section it comes from; null for a new one. */
  readonly source: number | null;
  /** Null if it keeps the name and the fingerprint bits of its source. */
  readonly name: (SectionName & { readonly fingerprintBits: number }) | null;
  /** Null if it keeps the entries of its source. */
  readonly change: ListChange | null;
}

export interface DeltaOpaque {
  readonly name: string;
  /** Null if they are those of the same name. */
  readonly bytes: Uint8Array | null;
}

/** The exact difference of two snapshots of one epoch. */
export interface Delta {
  readonly fromSerial: number;
  readonly toSerial: number;
  /** Unix time, seconds. */
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
