import { toHex } from '../hash/hex.ts';
import { fail, type Result } from '../result.ts';
import {
  asRecord,
  BadField,
  nonEmptyText,
  integer,
  list,
  own,
  readOr,
  type Fields,
} from '../fields/read-fields.ts';
import { MAX_NAME_LENGTH, timeIn } from './channel-index.ts';
import { MAX_UINT32 } from './snapshot.ts';

export const MAX_KEYS = 16;

/** A root key signs it. */
export interface KeyList {
  /** Rises with each list. Clients refuse a lower number than they have seen. */
  readonly number: number;
  readonly channel: string;
  /** Unix seconds. */
  readonly expiresAt: number;
  readonly keys: readonly SnapshotKey[];
  /** Unchecked: see `checkMirrors`. */
  readonly mirrors?: readonly string[];
}

export interface SnapshotKey {
  readonly kid: string;
  /** Ed25519: 32 bytes in base64url. */
  readonly publicKey: string;
}

const FIELDS = ['number', 'channel', 'expiresAt', 'keys', 'mirrors'] as const;

/** Limits all mirrors named, refused ones too, because the list travels in every index. */
const MAX_NAMED_MIRRORS = 16;
const MAX_MIRROR_LENGTH = 256;

export interface KeyListFailure {
  readonly kind: 'malformed-key-list';
  readonly field: 'list' | (typeof FIELDS)[number];
}

export function parseKeyList(value: unknown): Result<KeyList, KeyListFailure> {
  const read = readOr('list', FIELDS, () => readKeyList(asRecord(value, '')));
  return read.ok ? read : fail({ kind: 'malformed-key-list', field: read.failure });
}

function readKeyList(from: Fields): KeyList {
  const number = integer(from, 'number', 1, MAX_UINT32);
  const channel = nonEmptyText(from, 'channel', MAX_NAME_LENGTH);
  const expiresAt = timeIn(from, 'expiresAt');
  const keys = list(from, 'keys', MAX_KEYS, readKey);
  if (keys.length === 0 || new Set(keys.map(({ kid }) => kid)).size !== keys.length)
    throw new BadField('', 'keys');
  const mirrors =
    own(from, 'mirrors') === undefined ? [] : list(from, 'mirrors', MAX_NAMED_MIRRORS, readMirror);
  return { number, channel, expiresAt, keys, ...(mirrors.length === 0 ? {} : { mirrors }) };
}

function readMirror(value: unknown, field: string): string {
  return nonEmptyText({ value }, 'value', MAX_MIRROR_LENGTH, field);
}

function readKey(value: unknown, field: string): SnapshotKey {
  const from = asRecord(value, field);
  const publicKey = nonEmptyText(from, 'publicKey', 43, field);
  if (!isPublicKey(publicKey)) throw new BadField(field, 'publicKey');
  return { kid: nonEmptyText(from, 'kid', MAX_NAME_LENGTH, field), publicKey };
}

export function isPublicKey(text: string): boolean {
  // 43 characters are 258 bits, two more than a key, so the last character's two lowest are zero.
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text) && !SMALL_ORDER_KEYS.has(withoutSign(text));
}

/**
 * Points of small order in both encodings of y, little-endian hex without the sign of x. One signature by such a key
 * fits any message, and some verifiers accept it. Source: J. Brendel, C. Cremers, D. Jackson, M. Zhao, "The Provable
 * Security of Ed25519: Theory and Practice", 2020; libsodium's `ge25519_has_small_order`.
 */
const SMALL_ORDER_KEYS: ReadonlySet<string> = new Set([
  '00'.repeat(32),
  `01${'00'.repeat(31)}`,
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  `ec${'ff'.repeat(30)}7f`,
  `ed${'ff'.repeat(30)}7f`,
  `ee${'ff'.repeat(30)}7f`,
]);

function withoutSign(text: string): string {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
    letter.charCodeAt(0),
  );
  bytes[31] = (bytes[31] ?? 0) & 0x7f;
  return toHex(bytes);
}
