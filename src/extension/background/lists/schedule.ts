import { halfSipHash } from '../../../core/hash/half-sip-hash.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** In seconds. A thief of the publisher's key must neither stop updates nor make clients poll often. */
const LEAST_INTERVAL = HOUR;
const MOST_INTERVAL = DAY;

const FIRST_RETRY = 15 * MINUTE;
const LAST_RETRY = DAY;

/** Up to this share is added to intervals at random, so that clients do not all call at once. */
const JITTER = 0.25;

/** Between two requests for the head. */
const LEAST_HEAD_INTERVAL = 5 * MINUTE;

/** Planned times farther ahead come from a wrong clock. */
const FARTHEST = MOST_INTERVAL * (1 + JITTER) + HOUR;

/** If the clock was set back by more, distrust stored times. */
const SET_BACK = 5 * MINUTE;

/** For each moment a secret, deterministic fraction in [0, 1). */
export class Jitter {
  readonly #key = new Uint8Array(8);
  readonly #moment = new Uint8Array(8);

  /** @param secret - at least 8 bytes */
  constructor(secret: Uint8Array, channel: string) {
    const { high, low } = halfSipHash(secret.subarray(0, 8), new TextEncoder().encode(channel));
    writeWords(this.#key, high, low);
  }

  /** @param moment - Unix seconds */
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
 * @param refreshAfter - seconds
 * @param jitter - from `Jitter`
 * @returns Unix seconds
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
 * Seconds between requests for the head while a webmail is visible, without jitter. 0: the channel has no head, or the
 * index is requested as often.
 *
 * @param refreshAfter - seconds
 */
export function headInterval(refreshAfter: number, hasHead: boolean): number {
  return hasHead && refreshAfter < LEAST_INTERVAL ? Math.max(refreshAfter, LEAST_HEAD_INTERVAL) : 0;
}

/** @param interval - from `headInterval`, not 0 */
export function nextHead(now: number, { interval, jitter }: { interval: number; jitter: number }): number {
  return Math.round(now + interval * (1 + JITTER * jitter));
}

/** @param times - failures in a row, at least 1: 15 minutes, doubling up to a day */
export function nextAfterFailure(now: number, { times, jitter }: { times: number; jitter: number }): number {
  const interval = Math.min(FIRST_RETRY * 2 ** Math.min(times - 1, 20), LAST_RETRY);
  return Math.round(now + interval * (1 + JITTER * jitter));
}

export function isDue(
  { checkedAt, nextAt }: { readonly checkedAt: number; readonly nextAt: number },
  now: number,
): boolean {
  return now >= nextAt || nextAt > now + FARTHEST || checkedAt > now + SET_BACK;
}
