import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import * as v from 'valibot';
import { parseJson } from '../../../core/fields/parse-json.ts';
import { fields, readOrNull } from '../../../core/fields/schema.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { syncFolder } from '../write-file.ts';
import { expectedMessage, systemErrorCode, type ExplainedFailure } from '../explained-failure.ts';

/** 32 bytes, base64url without padding. */
const KEY_TEXT = v.pipe(v.string(), v.regex(/^[\w-]{43}$/));

/** RFC 8037. `x` is public, `d` is secret. */
const KEY_PAIR = fields({
  kty: v.literal('OKP'),
  crv: v.literal('Ed25519'),
  x: KEY_TEXT,
  d: KEY_TEXT,
  /** First 16 characters of the RFC 7638 thumbprint; short because every index carries it. */
  kid: v.pipe(v.string(), v.minLength(1)),
});
export type KeyPair = Readonly<v.InferOutput<typeof KEY_PAIR>>;

/**
 * The scheduled job's file has no `root`: whoever steals it can publish until its key is removed from the list, but
 * never change keys.
 */
const KEY_FILE = fields({
  format: v.literal(1),
  channel: v.string(),
  root: v.nullish(KEY_PAIR, null),
  snapshot: v.nullish(KEY_PAIR, null),
  /** Snapshot keys, a compact JWS signed by `root`. */
  keyList: v.nullish(v.string(), null),
});
export type KeyFile = Readonly<v.InferOutput<typeof KEY_FILE>>;

export type KeyFileFailure = ExplainedFailure<
  'key-file-unreadable' | 'key-file-malformed' | 'key-file-exists'
>;

export async function makeKeyPair(): Promise<KeyPair> {
  const { privateKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
  const { x, d } = await exportJWK(privateKey);
  if (x === undefined || d === undefined) throw new Error('WebCrypto exported an Ed25519 key without x or d');
  const thumbprint = await calculateJwkThumbprint({ kty: 'OKP', crv: 'Ed25519', x });
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid: thumbprint.slice(0, 16) };
}

/** Never overwrites a file, whose keys may be in use. */
export async function writeKeyFile(path: string, keys: KeyFile): Promise<Result<null, KeyFileFailure>> {
  const present = Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== null));
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      // The umask may narrow the mode given to `open`.
      await file.chmod(0o600);
      await file.writeFile(`${JSON.stringify(present, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await syncFolder(dirname(path));
    return ok(null);
  } catch (error) {
    const message = expectedMessage(error);
    const exists = systemErrorCode(error) === 'EEXIST';
    return fail({
      kind: exists ? 'key-file-exists' : 'key-file-unreadable',
      message: exists
        ? `${path} exists already and is left as it is. Keys are never overwritten; name another file.`
        : `${path} could not be written: ${message}.`,
    });
  }
}

export async function readKeyFile(path: string): Promise<Result<KeyFile, KeyFileFailure>> {
  let text: string;
  try {
    text = await readFile(path === '-' ? '/dev/stdin' : path, 'utf8');
  } catch (error) {
    const message = expectedMessage(error);
    return fail({
      kind: 'key-file-unreadable',
      message: `${path === '-' ? 'Standard input' : `The key file ${path}`} could not be read: ${message}.`,
    });
  }
  const keys = parseKeyFile(text);
  if (keys === null) {
    return fail({
      kind: 'key-file-malformed',
      message: `${nameOf(path)} is not a key file of "spamlight keygen" (Ed25519 keys as JWK, and the signed key list).`,
    });
  }
  return ok(keys);
}

function nameOf(path: string): string {
  return path === '-' ? 'What came on standard input' : path;
}

export function parseKeyFile(text: string): KeyFile | null {
  return readOrNull(KEY_FILE, parseJson(text));
}
