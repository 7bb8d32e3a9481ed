import { fail, ok, type Result } from '../result.ts';
import { Sha256 } from '../hash/sha256.ts';
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

/** The head as it is fetched, a compact JWS: it is asked for every few minutes, by everybody who reads mail. */
export const MAX_HEAD_BYTES = 500;

/** It changes in place, with the index. */
export const HEAD_PATH = 'head.jws';

/** Deltas in a head, at most: as a rule three fit. */
export const MAX_HEAD_DELTAS = 4;

/**
 * Digests in a head are the leading 24 bytes of a SHA-256: who wants another file to pass for one of them has to find
 * it among 2¹⁹², and a head has room for a delta more.
 */
const DIGEST_BYTES = 24;

/** A delta into the head's serial. */
export interface HeadDelta {
  readonly from: number;
  readonly bytes: number;
  /** Leading 24 bytes of its SHA-256, lower-case hex. */
  readonly sha256: string;
}

/** Whether there is something new, and the way to it for clients that are just behind. */
export interface ChannelHead {
  readonly serial: number;
  /** Of the `latest.jws` that was published with it: leading 24 bytes of its SHA-256, lower-case hex. */
  readonly index: string;
  /** Into `serial`, from distinct lower serials; may be empty. */
  readonly deltas: readonly HeadDelta[];
}

const FIELDS = ['head', 'channel', 'serial', 'index', 'deltas'] as const;
export type HeadField = 'payload' | (typeof FIELDS)[number];

export type HeadFailure =
  /** Longer than `MAX_HEAD_BYTES`. */
  | { readonly kind: 'too-large'; readonly byteLength: number }
  /** No compact JWS with a JSON payload: a web server's own page, for instance. */
  | { readonly kind: 'not-a-head' }
  /** Another algorithm, no key name, or members that must not be there. */
  | { readonly kind: 'unexpected-header' }
  /** It names a key that is not in the list: revoked, of a newer list, or never there. */
  | { readonly kind: 'unknown-key'; readonly kid: string }
  | { readonly kind: 'bad-signature' }
  /** Well signed, for another channel. */
  | { readonly kind: 'wrong-channel' }
  | { readonly kind: 'malformed-head'; readonly field: HeadField };

const DIGEST_TEXT = /^[A-Za-z0-9_-]{32}$/;

/** A digest as a head has it. @param sha256 - whole, lower-case hex */
export function headDigest(sha256: string): string {
  return sha256.slice(0, 2 * DIGEST_BYTES);
}

/** A name of up to 64 UTF-16 units would take most of a head, so it stands for the name: 96 bits of its SHA-256. */
export function channelMark(channel: string): string {
  const hash = new Sha256();
  hash.update(new TextEncoder().encode(channel));
  return toBase64url(hash.digest().subarray(0, 12));
}

/** What a head is signed as. */
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
 * The head in a channel's `head.jws`, if a key of the list signed it for this channel.
 *
 * It can bring news early and can do nothing else: who plays back an old one, or none, keeps a client only until it
 * asks for the index, which no head puts off.
 *
 * @param keyList - verified, and not expired
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

/** The head in a verified JWS payload. Fields it does not know are ignored. */
export function parseChannelHead(
  value: unknown,
): Result<ChannelHead & { readonly channel: string }, Extract<HeadFailure, { kind: 'malformed-head' }>> {
  const read = readOr('payload', FIELDS, () => readHead(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-head', field: read.failure });
}

function readHead(from: Fields): ChannelHead & { readonly channel: string } {
  // Only a head has it, so that no index passes for one.
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
