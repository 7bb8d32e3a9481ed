import type { FingerprintList } from '../../../../core/snapshot/snapshot.ts';
import { ENTRIES_PER_STEP, type Steps } from '../../../../core/steps.ts';

const DIGITS = 8;
const BUCKETS = 256;

/**
 * Radix sort without duplicates: linear and interruptible, unlike built-in sorts. Needs 32 MB for 2 · 10⁶ fingerprints,
 * copy included.
 *
 * @param words - overwritten
 */
export function* sortFingerprints(words: FingerprintList): Steps<FingerprintList> {
  const count = words.high.length;
  const counts = yield* countDigits(words);
  let from = words;
  let to: FingerprintList = { high: new Uint32Array(count), low: new Uint32Array(count) };
  for (let digit = 0; digit < DIGITS; digit++) {
    const places = counts.subarray(digit * BUCKETS, (digit + 1) * BUCKETS);
    // All entries share this digit, as with the zeros after the fingerprint: nothing to sort.
    if (places.includes(count)) continue;
    let place = 0;
    for (let bucket = 0; bucket < BUCKETS; bucket++) {
      const size = places[bucket] ?? 0;
      places[bucket] = place;
      place += size;
    }
    for (let start = 0; start < count; start += ENTRIES_PER_STEP) {
      distribute(from, to, digit, places, start, Math.min(count, start + ENTRIES_PER_STEP));
      yield;
    }
    [from, to] = [to, from];
  }
  return yield* withoutRepeats(from);
}

/** Digit 0 is the low word's last byte. */
function* countDigits({ high, low }: FingerprintList): Steps<Uint32Array> {
  const counts = new Uint32Array(DIGITS * BUCKETS);
  for (let start = 0; start < high.length; start += ENTRIES_PER_STEP) {
    const end = Math.min(high.length, start + ENTRIES_PER_STEP);
    for (let index = start; index < end; index++) {
      const lowWord = low[index] ?? 0;
      const highWord = high[index] ?? 0;
      for (let digit = 0; digit < 4; digit++) {
        increment(counts, digit * BUCKETS + ((lowWord >>> (8 * digit)) & 255));
        increment(counts, (digit + 4) * BUCKETS + ((highWord >>> (8 * digit)) & 255));
      }
    }
    yield;
  }
  return counts;
}

function increment(counts: Uint32Array, index: number): void {
  counts[index] = (counts[index] ?? 0) + 1;
}

function distribute(
  from: FingerprintList,
  to: FingerprintList,
  digit: number,
  places: Uint32Array,
  start: number,
  end: number,
): void {
  const { high, low } = from;
  const digits = digit < 4 ? low : high;
  const shift = 8 * (digit & 3);
  for (let index = start; index < end; index++) {
    const bucket = ((digits[index] ?? 0) >>> shift) & 255;
    const place = places[bucket] ?? 0;
    places[bucket] = place + 1;
    to.high[place] = high[index] ?? 0;
    to.low[place] = low[index] ?? 0;
  }
}

function* withoutRepeats({ high, low }: FingerprintList): Steps<FingerprintList> {
  let kept = 0;
  for (let start = 0; start < high.length; start += ENTRIES_PER_STEP) {
    const end = Math.min(high.length, start + ENTRIES_PER_STEP);
    for (let index = start; index < end; index++) {
      const isRepeated = kept > 0 && high[index] === high[kept - 1] && low[index] === low[kept - 1];
      if (isRepeated) continue;
      high[kept] = high[index] ?? 0;
      low[kept] = low[index] ?? 0;
      kept++;
    }
    yield;
  }
  return { high: high.subarray(0, kept), low: low.subarray(0, kept) };
}
