import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflateZlib } from '../../../../src/core/url/unwrap/inflate.ts';

const LIMIT = 65_536;
/** Long and short matches, literals, and noise that is stored rather than compressed. */
const data = fc.oneof(
  fc.string({ maxLength: 600 }).map((text) => Buffer.from(text.repeat(3))),
  fc.uint8Array({ maxLength: 2000 }).map((bytes) => Buffer.from(bytes)),
  fc.webUrl({ withQueryParameters: true }).map((url) => Buffer.from(`{"l":"${url}","r":"${url}"}`)),
);
const strategies = [
  constants.Z_DEFAULT_STRATEGY,
  constants.Z_FIXED,
  constants.Z_HUFFMAN_ONLY,
  constants.Z_RLE,
];

/** Nothing in it comes twice, for all practical purposes. */
function noiseOf(length: number, seed = 1): Buffer {
  let state = seed * 7919;
  return Buffer.from(
    Uint8Array.from({ length }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
      return state >>> 16;
    }),
  );
}

/** A Huffman code, from its first bit. */
const bitsOf = (code: number, length: number): string => code.toString(2).padStart(length, '0');

/** Bits in the order in which they are read: from the lowest of each byte. */
function bytesOf(bits: string): readonly number[] {
  return (bits.match(/.{1,8}/g) ?? []).map((eight) =>
    Number.parseInt(eight.split('').toReversed().join(''), 2),
  );
}

describe('inflateZlib', () => {
  test('inflateZlib gives back what zlib compressed, in each kind of block', () => {
    fc.assert(
      fc.property(
        data,
        fc.constantFrom(...strategies),
        fc.integer({ min: 0, max: 9 }),
        (bytes, strategy, level) => {
          const inflated = inflateZlib(deflateSync(bytes, { strategy, level }), LIMIT);
          expect(Buffer.from(inflated?.bytes ?? []).equals(bytes)).toBe(true);
          expect(inflated?.isCut).toBe(false);
        },
      ),
    );
  });

  test('inflateZlib gives the beginning of what was cut off', () => {
    fc.assert(
      fc.property(data, fc.nat(), (bytes, cut) => {
        const compressed = deflateSync(bytes);
        const inflated = inflateZlib(compressed.subarray(0, 2 + (cut % compressed.length)), LIMIT);
        const found = inflated?.bytes ?? new Uint8Array();
        expect(bytes.subarray(0, found.length).equals(Buffer.from(found))).toBe(true);
      }),
    );
  });

  test('inflateZlib never throws, and stops at its limit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(400), (noise, limit) => {
        const inflated = inflateZlib(Uint8Array.of(0x78, 0x9c, ...noise), limit);
        expect(inflated?.bytes.length ?? 0).toBeLessThanOrEqual(limit);
        if (inflated?.isCut === true) expect(inflated.bytes.length).toBe(limit);
      }),
      { numRuns: 5000 },
    );
  });

  test('inflateZlib knows every length and distance', () => {
    // Noise, and in it a copy of each length at a distance that grows with it up to the 32 KiB of the format.
    let bytes = noiseOf(33_000);
    for (let copied = 3; copied <= 258; copied++) {
      const distance = copied === 258 ? 32_768 : Math.max(copied, Math.floor(3 * 1.0365 ** copied));
      const start = bytes.length - distance;
      bytes = Buffer.concat([bytes, bytes.subarray(start, start + copied), noiseOf(2, copied)]);
    }
    for (const level of [1, 6, 9])
      expect(
        Buffer.from(inflateZlib(deflateSync(bytes, { level }), 1 << 20)?.bytes ?? []).equals(bytes),
      ).toBe(true);
  });

  test('inflateZlib reads one block after the other, of every kind', () => {
    const blocks = [
      deflateRawSync(Buffer.from('stored '), { level: 0, finishFlush: constants.Z_SYNC_FLUSH }),
      deflateRawSync(Buffer.from('fixed '), {
        strategy: constants.Z_FIXED,
        finishFlush: constants.Z_SYNC_FLUSH,
      }),
      deflateRawSync(Buffer.from('dynamic '.repeat(40)), { level: 9 }),
    ];
    const inflated = inflateZlib(Buffer.concat([Buffer.from([0x78, 0x9c]), ...blocks]), LIMIT);
    expect(new TextDecoder().decode(inflated?.bytes)).toBe(`stored fixed ${'dynamic '.repeat(40)}`);
  });

  /** Of the fixed code, RFC 1951 section 3.2.6. */
  const A = bitsOf(0x30 + 0x61, 8);
  const END = bitsOf(0, 7);
  test.each<[string, string, string]>([
    ['nothing wrong', `${A}${bitsOf(1, 7)}${bitsOf(0, 5)}${END}`, 'aaaa'],
    ['a kind of block that there is not', `${A}${END}111`, 'a'],
    ['a copy from before the beginning', `${A}${bitsOf(1, 7)}${bitsOf(1, 5)}${END}`, 'a'],
    ['a length that there is not', `${A}${bitsOf(0xc0 + 286 - 280, 8)}${bitsOf(0, 5)}${END}`, 'a'],
    ['a distance that there is not', `${A}${bitsOf(1, 7)}${bitsOf(30, 5)}${END}`, 'a'],
  ])('inflateZlib gives what came before: %s', (_, codes, expected) => {
    // Only what has a second block has a first that is not the last.
    const isLast = codes.endsWith('111') ? '0' : '1';
    const inflated = inflateZlib(Uint8Array.of(0x78, 0x9c, ...bytesOf(`${isLast}10${codes}`)), LIMIT);
    expect(new TextDecoder().decode(inflated?.bytes)).toBe(expected);
    expect(inflated?.isCut).toBe(false);
  });

  test('inflateZlib refuses a code that begins by repeating what is not there', () => {
    // A dynamic block whose lengths have one code, of symbol 16, in one bit.
    const header = '10100000000000000';
    const lengths = '100' + '000'.repeat(3);
    const inflated = inflateZlib(
      Uint8Array.of(0x78, 0x9c, ...bytesOf(`${header}${lengths}${'0'.repeat(200)}`)),
      LIMIT,
    );
    expect(inflated).toEqual({ bytes: new Uint8Array(0), isCut: false });
  });

  test('inflateZlib does not let a small token fill the memory', () => {
    const bomb = deflateSync(Buffer.alloc(10_000_000));
    const inflated = inflateZlib(bomb, LIMIT);
    expect(inflated?.bytes.length).toBe(LIMIT);
    expect(inflated?.isCut).toBe(true);
  });

  test.each([
    ['stored', { level: 0 }],
    ['compressed', { level: 9 }],
  ])(
    'inflateZlib gives as many bytes as its limit, and says of one more that it is cut, of data %s',
    (_, options) => {
      const whole = inflateZlib(deflateSync(Buffer.alloc(LIMIT, 'ab'), options), LIMIT);
      expect([whole?.bytes.length, whole?.isCut]).toEqual([LIMIT, false]);
      const cut = inflateZlib(deflateSync(Buffer.alloc(LIMIT + 1, 'ab'), options), LIMIT);
      expect([cut?.bytes.length, cut?.isCut]).toEqual([LIMIT, true]);
    },
  );

  test.each([
    ['text', Buffer.from('hello, world')],
    ['deflate without its zlib header', deflateRawSync(Buffer.from('hello, world'))],
    ['a preset dictionary', Buffer.from([0x78, 0xbb, 0, 0])],
    ['nothing', Buffer.alloc(0)],
    ['half of its header', Buffer.from([0x78])],
    ['a header whose check does not hold', Buffer.from([0x78, 0x9d, 3, 0])],
    ['another method', Buffer.from([0x79, 0x9b, 3, 0])],
  ])('inflateZlib refuses %s', (_, bytes) => {
    expect(inflateZlib(bytes, LIMIT)).toBe(null);
  });
});
