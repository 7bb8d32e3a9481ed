/**
 * A bucket of a list: all fingerprints with the same leading bits.
 *
 *     4 bytes  tag: a keyed hash of the rest and of the bucket's number
 *     for each section with entries:
 *     6        id: a keyed hash of its name, because section numbers change
 *     1        r, the bits of its fingerprints
 *     1 to 5   entries, 7 bits per byte, lowest first; the highest bit: more follow
 *     1 to 5   bytes that follow
 *     …        the fingerprints without the bucket's bits, Golomb–Rice coded as in a snapshot
 *
 * The tag detects damage and mix-ups, not attacks: write access also allows adding changes.
 */
import { halfSipHash, type EpochKey } from '../../../core/hash/half-sip-hash.ts';
import type { Hash64 } from '../../../core/hash/hash64.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { ByteReader, UnexpectedEnd } from '../../../core/snapshot/byte-reader.ts';
import { ByteWriter } from '../../../core/snapshot/byte-writer.ts';
import { decodeRiceInSteps } from '../../../core/snapshot/decode-rice.ts';
import { encodeRiceInSteps } from '../../../core/snapshot/encode-rice.ts';
import { fingerprintUniverse } from '../../../core/snapshot/rice-parameter.ts';
import {
  MAX_FINGERPRINT_BITS,
  MIN_FINGERPRINT_BITS,
  type FingerprintList,
  type SectionName,
} from '../../../core/snapshot/snapshot.ts';
import { runSteps } from '../../../core/steps.ts';

const TAG_BYTES = 4;
const ID_LOW_BITS = 16;
const MAX_NUMBER_BYTES = 5;

export interface BucketPlace {
  readonly epochKey: EpochKey;
  readonly prefixBits: number;
  /** The leading bits, 0 to 2^prefixBits − 1. */
  readonly prefix: number;
}

export interface BucketSection {
  /** 48 bits; see `sectionId`. */
  readonly id: number;
  readonly fingerprintBits: number;
  /** Ascending, unique. */
  readonly fingerprints: FingerprintList;
}

export type BucketFault =
  | 'too-short'
  /** Damaged, or the content of another bucket. */
  | 'wrong-tag'
  /** Truncated, or with an invalid length. */
  | 'wrong-section'
  | 'wrong-entries';

/** 48 bits, constant within an epoch. */
export function sectionId(
  { kind, category, action, group }: SectionName,
  fingerprintBits: number,
  epochKey: EpochKey,
): number {
  const text = `section ${kind} ${category} ${action} ${fingerprintBits} ${group}`;
  const { high, low } = halfSipHash(epochKey, new TextEncoder().encode(text));
  return high * 2 ** ID_LOW_BITS + (low >>> (32 - ID_LOW_BITS));
}

export function encodeBucket(place: BucketPlace, sections: readonly BucketSection[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { id, fingerprintBits, fingerprints } of sections) {
    const count = fingerprints.high.length;
    if (count === 0) continue;
    const restBits = fingerprintBits - place.prefixBits;
    const rest = withoutPrefix(fingerprints, place.prefixBits);
    const bytes = runSteps(encodeRiceInSteps(rest, fingerprintUniverse(restBits)));
    writer.uint32(Math.floor(id / 2 ** ID_LOW_BITS));
    writer.uint16(id % 2 ** ID_LOW_BITS);
    writer.uint8(fingerprintBits);
    writeNumber(writer, count);
    writeNumber(writer, bytes.length);
    writer.bytes(bytes);
  }
  const body = writer.toBytes();
  const bucket = new Uint8Array(TAG_BYTES + body.length);
  bucket.set(body, TAG_BYTES);
  new DataView(bucket.buffer).setUint32(0, tagFor(place, body), true);
  return bucket;
}

/** @returns ids of the sections that list `hash` */
export function sectionsInBucket(
  bytes: Uint8Array,
  place: BucketPlace,
  hash: Hash64,
): Result<readonly number[], BucketFault> {
  if (bytes.length < TAG_BYTES) return fail('too-short');
  const body = bytes.subarray(TAG_BYTES);
  if (tagFor(place, body) !== new ByteReader(bytes).uint32()) return fail('wrong-tag');
  const found: number[] = [];
  const reader = new ByteReader(body);
  try {
    while (reader.remaining > 0) {
      const id = reader.uint32() * 2 ** ID_LOW_BITS + reader.uint16();
      const fingerprintBits = reader.uint8();
      const restBits = fingerprintBits - place.prefixBits;
      const count = readNumber(reader);
      const length = readNumber(reader);
      if (count === null || length === null || count === 0 || restBits < 32) return fail('wrong-section');
      if (fingerprintBits < MIN_FINGERPRINT_BITS || fingerprintBits > MAX_FINGERPRINT_BITS)
        return fail('wrong-section');
      const list = runSteps(decodeRiceInSteps(reader.take(length), count, fingerprintUniverse(restBits)));
      if (list === null) return fail('wrong-entries');
      if (isIn(list, hash, fingerprintBits, place.prefixBits)) found.push(id);
    }
  } catch (error) {
    if (error instanceof UnexpectedEnd) return fail('wrong-section');
    throw error;
  }
  return ok(found);
}

function tagFor({ epochKey, prefixBits, prefix }: BucketPlace, body: Uint8Array): number {
  const named = new Uint8Array(body.length + 5);
  named.set(body);
  const view = new DataView(named.buffer);
  view.setUint32(body.length, prefix, true);
  view.setUint8(body.length + 4, prefixBits);
  return halfSipHash(epochKey, named).high;
}

/** Drops the prefix and left-aligns the rest. @param prefixBits - 1 to 31 */
function withoutPrefix({ high, low }: FingerprintList, prefixBits: number): FingerprintList {
  const rest = { high: new Uint32Array(high.length), low: new Uint32Array(high.length) };
  for (let index = 0; index < high.length; index++) {
    const lowWord = low[index] ?? 0;
    rest.high[index] = ((high[index] ?? 0) << prefixBits) | (lowWord >>> (32 - prefixBits));
    rest.low[index] = lowWord << prefixBits;
  }
  return rest;
}

function isIn(list: FingerprintList, { high, low }: Hash64, bits: number, prefixBits: number): boolean {
  const unused = 64 - bits;
  const kept = ((low >>> unused) << unused) >>> 0;
  const wanted = withoutPrefix({ high: Uint32Array.of(high), low: Uint32Array.of(kept) }, prefixBits);
  const [wantedHigh = 0] = wanted.high;
  const [wantedLow = 0] = wanted.low;
  let from = 0;
  let to = list.high.length;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const difference = (list.high[middle] ?? 0) - wantedHigh || (list.low[middle] ?? 0) - wantedLow;
    if (difference === 0) return true;
    if (difference < 0) from = middle + 1;
    else to = middle;
  }
  return false;
}

function writeNumber(writer: ByteWriter, value: number): void {
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) writer.uint8((rest % 0x80) | 0x80);
  writer.uint8(rest);
}

function readNumber(reader: ByteReader): number | null {
  let value = 0;
  for (let place = 0; place < MAX_NUMBER_BYTES; place++) {
    const byte = reader.uint8();
    value += (byte & 0x7f) * 0x80 ** place;
    if (byte < 0x80) return value;
  }
  return null;
}
