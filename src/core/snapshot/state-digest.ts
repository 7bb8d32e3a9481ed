import { Sha256 } from '../hash/sha256.ts';
import type { Steps } from '../steps.ts';
import { encodeSnapshot, encodeSnapshotInSteps } from './encode-snapshot.ts';
import { AFTER_PUBLISHED_AT_OFFSET, SERIAL_OFFSET } from './snapshot-layout.ts';
import type { Snapshot } from './snapshot.ts';

/** Bytes hashed between two yields: about 2 ms. */
const BYTES_PER_STEP = 1 << 19;

/** Digests that were computed, by snapshot: its fields are read-only, so that they stay true. */
const known = new WeakMap<Snapshot, string>();

/**
 * SHA-256 of the canonical encoding without serial and time, lower-case hex: the same however the state was reached,
 * by a base or by any chain of deltas.
 */
export async function stateDigest(snapshot: Snapshot): Promise<string> {
  const digest = known.get(snapshot) ?? (await stateDigestOfBytes(encodeSnapshot(snapshot)));
  known.set(snapshot, digest);
  return digest;
}

/** As `stateDigest`, of a base file's bytes. */
export async function stateDigestOfBytes(bytes: Uint8Array): Promise<string> {
  // A copy of some MiB, 1 ms: WebCrypto takes its input in one piece only.
  const digested = new Uint8Array(bytes.length - (AFTER_PUBLISHED_AT_OFFSET - SERIAL_OFFSET));
  digested.set(bytes.subarray(0, SERIAL_OFFSET));
  digested.set(bytes.subarray(AFTER_PUBLISHED_AT_OFFSET), SERIAL_OFFSET);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', digested)));
}

/** As `stateDigest`, without a promise, yielding every few milliseconds. */
export function* stateDigestInSteps(snapshot: Snapshot): Steps<string> {
  return known.get(snapshot) ?? (yield* encodeAndDigestInSteps(snapshot)).digest;
}

/** The base file of a snapshot and its state digest, for those who need both. */
export function* encodeAndDigestInSteps(
  snapshot: Snapshot,
): Steps<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly digest: string }> {
  const bytes = yield* encodeSnapshotInSteps(snapshot);
  const hash = new Sha256();
  hash.update(bytes.subarray(0, SERIAL_OFFSET));
  for (let offset = AFTER_PUBLISHED_AT_OFFSET; offset < bytes.length; offset += BYTES_PER_STEP) {
    yield;
    hash.update(bytes.subarray(offset, offset + BYTES_PER_STEP));
  }
  const digest = toHex(hash.digest());
  known.set(snapshot, digest);
  return { bytes, digest };
}

/** The digest of a snapshot if it was computed before. */
export function knownStateDigest(snapshot: Snapshot): string | undefined {
  return known.get(snapshot);
}

/** Lower-case hex. */
export function toHex(bytes: Uint8Array): string {
  let text = '';
  for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
  return text;
}
