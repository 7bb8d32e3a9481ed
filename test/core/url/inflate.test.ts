import { constants, deflateRawSync, deflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflateZlib } from '../../../src/core/url/inflate.ts';

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

describe('inflateZlib', () => {
  test('gives back what zlib compressed, in each kind of block', () => {
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

  test('gives the beginning of what was cut off', () => {
    fc.assert(
      fc.property(data, fc.nat(), (bytes, cut) => {
        const compressed = deflateSync(bytes);
        const inflated = inflateZlib(compressed.subarray(0, 2 + (cut % compressed.length)), LIMIT);
        const found = inflated?.bytes ?? new Uint8Array();
        expect(bytes.subarray(0, found.length).equals(Buffer.from(found))).toBe(true);
      }),
    );
  });

  test('never throws, and stops at its limit', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(400), (noise, limit) => {
        const inflated = inflateZlib(Uint8Array.of(0x78, 0x9c, ...noise), limit);
        expect(inflated?.bytes.length ?? 0).toBeLessThanOrEqual(limit);
        if (inflated?.isCut === true) expect(inflated.bytes.length).toBe(limit);
      }),
      { numRuns: 5000 },
    );
  });

  test('does not let a small token fill the memory', () => {
    const bomb = deflateSync(Buffer.alloc(10_000_000));
    const inflated = inflateZlib(bomb, LIMIT);
    expect(inflated?.bytes.length).toBe(LIMIT);
    expect(inflated?.isCut).toBe(true);
  });

  test.each([
    ['stored', { level: 0 }],
    ['compressed', { level: 9 }],
  ])('gives as many bytes as its limit, and says of one more that it is cut, of data %s', (_, options) => {
    const whole = inflateZlib(deflateSync(Buffer.alloc(LIMIT, 'ab'), options), LIMIT);
    expect([whole?.bytes.length, whole?.isCut]).toEqual([LIMIT, false]);
    const cut = inflateZlib(deflateSync(Buffer.alloc(LIMIT + 1, 'ab'), options), LIMIT);
    expect([cut?.bytes.length, cut?.isCut]).toEqual([LIMIT, true]);
  });

  test.each([
    ['text', Buffer.from('hello, world')],
    ['deflate without its zlib header', deflateRawSync(Buffer.from('hello, world'))],
    ['a preset dictionary', Buffer.from([0x78, 0xbb, 0, 0])],
    ['nothing', Buffer.alloc(0)],
  ])('refuses %s', (_, bytes) => {
    expect(inflateZlib(bytes, LIMIT)).toBe(null);
  });
});
