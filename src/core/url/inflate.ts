/**
 * Inflates zlib data (RFC 1950 and 1951), because some click trackers compress their destination and nothing that
 * browsers and Node share does it synchronously. Source: the RFCs, and the decoding of canonical Huffman codes by
 * counts per length in Mark Adler's `puff.c`.
 */

/** Lengths of the fixed Huffman codes, RFC 1951 section 3.2.6. */
const FIXED_LENGTHS: readonly number[] = Array.from({ length: 288 }, (_, symbol) =>
  symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
);
const FIXED_DISTANCES: readonly number[] = Array<number>(30).fill(5);

const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which code lengths of code lengths are sent, RFC 1951 section 3.2.7. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const MAX_CODE_BITS = 15;
const END_OF_BLOCK = 256;

interface HuffmanCode {
  /** How many symbols have a code of each length, by length. */
  readonly counts: readonly number[];
  /** Symbols in the order of their codes. */
  readonly symbols: readonly number[];
}

const FIXED_LITERALS = huffmanCode(FIXED_LENGTHS);
const FIXED_DISTANCE_CODE = huffmanCode(FIXED_DISTANCES);

/** Thrown inside this file where the data ends or is broken; what came before is still good. */
class BrokenData extends Error {}

/**
 * As much of the data as can be inflated; trackers cut their tokens, so an end in the middle is no failure.
 *
 * @param limit - bytes of output at most
 * @returns null if it is not zlib data at all
 */
export function inflateZlib(data: Uint8Array, limit: number): Uint8Array | null {
  const [method = 0, flags = 0] = data;
  if ((method & 0x0f) !== 8 || ((method << 8) | flags) % 31 !== 0 || (flags & 0x20) !== 0) return null;
  const inflater = new Inflater(data.subarray(2), limit);
  try {
    inflater.run();
  } catch (error) {
    if (!(error instanceof BrokenData)) throw error;
  }
  return inflater.output;
}

class Inflater {
  readonly #data: Uint8Array;
  readonly #limit: number;
  readonly #out: number[] = [];
  #offset = 0;
  #bits = 0;
  #bitCount = 0;

  constructor(data: Uint8Array, limit: number) {
    this.#data = data;
    this.#limit = limit;
  }

  get output(): Uint8Array {
    return Uint8Array.from(this.#out);
  }

  run(): void {
    for (let isLast = 0; isLast === 0;) {
      isLast = this.#take(1);
      switch (this.#take(2)) {
        case 0:
          this.#stored();
          break;
        case 1:
          this.#compressed(FIXED_LITERALS, FIXED_DISTANCE_CODE);
          break;
        case 2:
          this.#dynamic();
          break;
        default:
          throw new BrokenData();
      }
    }
  }

  #stored(): void {
    this.#bits = 0;
    this.#bitCount = 0;
    const length = (this.#data[this.#offset] ?? 0) | ((this.#data[this.#offset + 1] ?? 0) << 8);
    this.#offset += 4;
    if (this.#offset + length > this.#data.length) throw new BrokenData();
    for (const byte of this.#data.subarray(this.#offset, this.#offset + length)) this.#put(byte);
    this.#offset += length;
  }

  #dynamic(): void {
    const literalCount = this.#take(5) + 257;
    const distanceCount = this.#take(5) + 1;
    const codeCount = this.#take(4) + 4;
    const codeLengths = Array<number>(19).fill(0);
    for (const symbol of CODE_LENGTH_ORDER.slice(0, codeCount)) codeLengths[symbol] = this.#take(3);
    const code = huffmanCode(codeLengths);
    const lengths: number[] = [];
    while (lengths.length < literalCount + distanceCount) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths.push(symbol);
        continue;
      }
      const repeated = symbol === 16 ? lengths.at(-1) : 0;
      if (repeated === undefined) throw new BrokenData();
      let count = symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      for (; count > 0; count--) lengths.push(repeated);
    }
    this.#compressed(
      huffmanCode(lengths.slice(0, literalCount)),
      huffmanCode(lengths.slice(literalCount, literalCount + distanceCount)),
    );
  }

  #compressed(literals: HuffmanCode, distances: HuffmanCode): void {
    for (;;) {
      const symbol = this.#symbol(literals);
      if (symbol === END_OF_BLOCK) return;
      if (symbol < END_OF_BLOCK) {
        this.#put(symbol);
        continue;
      }
      let length = this.#extended(symbol - 257, LENGTH_BASE, LENGTH_EXTRA);
      const distance = this.#extended(this.#symbol(distances), DISTANCE_BASE, DISTANCE_EXTRA);
      const start = this.#out.length - distance;
      if (start < 0) throw new BrokenData();
      for (let index = start; length > 0; index++, length--) this.#put(this.#out[index] ?? 0);
    }
  }

  #extended(index: number, bases: readonly number[], extras: readonly number[]): number {
    const base = bases[index];
    const extra = extras[index];
    if (base === undefined || extra === undefined) throw new BrokenData();
    return base + this.#take(extra);
  }

  #symbol({ counts, symbols }: HuffmanCode): number {
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      code |= this.#take(1);
      const count = counts[length] ?? 0;
      if (code - count < first) return symbols[index + code - first] ?? END_OF_BLOCK;
      index += count;
      first = (first + count) << 1;
      code <<= 1;
    }
    throw new BrokenData();
  }

  #take(count: number): number {
    while (this.#bitCount < count) {
      const byte = this.#data[this.#offset++];
      if (byte === undefined) throw new BrokenData();
      this.#bits |= byte << this.#bitCount;
      this.#bitCount += 8;
    }
    const value = this.#bits & ((1 << count) - 1);
    this.#bits >>>= count;
    this.#bitCount -= count;
    return value;
  }

  #put(byte: number): void {
    if (this.#out.length >= this.#limit) throw new BrokenData();
    this.#out.push(byte);
  }
}

function huffmanCode(lengths: readonly number[]): HuffmanCode {
  const counts = Array<number>(MAX_CODE_BITS + 1).fill(0);
  for (const length of lengths) if (length > 0) counts[length] = (counts[length] ?? 0) + 1;
  const symbols: number[] = [];
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    lengths.forEach((symbolLength, symbol) => {
      if (symbolLength === length) symbols.push(symbol);
    });
  }
  return { counts, symbols };
}
