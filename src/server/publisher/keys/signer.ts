import { decodeProtectedHeader } from 'jose';
import { fail, ok, type Result } from '../../../core/result.ts';
import { verifyKeyList } from '../../../core/snapshot/verify-index.ts';
import type { ExplainedFailure } from '../../node/explained-failure.ts';
import type { KeyFile } from '../../node/keys/key-file.ts';

export interface Signer {
  readonly channel: string;
  readonly rootKey: string;
  readonly snapshotKey: NonNullable<KeyFile['snapshot']>;
  readonly keyList: string;
  readonly keyListNumber: number;
  /** Unix seconds. */
  readonly keysExpireAt: number;
}

/**
 * Fails unless a valid list names the snapshot key.
 */
export async function signerOf(
  keys: KeyFile,
  keyFileName: string,
  now: number,
): Promise<Result<Signer, ExplainedFailure>> {
  const { snapshot: snapshotKey, keyList } = keys;
  if (snapshotKey === null || keyList === null) {
    const lacks = snapshotKey === null ? 'a snapshot key' : 'the signed list of snapshot keys';
    return fail({
      kind: 'no-snapshot-key',
      message: `${keyFileName} lacks ${lacks}; "spamlight keygen --help" says how to make one.`,
    });
  }
  const rootKey = rootKeyOfList(keyList);
  const list = await verifyKeyList(keyList, { rootKeys: [rootKey], channel: null, minKeyListNumber: 0 }, now);
  if (!list.ok) {
    const { kind } = list.failure;
    const why =
      kind === 'key-list-expired'
        ? 'has expired: "spamlight keygen --role list" makes a new one'
        : `cannot be used (${kind})`;
    return fail({ kind: 'bad-key-list', message: `The key list in ${keyFileName} ${why}.` });
  }
  if (!list.value.keys.some(({ kid, publicKey }) => kid === snapshotKey.kid && publicKey === snapshotKey.x)) {
    return fail({
      kind: 'bad-key-list',
      message: `The key list in ${keyFileName} does not name its snapshot key.`,
    });
  }
  const { channel, number, expiresAt } = list.value;
  return ok({
    channel,
    rootKey,
    snapshotKey,
    keyList,
    keyListNumber: number,
    keysExpireAt: expiresAt,
  });
}

function rootKeyOfList(keyList: string): string {
  try {
    return decodeProtectedHeader(keyList).kid ?? '';
  } catch (error) {
    if (error instanceof TypeError) return '';
    throw error;
  }
}
