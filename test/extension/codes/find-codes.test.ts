import { describe, expect, test } from 'vitest';
import { IS_CORE } from '../../core-tier.ts';
import { findCodes } from '../../../src/extension/codes/find-codes.ts';
import { beside, fromBehind, generatedCodes, LOOKS, ordinaryPicture } from './generated-pictures.ts';

/** 26 pictures of each of eight looks: 234 codes. The core has four of each. */
const PER_LOOK = IS_CORE ? 4 : 26;

/** Few here, since each takes some ten milliseconds; all 2,000 in `test/bench/codes.bench.ts`. */
const ORDINARY = IS_CORE ? 16 : 80;

describe('codes in pictures', () => {
  test.each(LOOKS)('QR codes in pictures are found: %s', { timeout: 60_000 }, async (look) => {
    let codes = 0;
    let found = 0;
    for (let seed = 0; seed < PER_LOOK; seed++) {
      const { texts, pixels } = generatedCodes(look, seed);
      const read = await findCodes(pixels);
      expect(read.filter((text) => !texts.includes(text))).toEqual([]);
      codes += texts.length;
      found += texts.filter((text) => read.includes(text)).length;
    }
    expect(found / codes).toBeGreaterThanOrEqual(0.95);
  });

  test('QR codes in pictures are none in ordinary pictures', { timeout: 60_000 }, async () => {
    for (let seed = 0; seed < ORDINARY; seed++) expect(await findCodes(ordinaryPicture(seed))).toEqual([]);
  });

  test.each(LOOKS)('QR codes in pictures are found from behind: %s', { timeout: 60_000 }, async (look) => {
    for (let seed = 0; seed < 3; seed++) {
      const { texts, pixels } = generatedCodes(look, seed);
      const read = await findCodes(fromBehind(pixels));
      expect([...read].sort(), String(seed)).toEqual([...texts].sort());
    }
  });

  test('QR codes in pictures are found beside one that is seen from behind', async () => {
    const { texts, pixels } = generatedCodes('plain', 1);
    const read = await findCodes(beside(pixels, fromBehind(generatedCodes('plain', 2).pixels)));
    expect(read).toEqual([...texts, ...generatedCodes('plain', 2).texts]);
  });

  test('QR codes in pictures are found on nothing as on white', async () => {
    const { texts, pixels } = generatedCodes('plain', 1);
    const data = Uint8ClampedArray.from(pixels.data);
    for (let at = 0; at < data.length; at += 4) if ((data[at] ?? 0) > 128) data.fill(0, at, at + 4);
    expect(await findCodes({ ...pixels, width: pixels.width, height: pixels.height, data })).toEqual(texts);
  });

  test.each([
    [1, 1],
    [3, 200],
    [200, 3],
  ])('QR codes in pictures are none in a picture of %d by %d points', async (width, height) => {
    const data = new Uint8ClampedArray(width * height * 4);
    expect(await findCodes({ width, height, data })).toEqual([]);
  });
});
