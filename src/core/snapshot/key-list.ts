import { fail, ok, type Result } from '../result.ts';
import { MAX_NAME_LENGTH, timeOf } from './channel-index.ts';
import { integerOf, listOf, recordOf, textOf } from './json-fields.ts';
import { MAX_UINT32 } from './snapshot.ts';

const MAX_KEYS = 16;

/** Which keys may sign an index; itself signed by a root key. */
export interface KeyList {
  /** Rises with each list; a lower one than was seen is refused. */
  readonly number: number;
  readonly channel: string;
  /** Unix time, seconds. */
  readonly expiresAt: number;
  readonly keys: readonly SnapshotKey[];
}

export interface SnapshotKey {
  readonly kid: string;
  /** An Ed25519 public key, 32 bytes in base64url: the `x` of its JWK. */
  readonly publicKey: string;
}

export interface KeyListFailure {
  readonly kind: 'malformed-key-list';
  readonly field: 'list' | 'number' | 'channel' | 'expiresAt' | 'keys';
}

/** The key list in a verified JWS payload. */
export function parseKeyList(value: unknown): Result<KeyList, KeyListFailure> {
  const malformed = (field: KeyListFailure['field']): Result<never, KeyListFailure> =>
    fail({ kind: 'malformed-key-list', field });
  const record = recordOf(value);
  if (record === null) return malformed('list');
  const number = integerOf(record.get('number'), 1, MAX_UINT32);
  if (number === null) return malformed('number');
  const channel = textOf(record.get('channel'), MAX_NAME_LENGTH);
  if (channel === null) return malformed('channel');
  const expiresAt = timeOf(record.get('expiresAt'));
  if (expiresAt === null) return malformed('expiresAt');
  const keys = listOf(record.get('keys'), MAX_KEYS, keyOf);
  if (keys === null || keys.length === 0) return malformed('keys');
  if (new Set(keys.map(({ kid }) => kid)).size !== keys.length) return malformed('keys');
  return ok({ number, channel, expiresAt, keys });
}

function keyOf(value: unknown): SnapshotKey | null {
  const record = recordOf(value);
  const kid = textOf(record?.get('kid'), MAX_NAME_LENGTH);
  const publicKey = textOf(record?.get('publicKey'), 43);
  if (kid === null || publicKey === null || !isPublicKey(publicKey)) return null;
  return { kid, publicKey };
}

/** Whether text is an Ed25519 public key as a JWK has it: 32 bytes in base64url, 43 characters, no padding. */
export function isPublicKey(text: string): boolean {
  // 43 characters are 258 bits: the last one carries only four of the key, and its two lowest bits are zero.
  return /^[A-Za-z0-9_-]{42}[AEIMQUYcgkosw048]$/.test(text);
}
