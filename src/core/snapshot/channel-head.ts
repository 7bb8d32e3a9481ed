import * as v from 'valibot';
import { sha256 } from '@noble/hashes/sha2.js';
import { fail, ok, type Result } from '../result.ts';
import { toHex } from '../hash/hex.ts';
import { integer, list, readOr, fields } from '../fields/schema.ts';
import type { KeyList } from './key-list.ts';
import { isSignedBy, kidOf, readJws } from './read-jws.ts';
import { SERIAL } from './channel-index.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';

/** Clients fetch the head every few minutes. */
export const MAX_HEAD_BYTES = 500;

export const HEAD_PATH = 'head.jws';

/** Usually three deltas fit. */
export const MAX_HEAD_DELTAS = 4;

/** Leading bytes of a SHA-256. 192 bits resist second preimages, and one more delta fits than with 256. */
const DIGEST_BYTES = 24;

/** Base64url of 24 bytes, read as lower-case hex. */
const DIGEST = v.pipe(
  v.string(),
  v.regex(/^[A-Za-z0-9_-]{32}$/),
  v.transform((text) =>
    toHex(
      Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) =>
        character.charCodeAt(0),
      ),
    ),
  ),
);

const DELTA = v.pipe(
  v.strictTuple([SERIAL, integer(1, MAX_SNAPSHOT_BYTES), DIGEST]),
  v.transform(([from, bytes, sha256]) => ({ from, bytes, sha256 })),
);

const HEAD_FIELDS = {
  /** Only heads have this field, so no index passes for a head. */
  head: v.literal(1),
  channel: v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{16}$/)),
  serial: SERIAL,
  /** Leading 24 bytes of the SHA-256 of `latest.jws`, lower-case hex. */
  index: DIGEST,
  deltas: list(DELTA, MAX_HEAD_DELTAS),
};

const HEAD = v.pipe(
  fields(HEAD_FIELDS),
  v.forward(
    v.check(
      ({ serial, deltas }) =>
        new Set(deltas.map(({ from }) => from)).size === deltas.length &&
        deltas.every(({ from }) => from < serial),
    ),
    ['deltas'],
  ),
  v.transform(({ channel, serial, index, deltas }) => ({ channel, serial, index, deltas })),
);
export type ChannelHead = Readonly<Omit<v.InferOutput<typeof HEAD>, 'channel'>>;

export type HeadField = 'payload' | keyof typeof HEAD_FIELDS;

export type HeadFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  | { readonly kind: 'not-a-head' }
  | { readonly kind: 'unexpected-header' }
  /** A revoked key, or one of a newer key list. */
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'bad-signature' }
  | { readonly kind: 'wrong-channel' }
  | { readonly kind: 'malformed-head'; readonly field: HeadField };

/** @param sha256 - whole, lower-case hex */
export function headDigest(sha256: string): string {
  return sha256.slice(0, 2 * DIGEST_BYTES);
}

/** 96 bits of SHA-256: the whole name could fill most of a head. */
export function channelMark(channel: string): string {
  return toBase64url(sha256(new TextEncoder().encode(channel)).subarray(0, 12));
}

export function toHeadPayload({ serial, index, deltas }: ChannelHead, channel: string): object {
  return {
    head: 1,
    channel: channelMark(channel),
    serial,
    index: toBase64url(fromHex(index)),
    deltas: deltas.map(({ from, bytes, sha256 }) => [from, bytes, toBase64url(fromHex(sha256))]),
  };
}

/**
 * Checks signature and channel. A head only brings news early: a replayed or missing one delays a client until it
 * fetches the index, which no head postpones.
 *
 * @param keyList - verified, not expired
 */
export async function verifyHead(
  jws: string,
  keyList: Pick<KeyList, 'channel' | 'keys'>,
): Promise<Result<ChannelHead, HeadFailure>> {
  if (jws.length > MAX_HEAD_BYTES) return fail({ kind: 'too-large', byteLength: jws.length });
  const unverified = readJws(jws);
  if (unverified === null) return fail({ kind: 'not-a-head' });
  const kid = kidOf(unverified.header);
  if (kid === null) return fail({ kind: 'unexpected-header' });
  const key = keyList.keys.find((candidate) => candidate.kid === kid);
  if (key === undefined) return fail({ kind: 'unknown-key', kid });
  if (!(await isSignedBy(jws, key.publicKey))) return fail({ kind: 'bad-signature' });
  const head = parseChannelHead(unverified.payload);
  if (!head.ok) return head;
  if (head.value.channel !== channelMark(keyList.channel)) return fail({ kind: 'wrong-channel' });
  const { serial, index, deltas } = head.value;
  return ok({ serial, index, deltas });
}

export function parseChannelHead(
  value: unknown,
): Result<ChannelHead & { readonly channel: string }, Extract<HeadFailure, { kind: 'malformed-head' }>> {
  const read = readOr(HEAD, value, 'payload', HEAD_FIELDS);
  return read.ok ? read : fail({ kind: 'malformed-head', field: read.failure });
}

function toBase64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');
}

function fromHex(hex: string): Uint8Array {
  return Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    Number.parseInt(hex.slice(2 * at, 2 * at + 2), 16),
  );
}
