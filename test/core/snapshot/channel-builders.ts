import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import type { ChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import type { DailyChain } from '../../../src/core/snapshot/daily-chain.ts';
import type { KeyList } from '../../../src/core/snapshot/key-list.ts';

export const SHA = 'ab'.repeat(32);

export function aKeyList(parts: Partial<KeyList> = {}): KeyList {
  return {
    number: 3,
    channel: 'test',
    expiresAt: 1_800_000_000,
    keys: [{ kid: 'hourly', publicKey: `${'C'.repeat(42)}A` }],
    ...parts,
  };
}

export function aChannelIndex(parts: Partial<ChannelIndex> = {}): ChannelIndex {
  return {
    format: 1,
    channel: 'test',
    serial: 41,
    publishedAt: 1_790_000_000,
    expiresAt: 1_791_209_600,
    refreshAfter: 3600,
    base: { serial: 41, bytes: 1000, sha256: SHA },
    deltas: [{ from: 40, to: 41, bytes: 200, sha256: SHA }],
    chain: { bytes: 500, sha256: SHA, day: '2026-11-19' },
    digest: SHA,
    sections: [
      {
        kind: 'url',
        category: 'phishing',
        action: 'danger',
        group: 'feed',
        entries: 12,
        fingerprintBits: 50,
      },
    ],
    sources: [
      { name: 'Feed', licence: 'CC0', entries: 12, fetchedAt: 1_790_000_000, contact: 'abuse@feed.example' },
    ],
    keys: 'a.b.c',
    ...parts,
  };
}

export interface SigningKey {
  readonly kid: string;
  readonly publicKey: string;
  readonly sign: (payload: unknown, header?: object) => Promise<string>;
}

/** An Ed25519 key pair that signs whatever it is given. */
export async function aSigningKey(kid: string): Promise<SigningKey> {
  const { privateKey, publicKey } = await generateKeyPair('Ed25519', { extractable: true });
  const { x } = await exportJWK(publicKey);
  if (x === undefined) throw new Error('no public key');
  return {
    kid,
    publicKey: x,
    sign: (payload, header = {}) =>
      new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
        .setProtectedHeader({ alg: 'EdDSA', kid, ...header })
        .sign(privateKey),
  };
}

/** `latest.jws` of an index, with a key list of one key that a new root has signed. */
export async function signedIndex(index: ChannelIndex): Promise<string> {
  const root = await aSigningKey('root');
  const key = await aSigningKey('hourly');
  const keys = await root.sign(aKeyList({ keys: [{ kid: key.kid, publicKey: key.publicKey }] }));
  return key.sign({ ...index, keys });
}

/** Of two days, the last serial of each 90 and 80. */
export function aDailyChain(): DailyChain {
  return {
    format: 1,
    channel: 'test',
    day: '2026-11-19',
    serial: 90,
    days: [
      { day: '2026-11-19', serial: 90, onward: null, serials: [{ from: 88, bytes: 800, sha256: SHA }] },
      {
        day: '2026-11-18',
        serial: 80,
        onward: { bytes: 3000, sha256: SHA },
        serials: [{ from: 79, bytes: 70, sha256: SHA }],
      },
    ],
  };
}
