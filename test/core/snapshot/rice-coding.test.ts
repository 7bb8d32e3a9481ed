import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeRiceInSteps } from '../../../src/core/snapshot/decode-rice.ts';
import { encodeRiceInSteps } from '../../../src/core/snapshot/encode-rice.ts';
import {
  fingerprintUniverse,
  indexUniverse,
  lastInteger,
  riceParameterFor,
  type Universe,
} from '../../../src/core/snapshot/rice-parameter.ts';
import type { FingerprintList } from '../../../src/core/snapshot/snapshot.ts';
import { ENTRIES_PER_STEP, runSteps } from '../../../src/core/steps.ts';
import { fingerprintsOf, randomHashes } from './snapshot-builders.ts';

/** The coding as docs/snapshot-format.md words it, bit by bit and with big integers. */
function codedByDefinition(values: readonly bigint[], size: bigint): Uint8Array {
  let k = 0n;
  while (values.length > 0 && BigInt(values.length) * 2n ** k * 65536n < 31537n * size) k++;
  const bits: number[] = [];
  let previous = -1n;
  for (const value of values) {
    const gap = value - previous - 1n;
    for (let zeros = gap >> k; zeros > 0n; zeros--) bits.push(0);
    bits.push(1);
    for (let bit = 0n; bit < k; bit++) bits.push(Number((gap >> bit) & 1n));
    previous = value;
  }
  const bytes = new Uint8Array(Math.ceil(bits.length / 8));
  for (const [index, bit] of bits.entries())
    bytes[index >> 3] = (bytes[index >> 3] ?? 0) | (bit << (index & 7));
  return bytes;
}

function listOf(values: readonly bigint[], bits: number): FingerprintList {
  const left = values.map((value) => value << BigInt(64 - bits));
  return {
    high: Uint32Array.from(left, (value) => Number(value >> 32n)),
    low: Uint32Array.from(left, (value) => Number(value & 0xffff_ffffn)),
  };
}

const encode = (list: FingerprintList, universe: Universe): Uint8Array =>
  runSteps(encodeRiceInSteps(list, universe));
const decode = (bytes: Uint8Array, count: number, universe: Universe): FingerprintList | null =>
  runSteps(decodeRiceInSteps(bytes, count, universe));

interface Drawn {
  readonly universe: Universe;
  readonly size: bigint;
  readonly values: readonly bigint[];
}

/** Lists of fingerprints and of indices: scattered, crowded at either end, and with long stretches of neighbours. */
const anyList: fc.Arbitrary<Drawn> = fc
  .oneof(
    fc.integer({ min: 40, max: 64 }).map((bits) => ({ bits, size: 2n ** BigInt(bits) })),
    fc.oneof(fc.integer({ min: 1, max: 40 }), fc.integer({ min: 1, max: 2 ** 32 - 1 })).map((size) => ({
      bits: 32,
      size: BigInt(size),
    })),
  )
  .chain(({ bits, size }) =>
    fc
      .array(
        fc.oneof(
          fc.bigInt({ min: 0n, max: size - 1n }),
          fc.nat(20).map((step) => (BigInt(step) < size ? BigInt(step) : 0n)),
          fc.nat(20).map((step) => (BigInt(step) < size ? size - 1n - BigInt(step) : 0n)),
        ),
        { maxLength: 60 },
      )
      .map((values) => ({
        universe: { bits, size: Number(size) },
        size,
        values: [...new Set(values)].sort((a, b) => (a < b ? -1 : 1)),
      })),
  );

describe('Rice coding', () => {
  test('Rice coding is the definition bit by bit, and gives back what was coded', () => {
    fc.assert(
      fc.property(anyList, ({ universe, size, values }) => {
        const list = listOf(values, universe.bits);
        const bytes = encode(list, universe);
        expect(bytes).toEqual(codedByDefinition(values, size));
        expect(decode(bytes, values.length, universe)).toEqual(list);
      }),
      { numRuns: 3000 },
    );
  });

  // Where a remainder fills one word, or begins the second.
  test.each([
    [31, 400],
    [32, 200],
    [33, 100],
  ])('Rice coding is the definition for remainders of %i bits', (riceParameter, count) => {
    const list = fingerprintsOf(randomHashes(count, riceParameter), 40);
    const values = Array.from(
      list.high,
      (high, index) => ((BigInt(high) << 32n) | BigInt(list.low[index] ?? 0)) >> 24n,
    );
    // Neighbours, and the greatest gap that there can be.
    const crowded = [0n, 1n, ...values.slice(2, -1).map((_, index) => BigInt(index + 2)), 2n ** 40n - 1n];
    const universe = fingerprintUniverse(40);
    expect(riceParameterFor(count, 2 ** 40)).toBe(riceParameter);
    for (const each of [values, crowded]) {
      const bytes = encode(listOf(each, 40), universe);
      expect(bytes).toEqual(codedByDefinition(each, 2n ** 40n));
      expect(decode(bytes, count, universe)).toEqual(listOf(each, 40));
    }
  });

  test('Rice coding accepts nothing but what it would write', () => {
    fc.assert(
      fc.property(anyList, fc.uint8Array({ maxLength: 40 }), fc.nat(60), ({ universe }, bytes, count) => {
        const decoded = decode(bytes, count, universe);
        if (decoded !== null) expect(encode(decoded, universe)).toEqual(bytes);
      }),
      { numRuns: 5000 },
    );
  });

  test('Rice coding works in steps: what lies between two of them makes no difference', () => {
    const list = fingerprintsOf(randomHashes(ENTRIES_PER_STEP * 2 + 3, 8), 47);
    const universe = fingerprintUniverse(47);
    const steps = encodeRiceInSteps(list, universe);
    let yields = 0;
    let step = steps.next();
    for (; step.done !== true; step = steps.next()) yields++;
    expect(yields).toBe(2);
    expect(decode(step.value, list.high.length, universe)).toEqual(list);

    const back = decodeRiceInSteps(step.value, list.high.length, universe);
    let pauses = 0;
    while (back.next().done !== true) pauses++;
    expect(pauses).toBe(2);
  });

  test('Rice coding has no step without an entry', () => {
    const list = fingerprintsOf(randomHashes(ENTRIES_PER_STEP, 8), 47);
    const steps = encodeRiceInSteps(list, fingerprintUniverse(47));
    expect(steps.next()).toMatchObject({ done: true });
  });

  test.each<[string, number, bigint, number, number, boolean]>([
    ['the last of a small universe', 500, 999n, 32, 1000, true],
    ['the first beyond it', 500, 1000n, 32, 1000, false],
    ['one whose low word alone is too large', 400, 2n ** 40n - 2n ** 33n, 40, 2 ** 40 - 2 ** 33, false],
    ['the last of a large universe', 400, 2n ** 40n - 2n ** 33n - 1n, 40, 2 ** 40 - 2 ** 33, true],
    ['one whose high word is too large', 400, 2n ** 40n - 2n ** 32n, 40, 2 ** 40 - 2 ** 33, false],
    [
      'one whose high word is smaller, and its low word larger',
      400,
      2n ** 32n + 9n,
      40,
      2 ** 40 - 2 ** 33 + 5,
      true,
    ],
  ])(
    'Rice coding reads and writes entries of its universe alone: %s',
    (_, count, last, bits, size, isRead) => {
      const values = [...Array.from({ length: count - 1 }, (__, index) => BigInt(index)), last];
      // A little larger, with the same parameter.
      const larger = { bits, size: bits === 32 ? size + 10 : 2 ** bits };
      expect(riceParameterFor(count, size)).toBe(riceParameterFor(count, larger.size));
      const read = decode(encode(listOf(values, bits), larger), count, { bits, size });
      expect(read).toEqual(isRead ? listOf(values, bits) : null);
      const written = (): Uint8Array => encode(listOf(values, bits), { bits, size });
      if (isRead) expect(decode(written(), count, { bits, size })).toEqual(read);
      else expect(written).toThrow(RangeError);
    },
  );

  test('Rice coding takes 0.03 to 0.12 bits an entry more than the entropy', () => {
    for (const count of [3000, 4096, 5000]) {
      const list = fingerprintsOf(randomHashes(count, count), 50);
      const bits = (encode(list, fingerprintUniverse(50)).length * 8) / count;
      const entropy = 50 - Math.log2(count) + Math.log2(Math.E);
      // The sample's own scatter is about 1.3 bits divided by the root of 3,000.
      expect(bits - entropy).toBeGreaterThan(-0.1);
      expect(bits - entropy).toBeLessThan(0.22);
    }
  });

  test.each([
    ['a list that falls', [2n, 1n]],
    ['a fingerprint twice', [1n, 1n]],
    ['one beyond the last', [5n, 1000n]],
  ])('Rice coding refuses to write %s', (_, values) => {
    expect(() => encode(listOf(values, 32), indexUniverse(1000))).toThrow(RangeError);
  });

  test('Rice coding refuses to write bits behind the r-th', () => {
    const list = { high: Uint32Array.of(1), low: Uint32Array.of(1 << 13) };
    expect(() => encode(list, fingerprintUniverse(50))).toThrow(RangeError);
    expect(() => encode(list, fingerprintUniverse(51))).not.toThrow();
    expect(() =>
      encode({ high: Uint32Array.of(1), low: new Uint32Array(2) }, fingerprintUniverse(64)),
    ).toThrow(RangeError);
  });

  test('Rice coding allocates nothing for more entries than the bytes can hold', () => {
    expect(decode(new Uint8Array(8), 0xffff_ffff, fingerprintUniverse(62))).toBeNull();
    expect(decode(new Uint8Array(0), 1, indexUniverse(1))).toBeNull();
  });

  test.each([
    ['bytes after the end', [5n], [0]],
    ['bits that are set after the end', [5n, 6n, 7n], []],
  ])('Rice coding refuses %s', (_, values, more) => {
    const universe = fingerprintUniverse(40);
    const bytes = Uint8Array.of(...encode(listOf(values, 40), universe), ...more);
    if (more.length === 0) bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    expect(decode(bytes, values.length, universe)).toBeNull();
  });
});

describe('riceParameterFor', () => {
  test('riceParameterFor is the cheapest parameter for gaps of a geometric distribution', () => {
    const cost = (k: number, mean: number): number => k + 1 / (1 - Math.exp(-(2 ** k) / mean));
    for (let exponent = 1; exponent < 50; exponent += 0.37) {
      const mean = 2 ** exponent;
      const k = riceParameterFor(1, mean);
      for (const other of [k - 1, k + 1]) {
        if (other >= 0) expect(cost(k, mean)).toBeLessThanOrEqual(cost(other, mean) + 1e-5);
      }
    }
  });

  test.each([
    [0, 2 ** 50, 0],
    [1, 2 ** 64, 63],
    [1_000_000, 2 ** 50, 30],
    [1, 1, 0],
    [500, 500, 0],
    [10_000, 1_000_000, 6],
    // At the factor itself, and one beside it.
    [31_537, 65_536, 0],
    [31_536, 65_536, 1],
  ])('riceParameterFor for %i of %d is %i', (count, size, k) => {
    expect(riceParameterFor(count, size)).toBe(k);
  });
});

describe('the last of a universe', () => {
  test.each<[number, readonly [number, number]]>([
    [0, [-1, 0]],
    [1, [0, 0]],
    [2 ** 32, [0, 0xffff_ffff]],
    [2 ** 32 + 1, [1, 0]],
    [Number.MAX_SAFE_INTEGER, [0x1f_ffff, 0xffff_fffe]],
    [2 ** 53, [0x1f_ffff, 0xffff_ffff]],
    [2 ** 64, [0xffff_ffff, 0xffff_ffff]],
  ])('a Rice coded list can hold the last of a universe of %d', (size, last) => {
    expect(lastInteger(size)).toEqual(last);
  });
});

describe('zeros up to the end are no entry', () => {
  /** As many ones as given, and zeros behind them: entries of k = 0 whose gaps are 0. */
  const ones = (count: number, bytes: number): Uint8Array =>
    Uint8Array.from({ length: bytes }, (_, at) => 0xff >>> Math.min(8, Math.max(0, 8 - (count - at * 8))));

  test('zeros up to the end are no entry whose gap would be in the universe, with whole words read', () => {
    expect(decode(ones(40, 5), 40, indexUniverse(80))?.high).toEqual(
      Uint32Array.from({ length: 40 }, (_, at) => at),
    );
    expect(decode(ones(39, 8), 40, indexUniverse(80))).toBeNull();
  });

  test('zeros up to the end of a Rice coded list are no entry where the step before read all but the bits that fill up the last byte', () => {
    // The first gap is 1, so that the first step's entries take one bit more than there are of them.
    const count = ENTRIES_PER_STEP + 1;
    const bytes = ones(count, Math.ceil(count / 8));
    bytes[0] = 0xfe;
    const universe = indexUniverse(2 * count);
    expect(decode(bytes, ENTRIES_PER_STEP, indexUniverse(2 * ENTRIES_PER_STEP))).not.toBeNull();
    expect(decode(bytes, count, universe)).toBeNull();
  });
});

describe('a gap of hundreds of zeros', () => {
  // A thousand neighbours, and one at the other end: its quotient goes over many words.
  const values = [...Array.from({ length: 999 }, (_, index) => BigInt(index)), 2n ** 50n - 1n];
  const universe = fingerprintUniverse(50);

  test('a Rice coded gap of hundreds of zeros is read as it was written', () => {
    const bytes = encode(listOf(values, 50), universe);
    expect(bytes).toEqual(codedByDefinition(values, 2n ** 50n));
    expect(decode(bytes, values.length, universe)).toEqual(listOf(values, 50));
  });

  test('a Rice coded gap of hundreds of zeros that goes on to the end is no entry', () => {
    const length = encode(listOf(values, 50), universe).length;
    for (const count of [length, length + 3, length + 4])
      expect(decode(new Uint8Array(count), values.length, universe)).toBe(null);
  });
});
