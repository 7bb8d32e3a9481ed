import {
  headInterval,
  isDue,
  Jitter,
  nextAfterSuccess,
  nextHead,
} from '../../src/extension/background/lists/schedule.ts';

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const START = 1_795_132_800;

/** Evenly between two numbers of seconds. */
export interface Spread {
  readonly from: number;
  readonly to: number;
}

/** How a channel is published and asked for. All times are seconds. */
export interface Publishing {
  /** From one planned start of the job to the next. */
  readonly every: number;
  /** How late each start is. */
  readonly late: Spread;
  /** From the start of the job, which reads the feeds, until what it made is online. */
  readonly takes: Spread;
  /** Longest time that a cache on the way answers with an older file; others keep it filled. */
  readonly cache: number;
  readonly refreshAfter: number;
  readonly hasHead: boolean;
}

export interface Freshness {
  /** From an entry appearing in its feed to the list with it being in use; minutes. */
  readonly p50: number;
  readonly p95: number;
  /** Looks at the head, and at the index, of a reader in nine hours. */
  readonly heads: number;
  readonly indexes: number;
}

/**
 * Many readers for nine hours each, on the schedule that ships and a virtual clock. What is published, and when caches
 * let go of it, are the distributions that the caller names; each reader has a cache of its own.
 */
export function simulateFreshness(
  publishing: Publishing,
  { readers, seed }: { readonly readers: number; readonly seed: number },
): Freshness {
  const random = mulberry32(seed);
  const within = ({ from, to }: Spread): number => from + random() * (to - from);
  const end = 9 * HOUR;
  const delays: number[] = [];
  let heads = 0;
  let indexes = 0;
  for (let reader = 0; reader < readers; reader++) {
    const builds = buildsOf(publishing, end, within);
    const secret = Uint8Array.from({ length: 16 }, () => Math.floor(random() * 256));
    const jitter = new Jitter(secret, 'default');
    const phase = random() * publishing.cache;
    /** The last build that is seen at a time, through the cache. */
    const seenAt = (now: number): number => {
      const filledAt = publishing.cache === 0 ? now : now - ((now + phase) % publishing.cache);
      return builds.findLastIndex(({ online }) => online <= filledAt);
    };
    let have = -1;
    const firstSeen = new Map<number, number>();
    const take = (now: number): void => {
      const seen = seenAt(now);
      for (let build = have + 1; build <= seen; build++) firstSeen.set(build, now);
      have = Math.max(have, seen);
    };
    const every = headInterval(publishing.refreshAfter, publishing.hasHead);
    let journal = { checkedAt: 0, nextAt: 0 };
    let headAt = 0;
    let now = Math.floor(random() * HOUR);
    while (now < end) {
      const at = START + now;
      const share = jitter.at(at);
      if (isDue(journal, at)) {
        indexes++;
        journal = {
          checkedAt: at,
          nextAt: nextAfterSuccess(at, {
            refreshAfter: publishing.refreshAfter,
            saveData: false,
            jitter: share,
          }),
        };
      } else heads++;
      take(now);
      headAt = every === 0 ? Number.POSITIVE_INFINITY : nextHead(at, { interval: every, jitter: share });
      now = Math.min(journal.nextAt, headAt) - START;
    }
    // Entries come evenly, from an hour after the browser was opened to half an hour before it is closed.
    for (let entry = 0; entry < 40; entry++) {
      const cameAt = 2 * HOUR + random() * (end - 4.5 * HOUR);
      const build = builds.findIndex(({ started }) => started >= cameAt);
      const marked = firstSeen.get(build);
      delays.push(((marked ?? end) - cameAt) / MINUTE);
    }
  }
  delays.sort((a, b) => a - b);
  const at = (share: number): number => delays[Math.floor(share * (delays.length - 1))] ?? 0;
  return { p50: at(0.5), p95: at(0.95), heads: heads / readers, indexes: indexes / readers };
}

export interface Build {
  readonly started: number;
  readonly online: number;
}

/** In the order in which they start; one at a time, as a service queues them, and what waits behind a waiting one is dropped. */
export function buildsOf(
  { every, late, takes }: Publishing,
  end: number,
  within: (spread: Spread) => number,
): readonly Build[] {
  const wanted: number[] = [];
  for (let planned = -2 * HOUR; planned < end; planned += every) wanted.push(planned + within(late));
  wanted.sort((a, b) => a - b);
  const builds: Build[] = [];
  let freeAt = Number.NEGATIVE_INFINITY;
  for (const start of wanted) {
    if (start < freeAt && builds.some(({ started }) => started >= start)) continue;
    const started = Math.max(start, freeAt);
    freeAt = started + within(takes);
    builds.push({ started, online: freeAt });
  }
  return builds;
}

/** Tommy Ettinger's mulberry32: small, good enough, and repeatable. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
