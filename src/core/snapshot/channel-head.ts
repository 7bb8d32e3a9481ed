import { sha256 } from '@noble/hashes/sha2.js';
import { fail, ok, type Result } from '../result.ts';
import { toHex } from '../hash/hex.ts';
import {
  anyText,
  asRecord,
  BadField,
  integer,
  list,
  own,
  readOr,
  type Fields,
} from '../fields/read-fields.ts';
import type { KeyList } from './key-list.ts';
import { isSignedBy, kidOf, readJws } from './read-jws.ts';
import { MAX_SNAPSHOT_BYTES } from './snapshot-layout.ts';
import { MAX_UINT32 } from './snapshot.ts';

/** Clients fetch the head every few minutes. */
export const MAX_HEAD_BYTES = 500;

export const HEAD_PATH = 'head.jws';

/** Usually three deltas fit. */
export const MAX_HEAD_DELTAS = 4;

/** Leading bytes of a SHA-256. 192 bits resist second preimages, and one more delta fits than with 256. */
const DIGEST_BYTES = 24;

export interface HeadDelta {
  readonly from: number;
  readonly bytes: number;
  /** Leading 24 bytes, lower-case hex. */
  readonly sha256: string;
}

export interface ChannelHead {
  readonly serial: number;
  /** Leading 24 bytes of the SHA-256 of `latest.jws`, lower-case hex. */
  readonly index: string;
  /** Deltas from distinct lower serials; may be empty. */
  readonly deltas: readonly HeadDelta[];
}

const FIELDS = ['head', 'channel', 'serial', 'index', 'deltas'] as const;
export type HeadField = 'payload' | (typeof FIELDS)[number];

export type HeadFailure =
  | { readonly kind: 'too-large'; readonly byteLength: number }
  | { readonly kind: 'not-a-head' }
  | { readonly kind: 'unexpected-header' }
  /** A revoked key, or one of a newer key list. */
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'bad-signature' }
  | { readonly kind: 'wrong-channel' }
  | { readonly kind: 'malformed-head'; readonly field: HeadField };

const DIGEST_TEXT = /^[A-Za-z0-9_-]{32}$/;

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
  const read = readOr('payload', FIELDS, () => readHead(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-head', field: read.failure });
}

function readHead(from: Fields): ChannelHead & { readonly channel: string } {
  // Only heads have this field, so no index passes for a head.
  if (own(from, 'head') !== 1) throw new BadField('', 'head');
  const channel = anyText(from, 'channel');
  if (!/^[A-Za-z0-9_-]{16}$/.test(channel)) throw new BadField('', 'channel');
  const serial = integer(from, 'serial', 1, MAX_UINT32);
  const index = digestIn(own(from, 'index'), 'index');
  const deltas = list(from, 'deltas', MAX_HEAD_DELTAS, readDelta);
  const froms = new Set(deltas.map((delta) => delta.from));
  if (froms.size !== deltas.length || deltas.some((delta) => delta.from >= serial))
    throw new BadField('', 'deltas');
  return { channel, serial, index, deltas };
}

function readDelta(value: unknown, field: string): HeadDelta {
  if (!Array.isArray(value)) throw new BadField('', field);
  const cells: readonly unknown[] = value;
  if (cells.length !== 3) throw new BadField('', field);
  const [from, bytes, sha256] = cells;
  return {
    from: integer({ from }, 'from', 1, MAX_UINT32, field),
    bytes: integer({ bytes }, 'bytes', 1, MAX_SNAPSHOT_BYTES, field),
    sha256: digestIn(sha256, field),
  };
}

function digestIn(value: unknown, field: string): string {
  if (typeof value !== 'string' || !DIGEST_TEXT.test(value)) throw new BadField('', field);
  const binary = atob(value.replaceAll('-', '+').replaceAll('_', '/'));
  return toHex(Uint8Array.from(binary, (character) => character.charCodeAt(0)));
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
