import * as fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  channelMark,
  headDigest,
  MAX_HEAD_BYTES,
  MAX_HEAD_DELTAS,
  parseChannelHead,
  toHeadPayload,
  verifyHead,
  type ChannelHead,
} from '../../../src/core/snapshot/channel-head.ts';
import { parseChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import { aChannelIndex, aKeyList, aSigningKey, SHA, type SigningKey } from './channel-builders.ts';

const DIGEST24 = headDigest(SHA);
const HEAD: ChannelHead = {
  serial: 41,
  index: DIGEST24,
  deltas: [
    { from: 40, bytes: 900, sha256: DIGEST24 },
    { from: 39, bytes: 1200, sha256: DIGEST24 },
  ],
};
const PAYLOAD = toHeadPayload(HEAD, 'test') as Record<string, unknown>;
const DIGEST = String(PAYLOAD['index']);

let key: SigningKey;
let thief: SigningKey;
let trust: ReturnType<typeof aKeyList>;

beforeAll(async () => {
  [key, thief] = [await aSigningKey('hourly'), await aSigningKey('thief')];
  trust = aKeyList({ keys: [{ kid: key.kid, publicKey: key.publicKey }] });
});

const uint32 = fc.integer({ min: 1, max: 2 ** 32 - 1 });
const digest = fc
  .uint8Array({ minLength: 24, maxLength: 24 })
  .map((bytes) => Buffer.from(bytes).toString('hex'));

describe('a head', () => {
  test('the head of a channel is decoded as it was encoded', () => {
    const heads = fc.record({
      serial: fc.integer({ min: 5, max: 2 ** 32 - 1 }),
      index: digest,
      deltas: fc.uniqueArray(
        fc.record({
          from: fc.integer({ min: 1, max: 4 }),
          bytes: fc.integer({ min: 1, max: 2 ** 26 }),
          sha256: digest,
        }),
        { selector: ({ from }) => from, maxLength: MAX_HEAD_DELTAS },
      ),
    });
    fc.assert(
      fc.property(heads, fc.string({ minLength: 1, maxLength: 64 }), (head, channel) => {
        const read = parseChannelHead(JSON.parse(JSON.stringify(toHeadPayload(head, channel))));
        expect(read).toEqual({ ok: true, value: { ...head, channel: channelMark(channel) } });
      }),
    );
  });

  test('the head of a channel never makes the reader throw, whatever it is', () => {
    fc.assert(fc.property(fc.jsonValue(), (value) => void parseChannelHead(value)));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(PAYLOAD)), fc.jsonValue(), uint32, (field, value, at) => {
        const read = parseChannelHead({ ...PAYLOAD, [field]: at % 3 === 0 ? at : value });
        if (read.ok) expect(read.value.deltas.length).toBeLessThanOrEqual(MAX_HEAD_DELTAS);
      }),
    );
  });

  const row = (change: readonly unknown[]): object => ({ deltas: [change] });

  test.each<[string, object, string]>([
    ['nothing that says it is a head', { head: undefined }, 'head'],
    ['another version of it', { head: 2 }, 'head'],
    ['a channel by its name', { channel: 'test' }, 'channel'],
    ['no serial', { serial: 0 }, 'serial'],
    ['a serial beyond 32 bits', { serial: 2 ** 32 }, 'serial'],
    ['a digest in hexadecimal digits', { index: SHA }, 'index'],
    ['a digest that is cut shorter', { index: DIGEST.slice(1) }, 'index'],
    ['a digest that is longer', { index: `${DIGEST}A` }, 'index'],
    ['a delta of two columns', row([40, 900]), 'deltas'],
    ['a delta of four columns', row([40, 900, DIGEST, 1]), 'deltas'],
    ['a delta of no bytes', row([40, 0, DIGEST]), 'deltas'],
    ['a delta larger than any', row([40, 64 * 2 ** 20 + 1, DIGEST]), 'deltas'],
    ['a delta from its own serial', row([41, 900, DIGEST]), 'deltas'],
    ['a delta from a later serial', row([42, 900, DIGEST]), 'deltas'],
    [
      'two deltas from one serial',
      {
        deltas: [
          [40, 900, DIGEST],
          [40, 901, DIGEST],
        ],
      },
      'deltas',
    ],
    ['five deltas', { deltas: [1, 2, 3, 4, 5].map((from) => [from, 900, DIGEST]) }, 'deltas'],
    ['no list of deltas', { deltas: null }, 'deltas'],
  ])('the head of a channel is refused with %s', (_, change, field) => {
    const payload = JSON.parse(JSON.stringify({ ...PAYLOAD, ...change })) as unknown;
    expect(parseChannelHead(payload)).toEqual({ ok: false, failure: { kind: 'malformed-head', field } });
  });

  test('the head of a channel is no index, and no index is a head', () => {
    expect(parseChannelIndex(PAYLOAD).ok).toBe(false);
    expect(parseChannelHead(aChannelIndex())).toMatchObject({ failure: { field: 'head' } });
  });

  test('the head of a channel with three deltas is not larger than it may be, at a serial of six digits', async () => {
    const publicationKey = await aSigningKey('abcdefghijklmnop');
    const head = {
      ...HEAD,
      serial: 999_999,
      deltas: [999_998, 999_997, 999_996].map((from) => ({ from, bytes: 99_999, sha256: DIGEST24 })),
    };
    const jws = await publicationKey.sign(toHeadPayload(head, 'x'.repeat(64)));
    expect(jws.length).toBeLessThanOrEqual(MAX_HEAD_BYTES);
  });
});

describe('verifyHead', () => {
  const signed = (payload: unknown = PAYLOAD, by = key, header = {}): Promise<string> =>
    by.sign(payload, header);

  test('verifyHead gives what a key of the list has signed for its channel', async () => {
    expect(await verifyHead(await signed(), trust)).toEqual({ ok: true, value: HEAD });
  });

  test.each<[string, () => Promise<string>, object]>([
    ['nothing', async () => '', { kind: 'not-a-head' }],
    ['a page of a web server', async () => '<!doctype html><title>404</title>', { kind: 'not-a-head' }],
    ['a line break behind it', async () => `${await signed()}\n`, { kind: 'not-a-head' }],
    [
      'endless data',
      async () => 'a'.repeat(MAX_HEAD_BYTES + 1),
      { kind: 'too-large', byteLength: MAX_HEAD_BYTES + 1 },
    ],
    [
      'a key that the signer brought along',
      () => signed(PAYLOAD, thief, { kid: 'hourly', jwk: {} }),
      { kind: 'unexpected-header' },
    ],
    ['a key that is not in the list', () => signed(PAYLOAD, thief), { kind: 'unknown-key', kid: 'thief' }],
    [
      'another key under the same name',
      () => signed(PAYLOAD, thief, { kid: 'hourly' }),
      { kind: 'bad-signature' },
    ],
    [
      'a changed serial',
      async () => {
        const [header, payload = '', signature] = (await signed()).split('.');
        const text = Buffer.from(payload, 'base64url').toString().replace('"serial":41', '"serial":42');
        return [header, Buffer.from(text).toString('base64url'), signature].join('.');
      },
      { kind: 'bad-signature' },
    ],
    ['another channel’s head', () => signed(toHeadPayload(HEAD, 'other')), { kind: 'wrong-channel' }],
    ['an index', () => signed({ ...PAYLOAD, head: undefined }), { kind: 'malformed-head', field: 'head' }],
  ])('verifyHead refuses %s', async (_, jws, failure) => {
    expect(await verifyHead(await jws(), trust)).toEqual({ ok: false, failure });
  });
});
