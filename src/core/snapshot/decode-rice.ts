import { ENTRIES_PER_STEP, type Steps } from '../steps.ts';
import { lastInteger, minRiceBits, riceParameterFor, type Universe } from './rice-parameter.ts';
import type { FingerprintList } from './snapshot.ts';

/**
 * @param count - refused before allocation if `bytes` cannot hold as many
 * @returns null for bytes that `encodeRiceInSteps` would not write
 */
export function* decodeRiceInSteps(
  bytes: Uint8Array,
  count: number,
  universe: Universe,
): Steps<FingerprintList | null> {
  const riceParameter = riceParameterFor(count, universe.size);
  if (minRiceBits(count, riceParameter) > bytes.length * 8) return null;
  const high = new Uint32Array(count);
  const low = new Uint32Array(count);
  const decoder = new RiceDecoder(bytes, riceParameter, universe);
  for (let from = 0; from < count; from += ENTRIES_PER_STEP) {
    if (from > 0) yield;
    if (!decoder.read(high, low, from, Math.min(count, from + ENTRIES_PER_STEP))) return null;
  }
  return decoder.isAtEnd() ? { high, low } : null;
}

class RiceDecoder {
  readonly #bytes: Uint8Array;
  readonly #words: Uint32Array;
  readonly #riceParameter: number;
  readonly #toHigh: number;
  readonly #toLow: number;
  readonly #last: readonly [number, number];
  #position = 0;
  #previousHigh = -1;
  #previousLow = 0xffff_ffff;

  constructor(bytes: Uint8Array, riceParameter: number, { bits, size }: Universe) {
    this.#bytes = bytes;
    this.#riceParameter = riceParameter;
    this.#toHigh = 2 ** (64 - bits);
    this.#toLow = 2 ** (bits - 32);
    this.#last = lastInteger(size);
    this.#words = wordsOf(bytes);
  }

  /** @returns false if an entry is missing or too large */
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

  isAtEnd(): boolean {
    if (Math.ceil(this.#position / 8) !== this.#bytes.length) return false;
    const used = this.#position & 7;
    return used === 0 || (this.#bytes[this.#bytes.length - 1] ?? 0) >>> used === 0;
  }
}

/** Little-endian, padded with zeros. */
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
