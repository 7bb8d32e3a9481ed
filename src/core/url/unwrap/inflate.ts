/** zlib (RFC 1950 and 1951) for tokens of click trackers: browsers and Node share no synchronous API. */

const LENGTH_BASE = Uint16Array.from([
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
]);
const LENGTH_EXTRA = Uint8Array.from([
  0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0,
]);
const DISTANCE_BASE = Uint16Array.from([
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
]);
const DISTANCE_EXTRA = Uint8Array.from([
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
]);
/** RFC 1951 section 3.2.7. */
const CODE_LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

const MAX_CODE_BITS = 15;
const END_OF_BLOCK = 256;

/** Canonical code: codes per length, symbols in code order. */
interface HuffmanCode {
  readonly counts: Uint16Array;
  readonly symbols: Uint16Array;
}

/** RFC 1951 section 3.2.6. */
const FIXED_LITERALS = huffmanCode(
  Uint8Array.from({ length: 288 }, (_, symbol) =>
    symbol < 144 ? 8 : symbol < 256 ? 9 : symbol < 280 ? 7 : 8,
  ),
);
const FIXED_DISTANCES = huffmanCode(new Uint8Array(30).fill(5));

/** The output before the error is valid. */
class BrokenData extends Error {}

class LimitReached extends Error {}

export interface Inflated {
  readonly bytes: Uint8Array;
  readonly isCut: boolean;
}

/**
 * @param limit - output bytes
 * @returns null if not zlib; truncated data is fine, as tokens in links are often cut
 */
export function inflateZlib(data: Uint8Array, limit: number): Inflated | null {
  const [method = 0, flags = 0] = data;
  if ((method & 0x0f) !== 8 || ((method << 8) | flags) % 31 !== 0 || (flags & 0x20) !== 0) return null;
  const inflater = new Inflater(data, limit);
  try {
    inflater.run();
  } catch (error) {
    if (error instanceof LimitReached) return { bytes: inflater.output(), isCut: true };
    if (!(error instanceof BrokenData)) throw error;
  }
  return { bytes: inflater.output(), isCut: false };
}

class Inflater {
  readonly #data: Uint8Array;
  readonly #limit: number;
  #out: Uint8Array;
  #length = 0;
  #offset = 2;
  #bits = 0;
  #bitCount = 0;

  constructor(data: Uint8Array, limit: number) {
    this.#data = data;
    this.#limit = limit;
    this.#out = new Uint8Array(Math.min(limit, 4 * data.length + 64));
  }

  output(): Uint8Array {
    return this.#out.subarray(0, this.#length);
  }

  run(): void {
    for (let isLast = 0; isLast === 0;) {
      isLast = this.#take(1);
      switch (this.#take(2)) {
        case 0:
          this.#stored();
          break;
        case 1:
          this.#compressed(FIXED_LITERALS, FIXED_DISTANCES);
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
    const data = this.#data;
    const length = (data[this.#offset] ?? 0) | ((data[this.#offset + 1] ?? 0) << 8);
    this.#offset += 4;
    for (let count = 0; count < length; count++) {
      const byte = data[this.#offset++];
      if (byte === undefined) throw new BrokenData();
      this.#put(byte);
    }
  }

  #dynamic(): void {
    const literals = this.#take(5) + 257;
    const distances = this.#take(5) + 1;
    const codes = this.#take(4) + 4;
    const codeLengths = new Uint8Array(19);
    for (let index = 0; index < codes; index++) codeLengths[CODE_LENGTH_ORDER[index] ?? 0] = this.#take(3);
    const code = huffmanCode(codeLengths);
    const lengths = new Uint8Array(literals + distances);
    for (let index = 0; index < lengths.length;) {
      const symbol = this.#symbol(code);
      if (symbol < 16) {
        lengths[index++] = symbol;
        continue;
      }
      if (symbol === 16 && index === 0) throw new BrokenData();
      const repeated = symbol === 16 ? (lengths[index - 1] ?? 0) : 0;
      const count =
        symbol === 16 ? 3 + this.#take(2) : symbol === 17 ? 3 + this.#take(3) : 11 + this.#take(7);
      lengths.fill(repeated, index, index + count);
      index += count;
    }
    this.#compressed(huffmanCode(lengths.subarray(0, literals)), huffmanCode(lengths.subarray(literals)));
  }

  #compressed(literals: HuffmanCode, distances: HuffmanCode): void {
    for (;;) {
      const symbol = this.#symbol(literals);
      if (symbol < END_OF_BLOCK) {
        this.#put(symbol);
        continue;
      }
      if (symbol === END_OF_BLOCK) return;
      let length = this.#extended(symbol - 257, LENGTH_BASE, LENGTH_EXTRA);
      const distance = this.#extended(this.#symbol(distances), DISTANCE_BASE, DISTANCE_EXTRA);
      if (distance > this.#length) throw new BrokenData();
      for (; length > 0; length--) this.#put(this.#out[this.#length - distance] ?? 0);
    }
  }

  #extended(index: number, bases: Uint16Array, extras: Uint8Array): number {
    const base = bases[index];
    if (base === undefined) throw new BrokenData();
    return base + this.#take(extras[index] ?? 0);
  }

  /** Decodes bit by bit: a faster table costs more than a link's few hundred symbols. */
  #symbol({ counts, symbols }: HuffmanCode): number {
    let bits = this.#bits;
    let left = this.#bitCount;
    let code = 0;
    let first = 0;
    let index = 0;
    for (let length = 1; length <= MAX_CODE_BITS; length++) {
      if (left === 0) {
        const byte = this.#data[this.#offset++];
        if (byte === undefined) throw new BrokenData();
        bits = byte;
        left = 8;
      }
      code |= bits & 1;
      bits >>>= 1;
      left--;
      const count = counts[length] ?? 0;
      if (code - count < first) {
        this.#bits = bits;
        this.#bitCount = left;
        return symbols[index + code - first] ?? 0;
      }
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
    if (this.#length >= this.#limit) throw new LimitReached();
    if (this.#length === this.#out.length) {
      const larger = new Uint8Array(Math.min(this.#limit, 2 * this.#out.length));
      larger.set(this.#out);
      this.#out = larger;
    }
    this.#out[this.#length++] = byte;
  }
}

function huffmanCode(lengths: Uint8Array): HuffmanCode {
  const counts = new Uint16Array(MAX_CODE_BITS + 1);
  for (const length of lengths) counts[length] = (counts[length] ?? 0) + 1;
  counts[0] = 0;
  const next = new Uint16Array(MAX_CODE_BITS + 2);
  for (let length = 1; length <= MAX_CODE_BITS; length++) {
    next[length + 1] = (next[length] ?? 0) + (counts[length] ?? 0);
  }
  const symbols = new Uint16Array(lengths.length);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol] ?? 0;
    if (length === 0) continue;
    const place = next[length] ?? 0;
    symbols[place] = symbol;
    next[length] = place + 1;
  }
  return { counts, symbols };
}
