import { toHex } from '../hash/hex.ts';
import { encodeSnapshot } from './encode-snapshot.ts';
import { AFTER_PUBLISHED_AT_OFFSET, SERIAL_OFFSET } from './snapshot-layout.ts';
import type { Snapshot } from './snapshot.ts';

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

/** The digest of a snapshot if it was computed before. */
export function knownStateDigest(snapshot: Snapshot): string | undefined {
  return known.get(snapshot);
}
