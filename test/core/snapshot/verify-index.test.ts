import { CompactSign, exportJWK, generateKeyPair, generateSecret } from 'jose';
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { MAX_INDEX_BYTES, type ChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import type { KeyList } from '../../../src/core/snapshot/key-list.ts';
import { verifyIndex, verifyKeyList, type PinnedTrust } from '../../../src/core/snapshot/verify-index.ts';
import { aChannelIndex, aKeyList, aSigningKey, type SigningKey } from './channel-builders.ts';

const NOW = 1_790_003_600;

/** A publisher with everything it needs, and a thief with keys of their own. */
interface World {
  readonly root: SigningKey;
  readonly key: SigningKey;
  readonly thief: SigningKey;
  readonly pinned: PinnedTrust;
  /** A compact JWS of the key list that `change` makes. */
  readonly keyList: (change?: Partial<KeyList>, by?: SigningKey) => Promise<string>;
  readonly index: (change?: Partial<ChannelIndex>, by?: SigningKey, header?: object) => Promise<string>;
}

let world: World;

beforeAll(async () => {
  const [root, key, thief] = [
    await aSigningKey('root'),
    await aSigningKey('hourly'),
    await aSigningKey('thief'),
  ];
  const keys = [{ kid: key.kid, publicKey: key.publicKey }];
  const keyList: World['keyList'] = (change = {}, by = root) => by.sign(aKeyList({ keys, ...change }));
  world = {
    root,
    key,
    thief,
    pinned: { rootKeys: [root.publicKey], channel: 'test', minKeyListNumber: 3 },
    keyList,
    index: async (change = {}, by = key, header = {}) =>
      by.sign(aChannelIndex({ keys: await keyList(), ...change }), header),
  };
});

const base64url = (text: string): string => Buffer.from(text).toString('base64url');

describe('verifyIndex', () => {
  test('verifyIndex gives the index and its key list', async () => {
    const jws = await world.index();
    const verified = await verifyIndex(jws, world.pinned, NOW);
    expect(verified).toMatchObject({
      ok: true,
      value: { index: { serial: 41, channel: 'test' }, keyList: { number: 3 }, signedBy: 'hourly' },
    });
  });

  test('verifyIndex takes any channel while one is first added, if index and key list agree', async () => {
    const pinned = { ...world.pinned, channel: null };
    expect((await verifyIndex(await world.index(), pinned, NOW)).ok).toBe(true);
    const other = await world.index({ channel: 'other' });
    expect(await verifyIndex(other, pinned, NOW)).toEqual({
      ok: false,
      failure: { kind: 'wrong-channel', channel: 'other' },
    });
  });

  test('verifyIndex takes a key list that any pinned root key has signed, and an index under either name of the algorithm', async () => {
    const second = await aSigningKey('second root');
    const pinned = { ...world.pinned, rootKeys: [second.publicKey, world.root.publicKey] };
    expect((await verifyIndex(await world.index(), pinned, NOW)).ok).toBe(true);
    expect((await verifyIndex(await world.index({}, world.key, { alg: 'Ed25519' }), pinned, NOW)).ok).toBe(
      true,
    );
  });

  test('verifyIndex gives an expired index: what it lists is still flagged', async () => {
    const jws = await world.index({ expiresAt: 1_790_000_001 });
    expect((await verifyIndex(jws, world.pinned, NOW)).ok).toBe(true);
  });

  test('verifyIndex gives a newer key list, from which the caller learns the next number', async () => {
    const jws = await world.index({ keys: await world.keyList({ number: 9 }) });
    expect(await verifyIndex(jws, world.pinned, NOW)).toMatchObject({
      ok: true,
      value: { keyList: { number: 9 } },
    });
  });

  test.each<[string, () => Promise<string>, object]>([
    ['nothing', () => Promise.resolve(''), { kind: 'not-an-index' }],
    [
      'a page of a web server',
      () => Promise.resolve('<!doctype html><title>404</title>'),
      { kind: 'not-an-index' },
    ],
    ['a JWS of one part', () => Promise.resolve('abc'), { kind: 'not-an-index' }],
    ['a JWS of five parts, which is encrypted', () => Promise.resolve('a.b.c.d.e'), { kind: 'not-an-index' }],
    [
      'a payload that is no JSON',
      () => Promise.resolve(`${base64url('{"alg":"EdDSA"}')}.${base64url('serial 41')}.AAAA`),
      { kind: 'not-an-index' },
    ],
    [
      'a payload that is no UTF-8',
      () => Promise.resolve(`${base64url('{"alg":"EdDSA"}')}._w.AAAA`),
      { kind: 'not-an-index' },
    ],
    ['padding', async () => (await world.index()).replace('.', '=.'), { kind: 'not-an-index' }],
    [
      'endless data',
      () => Promise.resolve('a'.repeat(MAX_INDEX_BYTES + 1)),
      { kind: 'too-large', byteLength: MAX_INDEX_BYTES + 1 },
    ],
    [
      'an index that is not signed at all',
      async () => {
        const [, payload] = (await world.index()).split('.');
        return `${base64url('{"alg":"none","kid":"hourly"}')}.${payload}.`;
      },
      { kind: 'unexpected-header', of: 'index' },
    ],
    [
      'a signature by a shared secret that is our public key',
      async () => {
        const secret = new Uint8Array(Buffer.from(world.key.publicKey, 'base64url'));
        const payload = new TextEncoder().encode(
          JSON.stringify(aChannelIndex({ keys: await world.keyList() })),
        );
        return new CompactSign(payload).setProtectedHeader({ alg: 'HS256', kid: 'hourly' }).sign(secret);
      },
      { kind: 'unexpected-header', of: 'index' },
    ],
    [
      'a key that the signer brought along',
      () =>
        world.index({}, world.thief, {
          kid: 'hourly',
          jwk: { kty: 'OKP', crv: 'Ed25519', x: world.thief.publicKey },
        }),
      { kind: 'unexpected-header', of: 'index' },
    ],
    [
      'a header without a key’s name',
      () => world.index({}, world.key, { kid: undefined }),
      { kind: 'unexpected-header', of: 'index' },
    ],
    [
      'another key under the same name',
      () => world.index({}, world.thief, { kid: 'hourly' }),
      { kind: 'bad-signature' },
    ],
    [
      'a key that is not in the list',
      () => world.index({}, world.thief),
      { kind: 'unknown-key', kid: 'thief' },
    ],
    ['a root key for an index', () => world.index({}, world.root), { kind: 'unknown-key', kid: 'root' }],
    [
      'a changed index',
      async () => {
        const [header, payload, signature] = (await world.index()).split('.');
        const changed = Buffer.from(payload ?? '', 'base64url')
          .toString()
          .replace('"serial":41', '"serial":42');
        return [header, base64url(changed), signature].join('.');
      },
      { kind: 'bad-signature' },
    ],
    [
      'a key list that a snapshot key has signed',
      async () =>
        world.index(
          {
            keys: await world.keyList(
              { keys: [{ kid: 'thief', publicKey: world.thief.publicKey }] },
              world.key,
            ),
          },
          world.thief,
        ),
      { kind: 'unknown-root' },
    ],
    [
      'a key list of another publisher',
      async () => world.index({ keys: await world.keyList({}, world.thief) }),
      { kind: 'unknown-root' },
    ],
    [
      'an older key list',
      async () => world.index({ keys: await world.keyList({ number: 2 }) }),
      { kind: 'key-list-rollback', number: 2 },
    ],
    [
      'a key list that has ended',
      async () => world.index({ keys: await world.keyList({ expiresAt: NOW }) }),
      { kind: 'key-list-expired', expiresAt: NOW },
    ],
    [
      'a key list of another channel with the same root',
      async () => world.index({ channel: 'other', keys: await world.keyList({ channel: 'other' }) }),
      { kind: 'wrong-channel', channel: 'other' },
    ],
    [
      'another channel’s index with this channel’s keys',
      () => world.index({ channel: 'other' }),
      { kind: 'wrong-channel', channel: 'other' },
    ],
    [
      'a key list without keys',
      async () => world.index({ keys: await world.keyList({ keys: [] }) }),
      { kind: 'malformed-key-list', field: 'keys' },
    ],
    ['no key list', () => world.index({ keys: '' }), { kind: 'malformed-index', field: 'keys' }],
    [
      'a key list that is no JWS',
      () => world.index({ keys: 'keys' }),
      { kind: 'malformed-key-list', field: 'list' },
    ],
    [
      'a key list with a header of its own',
      async () =>
        world.index({
          keys: await world.root.sign(aKeyList(), { crit: ['exp'], exp: 1 }).catch(() => forgedHeader()),
        }),
      { kind: 'unexpected-header', of: 'key-list' },
    ],
    [
      'a well signed index with a fault',
      () => world.index({ refreshAfter: 1 }),
      { kind: 'malformed-index', field: 'refreshAfter' },
    ],
  ])('verifyIndex refuses %s', async (_, jws, failure) => {
    expect(await verifyIndex(await jws(), world.pinned, NOW)).toEqual({ ok: false, failure });
  });

  /** Base64url of bytes that are no text. */
  const bytes = (...values: readonly number[]): string => Buffer.from(values).toString('base64url');
  const HEADER = base64url('{"alg":"EdDSA","kid":"hourly"}');

  test.each<[string, (jws: string) => string]>([
    ['a part too many', (jws) => `${jws}.AAAA`],
    ['a part too few', (jws) => jws.slice(0, jws.lastIndexOf('.'))],
    ['a space before it', (jws) => ` ${jws}`],
    ['a line break after it', (jws) => `${jws}\n`],
    ['a line break within its signature', (jws) => `${jws.slice(0, -8)}\n${jws.slice(-8)}`],
    ['padding at its end', (jws) => `${jws}==`],
    ['a byte order mark before it', (jws) => `\ufeff${jws}`],
    ['a header that is one letter', (jws) => `A${jws.slice(jws.indexOf('.'))}`],
    ['a payload that is one letter more than whole bytes', () => `${HEADER}.AAAAA.AAAA`],
    ['a payload that is text but for one byte', () => `${HEADER}.${bytes(0x22, 0xff, 0x22)}.AAAA`],
    ['a byte order mark before its payload', () => `${HEADER}.${bytes(0xef, 0xbb, 0xbf, 0x7b, 0x7d)}.AAAA`],
    ['no more than the most that is read', () => 'a'.repeat(MAX_INDEX_BYTES)],
  ])('verifyIndex takes nothing for an index with %s', async (_, change) => {
    expect(await verifyIndex(change(await world.index()), world.pinned, NOW)).toEqual({
      ok: false,
      failure: { kind: 'not-an-index' },
    });
  });

  test.each([['[]'], ['"EdDSA"'], ['null'], ['7']])(
    'verifyIndex takes no header that is %s',
    async (header) => {
      const [, payload, signature] = (await world.index()).split('.');
      const index = [base64url(header), payload, signature].join('.');
      expect(await verifyIndex(index, world.pinned, NOW)).toMatchObject({
        failure: { kind: 'unexpected-header', of: 'index' },
      });
      const [, list, signed] = (await world.keyList()).split('.');
      const keys = [base64url(header), list, signed].join('.');
      expect(await verifyKeyList(keys, world.pinned, NOW)).toMatchObject({
        failure: { kind: 'unexpected-header', of: 'key-list' },
      });
    },
  );

  test.each([['[]'], ['"index"'], ['null'], ['{}']])(
    'verifyIndex takes no payload that is %s',
    async (payload) => {
      expect(await verifyIndex(`${HEADER}.${base64url(payload)}.AAAA`, world.pinned, NOW)).toMatchObject({
        failure: { kind: 'malformed-index', field: 'keys' },
      });
    },
  );

  test('verifyIndex trusts no root key of small order, which signs whatever one likes', async () => {
    // The curve's neutral point. With it as key, itself as R and 0 as S the equation S·B = R + h·A holds for any h.
    const neutral = Buffer.alloc(32);
    neutral[0] = 1;
    const forged = Buffer.concat([neutral, Buffer.alloc(32)]).toString('base64url');
    const keys = [HEADER, base64url(JSON.stringify(aKeyList())), forged].join('.');
    const pinned = { ...world.pinned, rootKeys: [neutral.toString('base64url')] };
    expect(await verifyKeyList(keys, pinned, NOW)).toEqual({ ok: false, failure: { kind: 'unknown-root' } });
  });

  /** What `jose` refuses to sign: a header member that a reader has to understand. */
  async function forgedHeader(): Promise<string> {
    const [, payload, signature] = (await world.keyList()).split('.');
    return [base64url('{"alg":"EdDSA","crit":["exp"],"exp":1}'), payload, signature].join('.');
  }

  test('verifyIndex refuses an index whose signature has one bit flipped, anywhere', async () => {
    const jws = await world.index();
    const dot = jws.lastIndexOf('.');
    const signature = Buffer.from(jws.slice(dot + 1), 'base64url');
    for (let bit = 0; bit < signature.length * 8; bit += 7) {
      const flipped = Buffer.from(signature);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(
        await verifyIndex(`${jws.slice(0, dot)}.${flipped.toString('base64url')}`, world.pinned, NOW),
      ).toEqual({
        ok: false,
        failure: { kind: 'bad-signature' },
      });
    }
  });

  test('verifyIndex refuses every key that is none of ours, as a key list may hold it', async () => {
    // 32 bytes that are no point of the curve; a key of small order never gets as far as a signature.
    for (const [publicKey, failure] of [
      [Buffer.alloc(32, 0xff).toString('base64url'), { kind: 'bad-signature' }],
      ['A'.repeat(43), { kind: 'malformed-key-list', field: 'keys' }],
    ] as const) {
      const keys = await world.keyList({ keys: [{ kid: 'hourly', publicKey }] });
      expect(await verifyIndex(await world.index({ keys }), world.pinned, NOW)).toEqual({
        ok: false,
        failure,
      });
    }
  });

  test('verifyIndex trusts nobody without a root key, or with one that is none', async () => {
    for (const rootKeys of [[], ['root'], ['']]) {
      expect(await verifyIndex(await world.index(), { ...world.pinned, rootKeys }, NOW)).toEqual({
        ok: false,
        failure: { kind: 'unknown-root' },
      });
    }
  });

  test('verifyIndex knows no key of another type', async () => {
    const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
    expect((await exportJWK(publicKey)).kty).toBe('EC');
    const payload = new TextEncoder().encode(JSON.stringify(aChannelIndex({ keys: await world.keyList() })));
    const jws = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'ES256', kid: 'hourly' })
      .sign(privateKey);
    expect(await verifyIndex(jws, world.pinned, NOW)).toMatchObject({
      failure: { kind: 'unexpected-header' },
    });
    const secret = await generateSecret('HS256', { extractable: true });
    const shared = await new CompactSign(payload)
      .setProtectedHeader({ alg: 'HS256', kid: 'hourly' })
      .sign(secret);
    expect(await verifyIndex(shared, world.pinned, NOW)).toMatchObject({
      failure: { kind: 'unexpected-header' },
    });
  });
});

// Node takes any 32 bytes for a key; a browser may refuse those that are no point of the curve.
describe('where WebCrypto refuses a key', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  test('a key that WebCrypto refuses has signed nothing', async () => {
    const jws = await world.index();
    const refusal = new DOMException('no point of the curve', 'DataError');
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(refusal);
    expect(await verifyIndex(jws, world.pinned, NOW)).toEqual({
      ok: false,
      failure: { kind: 'unknown-root' },
    });
  });

  test('where WebCrypto refuses a key for a reason that has nothing to do with the key, that is no answer about the signature', async () => {
    const jws = await world.index();
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValue(new DOMException('no memory', 'OperationError'));
    await expect(verifyIndex(jws, world.pinned, NOW)).rejects.toThrow('no memory');
  });
});

describe('verifyKeyList', () => {
  test('verifyKeyList gives a list by itself', async () => {
    expect(await verifyKeyList(await world.keyList(), world.pinned, NOW)).toMatchObject({
      ok: true,
      value: { number: 3 },
    });
  });

  test('verifyKeyList refuses an index in the place of a list', async () => {
    const index = await world.root.sign(aChannelIndex());
    expect(await verifyKeyList(index, world.pinned, NOW)).toEqual({
      ok: false,
      failure: { kind: 'malformed-key-list', field: 'number' },
    });
  });
});
