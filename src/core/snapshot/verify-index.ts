import { fail, ok, type Result } from '../result.ts';
import { MAX_INDEX_BYTES, parseChannelIndex, type ChannelIndex, type IndexFailure } from './channel-index.ts';
import { parseKeyList, type KeyList, type KeyListFailure } from './key-list.ts';
import { fields, nonEmptyText, readOrNull } from '../fields/schema.ts';
import { isJwsHeader, isSignedBy, kidOf, readJws } from './read-jws.ts';

export interface PinnedTrust {
  /** Ed25519, base64url of 32 bytes; any may sign the key list. */
  readonly rootKeys: readonly string[];
  /** Null accepts any name, when a channel is added. */
  readonly channel: string | null;
  /** Highest number seen, 0 at first; key lists with lower ones are refused. */
  readonly minKeyListNumber: number;
}

export interface VerifiedIndex {
  readonly index: ChannelIndex;
  readonly keyList: VerifiedKeyList;
  readonly signedBy: string;
}

export interface VerifiedKeyList extends KeyList {
  /** The pinned key that signed the list. */
  readonly rootKey: string;
}

export type VerifyFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  /** Such as a web server's error page. */
  | { readonly kind: 'not-an-index' }
  /** Not Ed25519, no key name, or forbidden members. */
  | { readonly kind: 'unexpected-header'; readonly of: 'index' | 'key-list' }
  /** A forgery, or another publisher's channel. */
  | { readonly kind: 'unknown-root' }
  | { readonly kind: 'key-list-expired'; readonly expiresAt: number }
  /** An older list may contain a revoked key. */
  | { readonly kind: 'key-list-rollback'; readonly number: number }
  /** Revoked, or never listed. */
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'bad-signature' }
  | { readonly kind: 'wrong-channel'; readonly channel: string }
  | IndexFailure
  | KeyListFailure;

const WITH_KEYS = fields({ keys: nonEmptyText(MAX_INDEX_BYTES) });

/**
 * The key list travels in the index to save a request. A root key verifies the list, then a key in the list verifies
 * the index; until then, nothing else of the index is read.
 *
 * An expired index is returned: it may be newer than the client's, and still flags. An expired key list is refused, so
 * that a snapshot key stolen unnoticed stops working.
 */
export async function verifyIndex(
  jws: string,
  pinned: PinnedTrust,
  now: number,
): Promise<Result<VerifiedIndex, VerifyFailure>> {
  if (jws.length > MAX_INDEX_BYTES) return fail({ kind: 'too-large', byteLength: jws.length });
  const unverified = readJws(jws);
  if (unverified === null) return fail({ kind: 'not-an-index' });
  const kid = kidOf(unverified.header);
  if (kid === null) return fail({ kind: 'unexpected-header', of: 'index' });
  const payload = readOrNull(WITH_KEYS, unverified.payload);
  if (payload === null) return fail({ kind: 'malformed-index', field: 'keys' });

  const keyList = await verifyKeyList(payload.keys, pinned, now);
  if (!keyList.ok) return keyList;
  const key = keyList.value.keys.find((candidate) => candidate.kid === kid);
  if (key === undefined) return fail({ kind: 'unknown-key', kid });
  if (!(await isSignedBy(jws, key.publicKey))) return fail({ kind: 'bad-signature' });

  const index = parseChannelIndex(unverified.payload);
  if (!index.ok) return index;
  if (index.value.channel !== keyList.value.channel) {
    return fail({ kind: 'wrong-channel', channel: index.value.channel });
  }
  return ok({ index: index.value, keyList: keyList.value, signedBy: kid });
}

export async function verifyKeyList(
  jws: string,
  pinned: PinnedTrust,
  now: number,
): Promise<Result<VerifiedKeyList, VerifyFailure>> {
  const unverified = readJws(jws);
  if (unverified === null) return fail({ kind: 'malformed-key-list', field: 'list' });
  if (!isJwsHeader(unverified.header)) return fail({ kind: 'unexpected-header', of: 'key-list' });
  const rootKey = await findSigner(pinned.rootKeys, jws);
  if (rootKey === null) return fail({ kind: 'unknown-root' });
  const list = parseKeyList(unverified.payload);
  if (!list.ok) return list;
  const { number, channel, expiresAt } = list.value;
  if (pinned.channel !== null && channel !== pinned.channel) return fail({ kind: 'wrong-channel', channel });
  if (number < pinned.minKeyListNumber) return fail({ kind: 'key-list-rollback', number });
  if (expiresAt <= now) return fail({ kind: 'key-list-expired', expiresAt });
  return ok({ ...list.value, rootKey });
}

async function findSigner(keys: readonly string[], jws: string): Promise<string | null> {
  for (const key of keys) {
    if (await isSignedBy(jws, key)) return key;
  }
  return null;
}
