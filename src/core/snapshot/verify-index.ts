import { fail, ok, type Result } from '../result.ts';
import { MAX_INDEX_BYTES, parseChannelIndex, type ChannelIndex, type IndexFailure } from './channel-index.ts';
import { parseKeyList, type KeyList, type KeyListFailure } from './key-list.ts';
import { asRecord, filledText, orNull } from '../fields/read-fields.ts';
import { expectedHeader, isSignedBy, kidOf, readJws } from './read-jws.ts';

/** What a client holds of a channel before it has fetched anything. */
export interface PinnedTrust {
  /** Ed25519 public keys, base64url of 32 bytes; any of them may sign the key list. */
  readonly rootKeys: readonly string[];
  /** The name that index and key list must have; null while the channel is first added and any is taken. */
  readonly channel: string | null;
  /** Number of the newest key list seen, 0 at first. */
  readonly minKeyListNumber: number;
}

export interface VerifiedIndex {
  readonly index: ChannelIndex;
  readonly keyList: VerifiedKeyList;
  /** `kid` of the snapshot key. */
  readonly signedBy: string;
}

export interface VerifiedKeyList extends KeyList {
  /** Which of the pinned ones has signed it. */
  readonly rootKey: string;
}

export type VerifyFailure =
  /** Longer than `MAX_INDEX_BYTES`. */
  | { readonly kind: 'too-large'; readonly byteLength: number }
  /** No compact JWS with a JSON payload: a web server's own page, for instance. */
  | { readonly kind: 'not-an-index' }
  /** Header of the index or of its key list: another algorithm, no key name, or members that must not be there. */
  | { readonly kind: 'unexpected-header'; readonly of: 'index' | 'key-list' }
  /** The key list is not signed by a pinned root key: a forgery, or another publisher's channel. */
  | { readonly kind: 'unknown-root' }
  | { readonly kind: 'key-list-expired'; readonly expiresAt: number }
  /** An older list than was seen before: a revoked key may be in it. */
  | { readonly kind: 'key-list-rollback'; readonly number: number }
  /** The index names a key that is not in the list: revoked, or never there. */
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'bad-signature' }
  | { readonly kind: 'wrong-channel'; readonly channel: string }
  | IndexFailure
  | KeyListFailure;

/**
 * The index and the key list in a channel's `latest.jws`, if every signature holds.
 *
 * The key list travels inside the index, so that one request is enough. It is taken out unverified, verified by a
 * root key, and only then is the index verified by a key of the list; nothing else of the index is looked at before.
 *
 * An expired index is still given: it may be newer than what the client has, and what it lists is flagged. An expired
 * key list is not: its end is what stops a stolen snapshot key that nobody noticed.
 *
 * @param now - Unix time, seconds
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
  const listJws = orNull(() => filledText(asRecord(unverified.payload, 'index'), 'keys', MAX_INDEX_BYTES));
  if (listJws === null) return fail({ kind: 'malformed-index', field: 'keys' });

  const keyList = await verifyKeyList(listJws, pinned, now);
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

/** A key list by itself, as `verifyIndex` checks the one inside an index. */
export async function verifyKeyList(
  jws: string,
  pinned: PinnedTrust,
  now: number,
): Promise<Result<VerifiedKeyList, VerifyFailure>> {
  const unverified = readJws(jws);
  if (unverified === null) return fail({ kind: 'malformed-key-list', field: 'list' });
  if (expectedHeader(unverified.header) === null) return fail({ kind: 'unexpected-header', of: 'key-list' });
  const rootKey = await signerAmong(pinned.rootKeys, jws);
  if (rootKey === null) return fail({ kind: 'unknown-root' });
  const list = parseKeyList(unverified.payload);
  if (!list.ok) return list;
  const { number, channel, expiresAt } = list.value;
  if (pinned.channel !== null && channel !== pinned.channel) return fail({ kind: 'wrong-channel', channel });
  if (number < pinned.minKeyListNumber) return fail({ kind: 'key-list-rollback', number });
  if (expiresAt <= now) return fail({ kind: 'key-list-expired', expiresAt });
  return ok({ ...list.value, rootKey });
}

async function signerAmong(keys: readonly string[], jws: string): Promise<string | null> {
  for (const key of keys) {
    if (await isSignedBy(jws, key)) return key;
  }
  return null;
}
