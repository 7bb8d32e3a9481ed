import { CompactSign, importJWK } from 'jose';
import { toIndexPayload, type ChannelIndex } from '../../../core/snapshot/channel-index.ts';
import { toHeadPayload, type ChannelHead } from '../../../core/snapshot/channel-head.ts';
import type { KeyList } from '../../../core/snapshot/key-list.ts';
import type { KeyPair } from '../../node/keys/key-file.ts';

/** The content of `latest.jws`. */
export function signIndex(index: ChannelIndex, snapshotKey: KeyPair): Promise<string> {
  return sign(toIndexPayload(index), snapshotKey);
}

/** The content of `head.jws`. */
export function signHead(head: ChannelHead, channel: string, snapshotKey: KeyPair): Promise<string> {
  return sign(toHeadPayload(head, channel), snapshotKey);
}

/** The header has the whole root key, so that people can see who signed. */
export function signKeyList(list: KeyList, rootKey: KeyPair): Promise<string> {
  return sign(list, { ...rootKey, kid: rootKey.x });
}

async function sign(payload: object, { kid, ...jwk }: KeyPair): Promise<string> {
  const key = await importJWK(jwk, 'EdDSA');
  return new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader({ alg: 'EdDSA', kid })
    .sign(key);
}
