import { ENTRIES_PER_STEP, type Steps } from '../steps.ts';
import { lastInteger, minRiceBits, riceParameterFor, type Universe } from './rice-parameter.ts';
import type { FingerprintList } from './snapshot.ts';

/**
 * Golomb–Rice codes the gaps of an ascending list (docs/snapshot-format.md, section 3).
 *
 * @throws RangeError if the list does not ascend or leaves the universe
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

/** A class, because engines optimise loops in generators less well than in methods. */
class RiceEncoder {
  readonly #high: Uint32Array;
  readonly #low: Uint32Array;
  readonly #riceParameter: number;
  readonly #toHigh: number;
  readonly #toLow: number;
  readonly #words: Uint32Array;
  readonly #last: readonly [number, number];
  #position = 0;
  /** Right-aligned; −1 before the first entry. */
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
    this.#last = lastInteger(size);
    // Gaps sum to less than `size`, so quotients to at most size ÷ 2^k.
    const mostBits = minRiceBits(count, riceParameter) + Math.ceil(size / 2 ** riceParameter);
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
      // Products and quotients, because JavaScript shifts by 32 do nothing.
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
      writeBits(words, position, 1);
      position++;
      if (lowBits > 0) {
        writeBits(words, position, lowBits === 32 ? gapLow : gapLow & ((1 << lowBits) - 1));
        position += lowBits;
      }
      if (highBits > 0) {
        writeBits(words, position, gapHigh & (2 ** highBits - 1));
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

/** The bits at `position` must be zero before. */
function writeBits(words: Uint32Array, position: number, value: number): void {
  const word = position >>> 5;
  const bit = position & 31;
  words[word] = (words[word] ?? 0) | (value << bit);
  if (bit > 0) words[word + 1] = (words[word + 1] ?? 0) | (value >>> (32 - bit));
}
