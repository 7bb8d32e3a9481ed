import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Bounds of the interval that a publisher may ask for, in seconds: whoever holds its key must neither stop updates nor
 * make clients call often.
 */
const LEAST_INTERVAL = HOUR;
const MOST_INTERVAL = DAY;

const FIRST_RETRY = 15 * MINUTE;
const LAST_RETRY = DAY;

/** Share of an interval that is added at random, so that clients do not all call at once. */
const JITTER = 0.25;

/** Bounds of the interval at which the head is asked while a webmail is visible, in seconds. */
const LEAST_HEAD_INTERVAL = 5 * MINUTE;

/** A stored time further ahead than this was written by a wrong clock. */
const FARTHEST = MOST_INTERVAL * (1 + JITTER) + HOUR;

/** How far a clock may be set back before stored times are no longer trusted. */
const SET_BACK = 5 * MINUTE;

/** Deterministic jitter of one channel that only this installation knows: for each moment a fraction in [0, 1). */
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

/**
 * Seconds between two looks at a channel's head while a webmail is visible, before jitter; 0 if none are worth while:
 * the channel has none, or asks to be left alone for as long as until the next index.
 *
 * @param refreshAfter - seconds, as the index says
 */
export function headInterval(refreshAfter: number, hasHead: boolean): number {
  return hasHead && refreshAfter < LEAST_INTERVAL ? Math.max(refreshAfter, LEAST_HEAD_INTERVAL) : 0;
}

/** When to look at the head again. @param interval - of `headInterval`, not 0 */
export function nextHead(now: number, { interval, jitter }: { interval: number; jitter: number }): number {
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
