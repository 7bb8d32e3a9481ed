import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { readFile, stat } from 'node:fs/promises';
import { decodeProtectedHeader } from 'jose';
import {
  basePath,
  INDEX_PATH,
  MAX_INDEX_BYTES,
  type ChannelIndex,
} from '../../../core/snapshot/channel-index.ts';
import { decodeSnapshot } from '../../../core/snapshot/decode-snapshot.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { verifyIndex, type VerifiedKeyList } from '../../../core/snapshot/verify-index.ts';
import { stateDigest } from '../../../core/snapshot/state-digest.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { systemErrorCode, expectedMessage, type ExplainedFailure } from '../explained-failure.ts';

export type ChannelFailure = ExplainedFailure<
  'no-channel' | 'unreachable' | 'not-verified' | 'damaged' | 'too-large' | 'wrong-answer'
>;

export interface ChannelFiles {
  readonly location: string;
  readonly isLocal: boolean;
  read(path: string, maxBytes: number): Promise<Result<Uint8Array<ArrayBuffer>, ChannelFailure>>;
}

export interface VerifiedIndex {
  readonly index: ChannelIndex;
  /** False: verified against its own key, which only proves that the files belong together. */
  readonly isPinned: boolean;
  readonly rootKey: string;
  readonly signedBy: string;
  readonly keyListNumber: number;
  readonly keyList: VerifiedKeyList;
  /** Of the index file, lower-case hex; the head names it. */
  readonly sha256: string;
  /** Unix seconds. Afterwards this index's snapshots no longer clear links. */
  readonly keysExpireAt: number;
}

export interface OpenedChannel extends VerifiedIndex {
  readonly files: ChannelFiles;
  readonly snapshot: Snapshot;
}

const FETCH_TIMEOUT_MS = 60_000;

/**
 * @param location - a folder, or its URL
 * @param signal - aborts reads, which fail as `unreachable`
 */
export function channelFiles(location: string, signal?: AbortSignal): ChannelFiles {
  return /^https?:\/\//i.test(location) ? webFiles(location, signal) : folderFiles(location);
}

function folderFiles(location: string): ChannelFiles {
  return {
    location,
    isLocal: true,
    async read(path, maxBytes) {
      const file = join(location, path);
      try {
        const { size } = await stat(file);
        if (size > maxBytes) return fail(tooLarge(file, maxBytes));
        return ok(new Uint8Array(await readFile(file)));
      } catch (error) {
        const message = expectedMessage(error);
        const isMissing = systemErrorCode(error) === 'ENOENT' || systemErrorCode(error) === 'ENOTDIR';
        return fail({
          kind: isMissing ? 'no-channel' : 'unreachable',
          message: `${file} could not be read: ${message}.`,
        });
      }
    },
  };
}

function webFiles(location: string, signal?: AbortSignal): ChannelFiles {
  const base = location.endsWith('/') ? location : `${location}/`;
  const unusable = addressProblem(base);
  return {
    location: base,
    isLocal: false,
    async read(path, maxBytes) {
      if (unusable !== null) return fail({ kind: 'unreachable', message: unusable });
      const url = new URL(path, base).href;
      try {
        // Like the extension: no cookies, referrer or redirects.
        const response = await fetch(url, {
          redirect: 'error',
          signal: AbortSignal.any([
            AbortSignal.timeout(FETCH_TIMEOUT_MS),
            ...(signal === undefined ? [] : [signal]),
          ]),
        });
        if (response.status === 404 || response.status === 410) {
          await response.body?.cancel();
          return fail({ kind: 'no-channel', message: `${url} is not there (status ${response.status}).` });
        }
        if (response.status !== 200 || response.body === null) {
          await response.body?.cancel();
          return fail({ kind: 'wrong-answer', message: `${url} answered with status ${response.status}.` });
        }
        const chunks: Uint8Array[] = [];
        let length = 0;
        for await (const chunk of response.body) {
          if (!(chunk instanceof Uint8Array)) throw new TypeError('fetch gave something else than bytes');
          length += chunk.length;
          if (length > maxBytes) return fail(tooLarge(url, maxBytes));
          chunks.push(chunk);
        }
        return ok(new Uint8Array(Buffer.concat(chunks)));
      } catch (error) {
        const why = networkMessage(error);
        if (why === null) throw error;
        return fail({ kind: 'unreachable', message: `${url} could not be fetched: ${why}.` });
      }
    },
  };
}

/** @returns null if fetchable. Never names a password. */
function addressProblem(address: string): string | null {
  if (!URL.canParse(address)) return `${address} is no web address.`;
  const { username, password } = new URL(address);
  if (username === '' && password === '') return null;
  return 'The address holds a name or password, and a channel is fetched without: anybody may read it.';
}

/** @returns null if not a network failure */
export function networkMessage(error: unknown): string | null {
  if (!(error instanceof Error)) return null;
  if (error.name === 'TimeoutError') return 'there was no answer in time';
  if (error.name === 'AbortError') return 'it was interrupted';
  // The two texts of all network failures in undici.
  if (!(error instanceof TypeError) || (error.message !== 'fetch failed' && error.message !== 'terminated'))
    return null;
  const { cause } = error;
  if (!(cause instanceof Error)) return 'the connection failed';
  const known = CONNECTION_MESSAGES.get(systemErrorCode(cause));
  if (known !== undefined) return known;
  return cause.message === '' ? 'the connection failed' : cause.message.replace(/\.$/, '');
}

const CONNECTION_MESSAGES: ReadonlyMap<string | null, string> = new Map([
  ['ENOTFOUND', 'there is no host of that name'],
  ['EAI_AGAIN', 'the host could not be looked up just now'],
  ['ECONNREFUSED', 'nothing answers there'],
  ['ECONNRESET', 'the connection broke off'],
  ['UND_ERR_SOCKET', 'the connection broke off'],
]);

function tooLarge(file: string, maxBytes: number): ChannelFailure {
  return { kind: 'too-large', message: `${file} is larger than the ${maxBytes} bytes it may have.` };
}

/**
 * @param rootKey - null: verify a local folder against its own key
 * @param minKeyListNumber - older key lists are refused
 */
export async function readIndex(
  files: ChannelFiles,
  rootKey: string | null,
  now: number,
  minKeyListNumber = 0,
): Promise<Result<VerifiedIndex, ChannelFailure>> {
  const bytes = await files.read(INDEX_PATH, MAX_INDEX_BYTES);
  if (!bytes.ok) {
    if (bytes.failure.kind !== 'no-channel') return bytes;
    return fail({
      kind: 'no-channel',
      message: `There is no channel in ${files.location}: it has no ${INDEX_PATH}.`,
    });
  }
  const jws = new TextDecoder().decode(bytes.value).trim();
  const key = rootKey ?? ownRootKey(jws);
  if (key === null) {
    return fail({ kind: 'not-verified', message: `${files.location}: ${INDEX_PATH} is not a signed index.` });
  }
  const verified = await verifyIndex(jws, { rootKeys: [key], channel: null, minKeyListNumber }, now);
  if (!verified.ok) {
    const { kind } = verified.failure;
    return fail({
      kind: 'not-verified',
      message: `${files.location}: the index cannot be trusted (${kind}).`,
    });
  }
  const { index, signedBy, keyList } = verified.value;
  return ok({
    index,
    isPinned: rootKey !== null,
    rootKey: key,
    signedBy,
    keyListNumber: keyList.number,
    keyList,
    sha256: sha256Of(bytes.value),
    keysExpireAt: keyList.expiresAt,
  });
}

/** The key list's claimed signer, unverified. */
function ownRootKey(jws: string): string | null {
  try {
    const payload: unknown = JSON.parse(Buffer.from(jws.split('.')[1] ?? '', 'base64url').toString());
    if (typeof payload !== 'object' || payload === null || !('keys' in payload)) return null;
    const { keys } = payload;
    if (typeof keys !== 'string') return null;
    return decodeProtectedHeader(keys).kid ?? null;
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
}

/** Verifies like a client: signature, length, SHA-256, structure, digest. */
export async function openChannel(
  location: string,
  rootKey: string | null,
  now: number,
): Promise<Result<OpenedChannel, ChannelFailure>> {
  const files = channelFiles(location);
  const verified = await readIndex(files, rootKey, now);
  if (!verified.ok) return verified;
  const snapshot = await readBase(files, verified.value.index);
  return snapshot.ok ? ok({ ...verified.value, files, snapshot: snapshot.value }) : snapshot;
}

export async function readBase(
  files: ChannelFiles,
  index: ChannelIndex,
): Promise<Result<Snapshot, ChannelFailure>> {
  const { serial, bytes, sha256 } = index.base;
  const path = basePath(serial);
  const base = await files.read(path, bytes);
  if (!base.ok) return base;
  const problem = problemOf(base.value, bytes, sha256);
  if (problem !== null) return fail({ kind: 'damaged', message: `${files.location}: ${path} ${problem}.` });
  const decoded = decodeSnapshot(base.value);
  if (!decoded.ok) {
    return fail({
      kind: 'damaged',
      message: `${files.location}: ${path} cannot be decoded (${decoded.failure.kind}).`,
    });
  }
  if (serial === index.serial && (await stateDigest(decoded.value)) !== index.digest) {
    return fail({
      kind: 'damaged',
      message: `${files.location}: ${path} is not the state that the index names.`,
    });
  }
  return ok(decoded.value);
}

export function problemOf(content: Uint8Array, bytes: number, sha256: string): string | null {
  if (content.length !== bytes) return `has ${content.length} bytes, and the index says ${bytes}`;
  return sha256Of(content) === sha256 ? null : 'is not the file that the index names (SHA-256)';
}

export function sha256Of(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
