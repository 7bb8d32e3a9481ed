import { isRecord } from '../../../core/fields/is-record.ts';
import { open, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from 'jose';
import { fail, ok, type Result } from '../../../core/result.ts';
import { syncFolder } from '../write-file.ts';
import { systemMessage, type ExplainedFailure } from '../explained-failure.ts';

/** RFC 8037. `x` is public, `d` is secret. */
export interface KeyPair {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly d: string;
  /** First 16 characters of the RFC 7638 thumbprint; short because every index carries it. */
  readonly kid: string;
}

/**
 * The scheduled job's file has no `root`: whoever steals it can publish until its key is removed from the list, but
 * never change keys.
 */
export interface KeyFile {
  readonly format: 1;
  readonly channel: string;
  readonly root: KeyPair | null;
  readonly snapshot: KeyPair | null;
  /** Snapshot keys, a compact JWS signed by `root`. */
  readonly keyList: string | null;
}

export type KeyFileFailure = ExplainedFailure<
  'key-file-unreadable' | 'key-file-malformed' | 'key-file-exists'
>;

/** 32 bytes, base64url without padding. */
const KEY_TEXT = /^[\w-]{43}$/;

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
    const message = systemMessage(error);
    if (message === null) throw error;
    const exists = message === systemMessage(Object.assign(new Error(), { code: 'EEXIST' }));
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
    const message = systemMessage(error);
    if (message === null) throw error;
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
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
  if (!isRecord(value) || value['format'] !== 1 || typeof value['channel'] !== 'string') return null;
  const root = parseKeyPair(value['root']);
  const snapshot = parseKeyPair(value['snapshot']);
  const keyList = value['keyList'] ?? null;
  if (root === 'malformed' || snapshot === 'malformed') return null;
  if (keyList !== null && typeof keyList !== 'string') return null;
  return { format: 1, channel: value['channel'], root, snapshot, keyList };
}

function parseKeyPair(value: unknown): KeyPair | null | 'malformed' {
  if (value === undefined || value === null) return null;
  if (!isRecord(value) || value['kty'] !== 'OKP' || value['crv'] !== 'Ed25519') return 'malformed';
  const { x, d, kid } = { x: value['x'], d: value['d'], kid: value['kid'] };
  if (typeof x !== 'string' || typeof d !== 'string' || typeof kid !== 'string') return 'malformed';
  if (!KEY_TEXT.test(x) || !KEY_TEXT.test(d) || kid === '') return 'malformed';
  return { kty: 'OKP', crv: 'Ed25519', x, d, kid };
}
