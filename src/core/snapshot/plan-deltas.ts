/**
 * Which files a publication comes with. One file, because days, hours and the index share one rule: what leads on from
 * where, and what must be kept for it.
 */
import { DAY_SECONDS, dayNumberOf, utcDayOf } from '../utc-day.ts';
import { CHAIN_DAYS, chainPath, hourChainPath } from './daily-chain.ts';

/** A publication of the channel, past or about to be. */
export interface Publication {
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
}

/** A delta by its two serials. */
export interface DeltaPair {
  readonly from: number;
  readonly to: number;
}

/** One day of the chain to be written; `DailyChain` is this with lengths and digests. */
export interface PlannedDay {
  readonly day: string;
  readonly serial: number;
  /** To the chain's serial; null for the chain's own day. */
  readonly onward: DeltaPair | null;
  readonly serials: readonly DeltaPair[];
  /** Hours with serials that are not in `serials`, newest first. */
  readonly hours: readonly PlannedHour[];
}

/** An hour file: `HourHop` is this with length and digest. */
export interface PlannedHour {
  /** The last serial of the hour. */
  readonly last: number;
  /** The last serial of the day, or of the hourly chain. */
  readonly to: number;
  /** Into `last`: made when that was published. */
  readonly hops: readonly DeltaPair[];
}

export interface PlannedChain {
  readonly day: string;
  readonly serial: number;
  /** Newest first. */
  readonly days: readonly PlannedDay[];
  /** Where it is written. */
  readonly path: string;
}

/** The chain of today's earlier hours: one day, which ends with the last of these hours. */
export interface PlannedHourChain extends PlannedChain {
  /** The last hour in it, 0 to 23, UTC. */
  readonly hour: number;
  /** The first serial of the day. */
  readonly first: number;
}

/** What belongs in a channel beside the base and the index of the new serial. */
export interface DeltaPlan {
  /** For the index, most useful first: cut it from the end if the index grows too large. */
  readonly direct: readonly DeltaPair[];
  /** The chain that the index names; the same for all publications of a day. Null on a channel's first day. */
  readonly chain: PlannedChain | null;
  /** The same for all publications of an hour. Null while `direct` leads from every serial of the day. */
  readonly hours: PlannedHourChain | null;
  /** What must exist, or go on existing, once this is published. Everything else of the epoch can be deleted. */
  readonly keep: {
    /** Serials whose bases later deltas are made from; the newest is the one that clients fetch. */
    readonly bases: readonly number[];
    readonly deltas: readonly DeltaPair[];
    readonly hourFiles: readonly Pick<PlannedHour, 'last' | 'to'>[];
    /** Paths of daily and hourly chains. */
    readonly chains: readonly string[];
  };
}

const HOUR_SECONDS = 3600;

/** Deltas that an index lists, at most, beside the one from the chain's serial. */
export const MAX_DIRECT_DELTAS = 24;

/** How long a file stays after the last index that names it, for clients that hold this index: a day. */
const GRACE_SECONDS = DAY_SECONDS;

/** The same for the chain of today's hours and its hour files, which are made anew each hour. */
const HOUR_GRACE_SECONDS = 3 * HOUR_SECONDS;

/**
 * Which deltas a publication comes with.
 *
 * Three hops lead a client from any of the last 30 days to the newest snapshot: its serial → the last of its day → the
 * last of yesterday → now. The first delta was made when that day's last was published, for the index of that hour;
 * it is only kept. The second is made once a day for each of 29 days. The third is in every index. So a client needs
 * the index, the chain file and three deltas, five requests, and the publisher makes 24 deltas an hour and 29 a day.
 * Who publishes more than `MAX_DIRECT_DELTAS` times a day has days with a level of hours: each hour's file leads from
 * all of its serials to the day's last, in one request. Of today the same is written once an hour, as a chain that ends
 * with the last full hour.
 *
 * A chain from day to day would need up to 32 requests; jumps by powers of two, seven, at a tenth of the daily work,
 * which at 10⁶ entries is some seconds and some tens of MB: not worth two round trips of every reader.
 *
 * A publication that is dated later than one after it was by a clock that was ahead, or the later one by a clock that
 * was set back; it counts as of the later one's time. By its own it would stand in the chain beside others of its day,
 * as a second row of that day, which every client refuses.
 *
 * @param history - earlier publications of the same epoch, rising by serial; those older than `CHAIN_DAYS` are ignored
 * @param next - the one about to be published
 * @param most - deltas in the index at most, 1 or more
 */
export function planDeltas(
  history: readonly Publication[],
  next: Publication,
  most: number = MAX_DIRECT_DELTAS,
): DeltaPlan {
  return planRising(withRisingTimes(history, next), next, most);
}

function withRisingTimes(history: readonly Publication[], next: Publication): readonly Publication[] {
  let latest = next.publishedAt;
  return history
    .toReversed()
    .map(({ serial, publishedAt }) => ({ serial, publishedAt: (latest = Math.min(latest, publishedAt)) }))
    .reverse();
}

function planRising(history: readonly Publication[], next: Publication, most: number): DeltaPlan {
  const direct = directDeltas(history, history.length, next, most);
  const chain = chainBefore(history, history.length, next);
  const hours = hourChainBefore(history, history.length, next, most);
  const kept = new Map<string, DeltaPair>();
  const keep = (pairs: readonly DeltaPair[]): void => {
    for (const pair of pairs) kept.set(`${pair.from}-${pair.to}`, pair);
  };
  keep(direct);
  // What earlier indexes list, while clients may still hold one of them.
  for (const [index, publication] of history.entries()) {
    if (publication.publishedAt + GRACE_SECONDS >= next.publishedAt) {
      keep(directDeltas(history, index, publication, most));
    }
  }
  const chains: PlannedChain[] = chain === null ? [] : [chain];
  // Clients may hold an index of yesterday, with the chain of the day before.
  const lastIndex = history.findLastIndex(({ serial }) => serial === chain?.serial);
  const lastOfChainDay = history[lastIndex];
  if (lastOfChainDay !== undefined) {
    const before = chainBefore(history, lastIndex, lastOfChainDay);
    if (before !== null) chains.push(before);
  }
  if (hours !== null) chains.push(hours);
  for (const [index, publication] of history.entries()) {
    if (publication.publishedAt + HOUR_GRACE_SECONDS < next.publishedAt) continue;
    const earlier = hourChainBefore(history, index, publication, most);
    if (earlier !== null) chains.push(earlier);
  }
  const hourFiles = new Map<string, PlannedHour>();
  for (const { days } of chains) {
    for (const { onward, serials, hours: files } of days) {
      keep(onward === null ? serials : [...serials, onward]);
      for (const file of files) hourFiles.set(`${file.last}-${file.to}`, file);
    }
  }

  const bases = new Set<number>();
  for (const [index, publication] of history.entries()) {
    if (publication.publishedAt + DAY_SECONDS < next.publishedAt) continue;
    // What the next indexes list deltas from, and what the files of hours lead on from.
    const isRecent = history.length - index <= most;
    if (isRecent || isLastOfHour(history, index, next)) bases.add(publication.serial);
  }
  for (const { serial } of chain?.days ?? []) bases.add(serial);
  bases.add(next.serial);
  return {
    direct,
    chain,
    hours,
    keep: {
      bases: [...bases].sort((a, b) => a - b),
      deltas: [...kept.values()].sort((a, b) => a.to - b.to || a.from - b.from),
      hourFiles: [...hourFiles.values()].map(({ last, to }) => ({ last, to })),
      chains: [...new Set(chains.map(({ path }) => path))],
    },
  };
}

/**
 * Into `next`: from the last serial of an earlier day, without which the chain would end nowhere; then from those of
 * the same day; then, as far as the last 24 hours reach, from those of the day before, which the chain covers too.
 *
 * @param end - how much of `history` lies before `next`
 */
function directDeltas(
  history: readonly Publication[],
  end: number,
  next: Publication,
  most: number,
): readonly DeltaPair[] {
  const today = dayNumberOf(next.publishedAt);
  const hub: number[] = [];
  const ofToday: number[] = [];
  const ofYesterday: number[] = [];
  let lastOfHour: number | null = null;
  for (let index = end - 1; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined) break;
    const { serial, publishedAt } = publication;
    const isRecent = publishedAt + DAY_SECONDS >= next.publishedAt;
    if (dayNumberOf(publishedAt) < today && hub.length === 0) {
      if (isWithinChain(publication, next)) hub.push(serial);
      else break;
    } else if (!isRecent) break;
    else if (dayNumberOf(publishedAt) === today) {
      ofToday.push(serial);
      if (hourOf(publishedAt) < hourOf(next.publishedAt)) lastOfHour ??= serial;
    } else ofYesterday.push(serial);
  }
  // The chain of today's hours ends there, so it must not be cut.
  const needed = lastOfHour !== null && hub.length + ofToday.length > most ? [lastOfHour] : [];
  const inOrder = new Set([...hub, ...needed, ...ofToday, ...ofYesterday]);
  return [...inOrder].slice(0, most).map((from) => ({ from, to: next.serial }));
}

/** Hours since 1970. */
function hourOf(time: number): number {
  return Math.floor(time / HOUR_SECONDS);
}

function isLastOfHour(history: readonly Publication[], index: number, next: Publication): boolean {
  const publication = history[index];
  const later = history[index + 1] ?? next;
  return publication !== undefined && hourOf(later.publishedAt) > hourOf(publication.publishedAt);
}

function isWithinChain({ publishedAt }: Publication, next: Publication): boolean {
  return dayNumberOf(publishedAt) + CHAIN_DAYS >= dayNumberOf(next.publishedAt);
}

/**
 * The chain of the last day before `next`'s that has publications; null if there is none within `CHAIN_DAYS`.
 *
 * @param end - how much of `history` lies before `next`
 */
function chainBefore(history: readonly Publication[], end: number, next: Publication): PlannedChain | null {
  const today = dayNumberOf(next.publishedAt);
  let newest: Publication | null = null;
  const days: PlannedDay[] = [];
  for (let index = end - 1; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined || !isWithinChain(publication, next)) break;
    const day = dayNumberOf(publication.publishedAt);
    if (day >= today) continue;
    const later = history[index + 1];
    if (newest !== null && later !== undefined && dayNumberOf(later.publishedAt) === day) continue;
    newest ??= publication;
    const { serial, publishedAt } = publication;
    days.push({
      day: utcDayOf(publishedAt),
      serial,
      onward: publication === newest ? null : { from: serial, to: newest.serial },
      ...hopsOfDay(history, index, publication),
    });
  }
  if (newest === null) return null;
  const day = utcDayOf(newest.publishedAt);
  return { day, serial: newest.serial, days, path: chainPath(day) };
}

/**
 * The chain of the hours of `next`'s day before its own; null if there are none, or if `next`'s index leads from all of
 * their serials.
 *
 * @param end - how much of `history` lies before `next`
 */
function hourChainBefore(
  history: readonly Publication[],
  end: number,
  next: Publication,
  most: number,
): PlannedHourChain | null {
  const today = dayNumberOf(next.publishedAt);
  const ofDay: Publication[] = [];
  let lastIndex = -1;
  for (let index = end - 1; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined || dayNumberOf(publication.publishedAt) !== today) break;
    if (hourOf(publication.publishedAt) === hourOf(next.publishedAt)) continue;
    lastIndex = Math.max(lastIndex, index);
    ofDay.unshift(publication);
  }
  const [first, last] = [ofDay[0], ofDay.at(-1)];
  if (first === undefined || last === undefined) return null;
  const direct = new Set(directDeltas(history, end, next, most).map(({ from }) => from));
  if (ofDay.every(({ serial }) => direct.has(serial))) return null;
  const day = utcDayOf(last.publishedAt);
  const hour = hourOf(last.publishedAt) % 24;
  const hops = hopsOfDay(history, lastIndex, last);
  return {
    day,
    hour,
    first: first.serial,
    serial: last.serial,
    days: [{ day, serial: last.serial, onward: null, ...hops }],
    path: hourChainPath(day, hour),
  };
}

/** How clients get from the serials of a day to its `last`, which is `history[end]`. */
function hopsOfDay(
  history: readonly Publication[],
  end: number,
  last: Publication,
): Pick<PlannedDay, 'serials' | 'hours'> {
  const serials = firstHops(history, end, last);
  const covered = new Set([last.serial, ...serials.map(({ from }) => from)]);
  const hours: PlannedHour[] = [];
  let lastOfHour = end;
  for (let index = end; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined || dayNumberOf(publication.publishedAt) !== dayNumberOf(last.publishedAt))
      break;
    const isFirstOfHour = hourOf(history[index - 1]?.publishedAt ?? 0) < hourOf(publication.publishedAt);
    if (!isFirstOfHour) continue;
    const ofHour = history.slice(index, lastOfHour + 1);
    const end = ofHour.at(-1);
    if (end !== undefined && ofHour.some(({ serial }) => !covered.has(serial))) {
      // Of these the index of the hour's last has a delta, beside one from the day before and one from an hour before.
      const hops = ofHour.slice(0, -1).slice(2 - MAX_DIRECT_DELTAS);
      hours.push({
        last: end.serial,
        to: last.serial,
        hops: hops.map(({ serial }) => ({ from: serial, to: end.serial })),
      });
    }
    lastOfHour = index - 1;
  }
  return { serials, hours };
}

/** The deltas into the last serial of a day from the others of it: they were made for the index of that hour. */
function firstHops(history: readonly Publication[], end: number, last: Publication): readonly DeltaPair[] {
  const sameDay = new Set<number>();
  for (let index = end - 1; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined || dayNumberOf(publication.publishedAt) !== dayNumberOf(last.publishedAt))
      break;
    sameDay.add(publication.serial);
  }
  return directDeltas(history, end, last, MAX_DIRECT_DELTAS).filter(({ from }) => sameDay.has(from));
}
