import { toHex } from '../hash/hex.ts';
import { encodeSnapshot } from './encode-snapshot.ts';
import { AFTER_PUBLISHED_AT_OFFSET, SERIAL_OFFSET } from './snapshot-layout.ts';
import type { Snapshot } from './snapshot.ts';

/** Snapshots are read-only, so cached digests stay valid. */
const known = new WeakMap<Snapshot, string>();

/**
 * SHA-256 of the encoding without serial and time, in lower-case hex; equal whether a client loaded a base or deltas.
 */
export async function stateDigest(snapshot: Snapshot): Promise<string> {
  const digest = known.get(snapshot) ?? (await stateDigestOfBytes(encodeSnapshot(snapshot)));
  known.set(snapshot, digest);
  return digest;
}

export async function stateDigestOfBytes(bytes: Uint8Array): Promise<string> {
  // WebCrypto digests one buffer only; this copy takes 1 ms.
  const digested = new Uint8Array(bytes.length - (AFTER_PUBLISHED_AT_OFFSET - SERIAL_OFFSET));
  digested.set(bytes.subarray(0, SERIAL_OFFSET));
  digested.set(bytes.subarray(AFTER_PUBLISHED_AT_OFFSET), SERIAL_OFFSET);
  return toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', digested)));
}

export function knownStateDigest(snapshot: Snapshot): string | undefined {
  return known.get(snapshot);
}
