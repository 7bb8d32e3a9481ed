import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** What a publisher may ask for, in seconds: whoever holds its key must not stop updates, nor call us often. */
const LEAST_INTERVAL = HOUR;
const MOST_INTERVAL = DAY;

const FIRST_RETRY = 15 * MINUTE;
const LAST_RETRY = DAY;

/** Of an interval, added at random, so that clients which began together do not stay together. */
const JITTER = 0.25;

/** No time of ours lies farther ahead: one that does was written by a clock in the future. */
const FARTHEST = MOST_INTERVAL * (1 + JITTER) + HOUR;

/** How far a clock may be set back before what it wrote is not believed. */
const SET_BACK = 5 * MINUTE;

/** Randomness that only this installation knows, of one channel: a fraction from 0 (included) to 1 for each moment. */
export class Jitter {
  readonly #key = new Uint8Array(8);
  readonly #moment = new Uint8Array(8);

  /** @param secret - of the installation, ≥ 8 bytes */
  constructor(secret: Uint8Array, channel: string) {
    const { high, low } = halfSipHash(secret.subarray(0, 8), new TextEncoder().encode(channel));
    writeWords(this.#key, high, low);
  }

  /** @param moment - Unix time, seconds */
  at(moment: number): number {
    writeWords(this.#moment, moment % 2 ** 32, Math.floor(moment / 2 ** 32));
    return halfSipHash(this.#key, this.#moment).high / 2 ** 32;
  }
}

function writeWords(bytes: Uint8Array, first: number, second: number): void {
  for (let at = 0; at < 4; at++) {
    bytes[at] = first >>> (8 * at);
    bytes[at + 4] = second >>> (8 * at);
  }
}

/**
 * When to ask again after an answer. All times are Unix seconds.
 *
 * @param refreshAfter - seconds, as the index says
 * @param jitter - see `Jitter`
 */
export function nextAfterSuccess(
  now: number,
  { refreshAfter, saveData, jitter }: { refreshAfter: number; saveData: boolean; jitter: number },
): number {
  const asked = Math.min(Math.max(refreshAfter, LEAST_INTERVAL), MOST_INTERVAL);
  const interval = saveData ? MOST_INTERVAL : asked;
  return Math.round(now + interval * (1 + JITTER * jitter));
}

/** @param times - failures in a row, ≥ 1: 15 minutes after the first, then twice as long each time, up to a day */
export function nextAfterFailure(now: number, { times, jitter }: { times: number; jitter: number }): number {
  const interval = Math.min(FIRST_RETRY * 2 ** Math.min(times - 1, 20), LAST_RETRY);
  return Math.round(now + interval * (1 + JITTER * jitter));
}

/** Whether a channel should be asked now. Times from an impossible future do not count. */
export function isDue(
  { checkedAt, nextAt }: { readonly checkedAt: number; readonly nextAt: number },
  now: number,
): boolean {
  return now >= nextAt || nextAt > now + FARTHEST || checkedAt > now + SET_BACK;
}
