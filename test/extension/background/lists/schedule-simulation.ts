import {
  headInterval,
  isDue,
  Jitter,
  nextAfterFailure,
  nextAfterSuccess,
  nextHead,
} from '../../../../src/extension/background/lists/schedule.ts';

export interface Simulation {
  readonly clients: number;
  readonly days: number;
  readonly seed: number;
  /** Seconds from the start: the channel answers nobody in between. */
  readonly outage?: { readonly from: number; readonly to: number };
  /**
   * Browsers that run only by day: everybody opens theirs within `spread` seconds around the same hour, and
   * closes it `hours` later. Without it browsers run all the time.
   */
  readonly workday?: { readonly startsAt: number; readonly spread: number; readonly hours: number };
  /**
   * The channel has a head, and is published every so many seconds; a webmail is visible in every browser that runs.
   * Without it only the index is asked for.
   */
  readonly head?: { readonly publishedEvery: number };
  /** Bytes on the wire of an index request and of the delta for each hour behind. */
  readonly indexBytes?: number;
  readonly deltaBytesPerHour?: number;
  /** The longest delta ever fetched: beyond it the base is cheaper. */
  readonly mostBytes?: number;
  /** Of a head, and of what every delta has, however little it changes. */
  readonly headBytes?: number;
  readonly leastDeltaBytes?: number;
}

export interface Load {
  readonly requests: number;
  readonly requestsPerClientAndDay: number;
  readonly bytesPerClientAndDay: number;
  readonly meanPerSecond: number;
  /** In the busiest minute. */
  readonly peakPerSecond: number;
  readonly peakToMean: number;
  /** By minute since the start, answered and unanswered. */
  readonly perMinute: Uint32Array;
}

const MINUTE = 60;
const HOUR = 3_600;
const DAY = 86_400;
const START = 1_795_132_800;

/** What publishers ask for unless they say otherwise, in seconds. */
const REFRESH_AFTER = 300;

/**
 * Runs the schedule that ships for a crowd of clients on one virtual clock, and counts what the channel gets.
 * A client is three numbers and a secret; the network, the browser and the clock are what is simulated.
 *
 * The first hours, in which the crowd is installed, are not counted: nobody's crowd installs in one hour.
 */
export function simulate({
  clients,
  days,
  seed,
  outage,
  workday,
  indexBytes = 4_000,
  deltaBytesPerHour = 2_400,
  mostBytes = 4_000_000,
  head,
  headBytes = 480,
  leastDeltaBytes = 600,
}: Simulation): Load {
  const end = days * DAY;
  const perMinute = new Uint32Array(Math.ceil((end + DAY) / MINUTE));
  const random = mulberry32(seed);
  let requests = 0;
  let bytes = 0;
  const secret = new Uint8Array(16);
  for (let client = 0; client < clients; client++) {
    for (let at = 0; at < 16; at++) secret[at] = Math.floor(random() * 256);
    const jitters = new Jitter(secret, 'default');
    // Installed at some moment of the first day, whatever the schedule says.
    let now = Math.floor(random() * DAY);
    const shift = workday === undefined ? 0 : Math.floor((random() - 0.5) * workday.spread);
    let journal = { checkedAt: 0, nextAt: 0 };
    let failures = 0;
    let succeededAt = now;
    const headEvery = headInterval(REFRESH_AFTER, head !== undefined);
    let headAt = Number.POSITIVE_INFINITY;
    while (now < end) {
      if (workday !== undefined) now = nextOpen(now, workday.startsAt + shift, workday.hours * HOUR);
      const isIndexDue = isDue(journal, START + now);
      if (!isIndexDue && now < headAt) {
        now = Math.max(now + 1, Math.min(headAt, journal.nextAt - START));
        continue;
      }
      perMinute[Math.floor(now / MINUTE)] = (perMinute[Math.floor(now / MINUTE)] ?? 0) + 1;
      requests++;
      const jitter = jitters.at(START + now);
      const isDown = outage !== undefined && now >= outage.from && now < outage.to;
      if (!isIndexDue && head !== undefined) {
        // A look at the head, and at the delta that it names.
        const seen = Math.floor(now / head.publishedEvery) > Math.floor(succeededAt / head.publishedEvery);
        const hoursBehind = (now - succeededAt) / HOUR;
        if (!isDown) {
          bytes += headBytes + (seen ? leastDeltaBytes + hoursBehind * deltaBytesPerHour : 0);
          requests += seen ? 1 : 0;
          perMinute[Math.floor(now / MINUTE)] = (perMinute[Math.floor(now / MINUTE)] ?? 0) + (seen ? 1 : 0);
          succeededAt = now;
        }
        headAt =
          (isDown
            ? nextAfterFailure(START + now, { times: 1, jitter })
            : nextHead(START + now, { interval: headEvery, jitter })) - START;
        now = Math.min(headAt, journal.nextAt - START);
        continue;
      }
      if (isDown) {
        headAt = Number.POSITIVE_INFINITY;
        failures++;
        journal = {
          checkedAt: START + now,
          nextAt: nextAfterFailure(START + now, { times: failures, jitter }),
        };
      } else {
        const hoursBehind = (now - succeededAt) / HOUR;
        bytes += indexBytes + Math.min(mostBytes, hoursBehind * deltaBytesPerHour);
        failures = 0;
        succeededAt = now;
        journal = {
          checkedAt: START + now,
          nextAt: nextAfterSuccess(START + now, { refreshAfter: REFRESH_AFTER, saveData: false, jitter }),
        };
        if (headEvery > 0) headAt = nextHead(START + now, { interval: headEvery, jitter }) - START;
      }
      now = Math.min(headAt, journal.nextAt - START);
    }
  }
  // From the second day on; the last, cut off minute is left out.
  const counted = perMinute.subarray(DAY / MINUTE, Math.floor(end / MINUTE));
  const sum = counted.reduce((total, count) => total + count, 0);
  const mean = sum / counted.length;
  const peak = counted.reduce((most, count) => Math.max(most, count), 0);
  return {
    requests,
    requestsPerClientAndDay: sum / clients / (days - 1),
    bytesPerClientAndDay: (bytes / requests) * (sum / clients / (days - 1)),
    meanPerSecond: mean / MINUTE,
    peakPerSecond: peak / MINUTE,
    peakToMean: peak / mean,
    perMinute: counted,
  };
}

/** The next moment at which this client's browser runs. */
function nextOpen(now: number, startsAt: number, length: number): number {
  const sinceStart = (((now - startsAt) % DAY) + DAY) % DAY;
  return sinceStart < length ? now : now + (DAY - sinceStart);
}

/** Tommy Ettinger's mulberry32: small, good enough to spread clients, and repeatable. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
