import * as v from 'valibot';
import { toHex } from '../hash/hex.ts';
import { fail, type Result } from '../result.ts';
import { fields, integer, list, nonEmptyText, readOr } from '../fields/schema.ts';
import { CHANNEL_NAME, MAX_NAME_LENGTH, TIME } from './channel-index.ts';
import { MAX_UINT32 } from './snapshot.ts';

export const MAX_KEYS = 16;

/** Limits all mirrors named, refused ones too, because the list travels in every index. */
const MAX_NAMED_MIRRORS = 16;
const MAX_MIRROR_LENGTH = 256;

export const KEY_ID = nonEmptyText(MAX_NAME_LENGTH);

const KEY = fields({
  kid: KEY_ID,
  /** Ed25519: 32 bytes in base64url. */
  publicKey: v.pipe(v.string(), v.check(isPublicKey)),
});
export type SnapshotKey = Readonly<v.InferOutput<typeof KEY>>;

const LIST_FIELDS = {
  /** Rises with each list. Clients refuse a lower number than they have seen. */
  number: integer(1, MAX_UINT32),
  channel: CHANNEL_NAME,
  expiresAt: TIME,
  keys: v.pipe(
    list(KEY, MAX_KEYS),
    v.check((keys) => keys.length > 0 && new Set(keys.map(({ kid }) => kid)).size === keys.length),
  ),
  /** Unchecked: see `checkMirrors`. */
  mirrors: v.exactOptional(list(nonEmptyText(MAX_MIRROR_LENGTH), MAX_NAMED_MIRRORS)),
};

/** A root key signs it. */
const LIST = v.pipe(
  fields(LIST_FIELDS),
  v.transform(({ mirrors = [], ...keyList }) => (mirrors.length === 0 ? keyList : { ...keyList, mirrors })),
);
export type KeyList = Readonly<Omit<v.InferOutput<typeof LIST>, 'mirrors'>> & {
  readonly mirrors?: readonly string[];
};

export interface KeyListFailure {
  readonly kind: 'malformed-key-list';
  readonly field: 'list' | keyof typeof LIST_FIELDS;
}

export function parseKeyList(value: unknown): Result<KeyList, KeyListFailure> {
  const read = readOr(LIST, value, 'list', LIST_FIELDS);
  return read.ok ? read : fail({ kind: 'malformed-key-list', field: read.failure });
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
