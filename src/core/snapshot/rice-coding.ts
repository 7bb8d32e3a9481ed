import { ENTRIES_PER_STEP, type Steps } from '../steps.ts';
import type { FingerprintList } from './snapshot.ts';

/**
 * What an ascending list is drawn from: the integers 0 to `size` − 1, each left-aligned as the leading `bits` bits
 * of two 32-bit words. Fingerprints of r bits: `bits` = r, `size` = 2^r. Indices into a list of n: `bits` = 32,
 * `size` = n.
 */
export interface Universe {
  /** 32 to 64. */
  readonly bits: number;
  /** 0 to 2^bits. */
  readonly size: number;
}

/** The fingerprints of r bits. */
export function fingerprintUniverse(fingerprintBits: number): Universe {
  return { bits: fingerprintBits, size: 2 ** fingerprintBits };
}

/** The indices of a list with `count` entries. */
export function indexUniverse(count: number): Universe {
  return { bits: 32, size: count };
}

/**
 * The Rice parameter k of a list: the smallest k ≥ 0 with count · 2^k ≥ 0.481216 · size, and 0 for an empty list.
 *
 * The gaps of a random list are geometric with mean size ÷ count = M. A gap costs k + 1 ÷ (1 − e^(−2^k/M)) bits, and
 * k + 1 becomes the better choice where 2^k ÷ M falls below ln φ = 0.481212 (φ the golden ratio): so this is the
 * best k, 0.03 to 0.12 bits an entry above the entropy log₂ M + 1.4427. The factor is 31537 ÷ 65536, so that a
 * publisher in any language gets the same k by integer arithmetic. As a consequence the quotients of a list add up
 * to less than 2.1 · count, whatever is in it.
 * Source: A. Kiely, "Selecting the Golomb Parameter in Rice Coding", IPN Progress Report 42-159, 2004.
 */
export function riceParameterFor(count: number, size: number): number {
  if (count === 0) return 0;
  // Products with powers of two: exact in double precision, and so alike in every engine.
  let k = 0;
  let reached = count * 65536;
  const wanted = 31537 * size;
  while (reached < wanted) {
    reached *= 2;
    k++;
  }
  return k;
}

/** Fewer bits than this cannot hold `count` entries: a quotient has at least one, the remainder k. */
export function leastRiceBits(count: number, riceParameter: number): number {
  return count * (riceParameter + 1);
}

/**
 * Encodes an ascending list, none of it twice, as Golomb–Rice coded gaps.
 *
 * The gap before the first entry is the entry itself, before every other one entry − previous − 1. A gap g is
 * written as q = ⌊g ÷ 2^k⌋ zero bits, a one bit, and the k lower bits of g, lowest first; bits fill each byte from
 * its lowest. The last byte is filled up with zeros.
 *
 * @throws RangeError if the list does not ascend or does not fit into the universe
 */
export function* encodeRiceInSteps(
  list: FingerprintList,
  universe: Universe,
): Steps<Uint8Array<ArrayBuffer>> {
  const encoder = new RiceEncoder(list, universe);
  const count = list.high.length;
  for (let from = 0; from < count; from += ENTRIES_PER_STEP) {
    if (from > 0) yield;
    encoder.write(from, Math.min(count, from + ENTRIES_PER_STEP));
  }
  return encoder.finish();
}

/**
 * Decodes what `encodeRiceInSteps` wrote, and nothing else.
 *
 * @param count - the number of entries; refused before anything is allocated if `bytes` cannot hold as many
 * @returns null if the bytes are no list of `count` entries of this universe, byte for byte as the encoder writes it
 */
export function* decodeRiceInSteps(
  bytes: Uint8Array,
  count: number,
  universe: Universe,
): Steps<FingerprintList | null> {
  const riceParameter = riceParameterFor(count, universe.size);
  if (leastRiceBits(count, riceParameter) > bytes.length * 8) return null;
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const decoder = new RiceDecoder(bytes, riceParameter, universe);
  for (let from = 0; from < count; from += ENTRIES_PER_STEP) {
    if (from > 0) yield;
    if (!decoder.read(high, low, from, Math.min(count, from + ENTRIES_PER_STEP))) return null;
  }
  return decoder.isAtEnd() ? { high, low } : null;
}

/** The writing half, in pieces: a plain method, because engines optimise loops in generators less well. */
class RiceEncoder {
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #riceParameter: number;
  readonly #toHigh: number;
  readonly #toLow: number;
  readonly #words: Uint32Array;
  readonly #last: readonly [number, number];
  /** Bits written. */
  #position = 0;
  /** The entry before, right-aligned; −1 before the first. */
  #previousHigh = -1;
  #previousLow = 0xffff_ffff;

  constructor({ high, low }: FingerprintList, { bits, size }: Universe) {
    const count = high.length;
    if (low.length !== count) throw new RangeError(`${count} high words and ${low.length} low words`);
    const riceParameter = riceParameterFor(count, size);
    this.#high = high;
    this.#low = low;
    this.#riceParameter = riceParameter;
    this.#toHigh = 2 ** (64 - bits);
    this.#toLow = 2 ** (bits - 32);
    this.#last = lastOf(size);
    // Gaps add up to less than `size`, so quotients to no more than size ÷ 2^k.
    const mostBits = leastRiceBits(count, riceParameter) + Math.ceil(size / 2 ** riceParameter);
    this.#words = new Uint32Array(count === 0 ? 0 : Math.ceil(mostBits / 32) + 2);
  }

  write(from: number, to: number): void {
    const words = this.#words;
    const toHigh = this.#toHigh;
    const toLow = this.#toLow;
    const k = this.#riceParameter;
    const lowBits = Math.min(k, 32);
    const highBits = k - lowBits;
    const [lastHigh, lastLow] = this.#last;
    let position = this.#position;
    let previousHigh = this.#previousHigh;
    let previousLow = this.#previousLow;
    for (let index = from; index < to; index++) {
      const leftHigh = this.#high[index] ?? 0;
      const leftLow = this.#low[index] ?? 0;
      // Right-aligned. Products and quotients instead of shifts, because a shift by 32 is none in JavaScript.
      const high = Math.floor(leftHigh / toHigh);
      const low = ((leftHigh * toLow) >>> 0) + Math.floor(leftLow / toHigh);
      if (leftLow % toHigh !== 0) {
        throw new RangeError(`entry ${index} has more bits than the universe`);
      }
      let gapLow = low - previousLow - 1;
      let gapHigh = high - previousHigh;
      if (gapLow < 0) {
        gapLow += 2 ** 32;
        gapHigh--;
      }
      if (gapHigh < 0 || high > lastHigh || (high === lastHigh && low > lastLow)) {
        throw new RangeError(`entry ${index} does not ascend or is out of range`);
      }
      previousHigh = high;
      previousLow = low;

      const quotient =
        highBits > 0 || k === 32
          ? Math.floor(gapHigh / 2 ** highBits)
          : gapHigh * 2 ** (32 - k) + (k === 0 ? gapLow : gapLow >>> k);
      position += quotient;
      put(words, position, 1);
      position++;
      if (lowBits > 0) {
        put(words, position, lowBits === 32 ? gapLow : gapLow & ((1 << lowBits) - 1));
        position += lowBits;
      }
      if (highBits > 0) {
        put(words, position, gapHigh & (2 ** highBits - 1));
        position += highBits;
      }
    }
    this.#position = position;
    this.#previousHigh = previousHigh;
    this.#previousLow = previousLow;
  }

  finish(): Uint8Array<ArrayBuffer> {
    const byteLength = Math.ceil(this.#position / 8);
    const view = new DataView(new ArrayBuffer(Math.ceil(byteLength / 4) * 4));
    for (let word = 0; word * 4 < byteLength; word++) view.setUint32(word * 4, this.#words[word] ?? 0, true);
    return new Uint8Array(view.buffer, 0, byteLength);
  }
}

/** Sets bits of `value` from a bit position on; they were zero. */
function put(words: Uint32Array, position: number, value: number): void {
  const word = position >>> 5;
  const bit = position & 31;
  words[word] = (words[word] ?? 0) | (value << bit);
  if (bit > 0) words[word + 1] = (words[word + 1] ?? 0) | (value >>> (32 - bit));
}

/** The reading half, in pieces. */
class RiceDecoder {
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #riceParameter: number;
  readonly #toHigh: number;
  readonly #toLow: number;
  readonly #last: readonly [number, number];
  /** Bits read. */
  #position = 0;
  #previousHigh = -1;
  #previousLow = 0xffff_ffff;

  constructor(bytes: Uint8Array, riceParameter: number, { bits, size }: Universe) {
    this.#bytes = bytes;
    this.#riceParameter = riceParameter;
    this.#toHigh = 2 ** (64 - bits);
    this.#toLow = 2 ** (bits - 32);
    this.#last = lastOf(size);
    this.#words = wordsOf(bytes);
  }

  /** @returns whether `to − from` more entries could be read and are in the universe */
  read(intoHigh: Uint32Array, intoLow: Uint32Array, from: number, to: number): boolean {
    const words = this.#words;
    const wordCount = words.length;
    const toHigh = this.#toHigh;
    const toLow = this.#toLow;
    const k = this.#riceParameter;
    const lowBits = Math.min(k, 32);
    const highBits = k - lowBits;
    const lowMask = lowBits === 32 ? -1 : (1 << lowBits) - 1;
    const highMask = highBits === 0 ? 0 : 2 ** highBits - 1;
    const quotientUnit = k >= 32 ? 2 ** highBits : 0;
    const [lastHigh, lastLow] = this.#last;
    let position = this.#position;
    let high = this.#previousHigh;
    let low = this.#previousLow;
    for (let index = from; index < to; index++) {
      let word = position >>> 5;
      let window = (words[word] ?? 0) >>> (position & 31);
      let quotient = 0;
      if (window === 0) {
        quotient = 32 - (position & 31);
        word++;
        while (word < wordCount && words[word] === 0) {
          word++;
          quotient += 32;
        }
        if (word >= wordCount) return false;
        window = words[word] ?? 0;
      }
      quotient += 31 - Math.clz32(window & -window);
      position += quotient + 1;

      word = position >>> 5;
      const bit = position & 31;
      const remainder =
        (((words[word] ?? 0) >>> bit) | (((words[word + 1] ?? 0) << 1) << (31 - bit))) & lowMask;
      position += lowBits;
      let gapHigh: number;
      let gapLow: number;
      if (k >= 32) {
        gapHigh = quotient * quotientUnit;
        gapLow = remainder >>> 0;
        if (highBits > 0) {
          word++;
          gapHigh +=
            ((((words[word] ?? 0) >>> bit) | (((words[word + 1] ?? 0) << 1) << (31 - bit))) & highMask) >>> 0;
          position += highBits;
        }
      } else {
        gapHigh = k === 0 ? 0 : quotient >>> (32 - k);
        gapLow = ((quotient << k) | remainder) >>> 0;
      }

      const sum = low + gapLow + 1;
      low = sum >>> 0;
      high += gapHigh;
      if (sum > 0xffff_ffff) high++;
      if (high > lastHigh || (high === lastHigh && low > lastLow)) return false;
      intoHigh[index] = high * toHigh + Math.floor(low / toLow);
      intoLow[index] = low * toHigh;
    }
    this.#position = position;
    this.#previousHigh = high;
    this.#previousLow = low;
    return true;
  }

  /** Whether exactly the bytes there were have been read, and the bits that fill up the last one are zero. */
  isAtEnd(): boolean {
    if (Math.ceil(this.#position / 8) !== this.#bytes.length) return false;
    const used = this.#position & 7;
    return used === 0 || (this.#bytes[this.#bytes.length - 1] ?? 0) >>> used === 0;
  }
}

/** The little-endian words of `bytes`, filled up with zeros. */
function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const words = new Uint32Array(Math.ceil(bytes.length / 4));
  const whole = bytes.length >>> 2;
  for (let word = 0; word < whole; word++) words[word] = view.getUint32(word * 4, true);
  for (let offset = whole * 4; offset < bytes.length; offset++) {
    words[whole] = (words[whole] ?? 0) | ((bytes[offset] ?? 0) << ((offset & 3) * 8));
  }
  return words;
}

/** The last integer of a universe in two words; before everything if there is none. */
function lastOf(size: number): readonly [number, number] {
  if (size === 0) return [-1, 0];
  // Above 2⁵³ a size is a power of two, and one less is no double.
  if (size > Number.MAX_SAFE_INTEGER) return [size / 2 ** 32 - 1, 0xffff_ffff];
  return [Math.floor((size - 1) / 2 ** 32), (size - 1) >>> 0];
}
