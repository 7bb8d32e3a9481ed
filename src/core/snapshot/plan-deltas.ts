import { DAY_SECONDS, dayNumberOf, utcDayOf } from '../utc-day.ts';
import { CHAIN_DAYS } from './daily-chain.ts';

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
}

export interface PlannedChain {
  readonly day: string;
  readonly serial: number;
  /** Newest first. */
  readonly days: readonly PlannedDay[];
}

/** What belongs in a channel beside the base and the index of the new serial. */
export interface DeltaPlan {
  /** For the index, most useful first: cut it from the end if the index grows too large. */
  readonly direct: readonly DeltaPair[];
  /** The chain that the index names; the same for all publications of a day. Null on a channel's first day. */
  readonly chain: PlannedChain | null;
  /** What must exist, or go on existing, once this is published. Everything else of the epoch can be deleted. */
  readonly keep: {
    /** Serials whose bases later deltas are made from; the newest is the one that clients fetch. */
    readonly bases: readonly number[];
    readonly deltas: readonly DeltaPair[];
    readonly chainDays: readonly string[];
  };
}

/** Deltas that an index lists, at most, beside the one from the chain's serial. */
export const MAX_DIRECT_DELTAS = 24;

/** How long a file stays after the last index that names it, for clients that hold this index: a day. */
const GRACE_SECONDS = DAY_SECONDS;

/**
 * Which deltas a publication comes with.
 *
 * Three hops lead a client from any of the last 30 days to the newest snapshot: its serial → the last of its day → the
 * last of yesterday → now. The first delta was made when that day's last was published, for the index of that hour;
 * it is only kept. The second is made once a day for each of 29 days. The third is in every index. So a client needs
 * the index, the chain file and three deltas, five requests, and the publisher makes 24 deltas an hour and 29 a day.
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
  const chains = chain === null ? [] : [chain];
  // Clients may hold an index of yesterday, with the chain of the day before.
  const lastIndex = history.findLastIndex(({ serial }) => serial === chain?.serial);
  const lastOfChainDay = history[lastIndex];
  if (lastOfChainDay !== undefined) {
    const before = chainBefore(history, lastIndex, lastOfChainDay);
    if (before !== null) chains.push(before);
  }
  for (const { days } of chains) {
    for (const { onward, serials } of days) keep(onward === null ? serials : [...serials, onward]);
  }

  const bases = new Set<number>();
  for (const { serial, publishedAt } of history) {
    if (publishedAt + DAY_SECONDS >= next.publishedAt) bases.add(serial);
  }
  for (const { serial } of chain?.days ?? []) bases.add(serial);
  bases.add(next.serial);
  return {
    direct,
    chain,
    keep: {
      bases: [...bases].sort((a, b) => a - b),
      deltas: [...kept.values()].sort((a, b) => a.to - b.to || a.from - b.from),
      chainDays: chains.map(({ day }) => day),
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
  for (let index = end - 1; index >= 0; index--) {
    const publication = history[index];
    if (publication === undefined) break;
    const { serial, publishedAt } = publication;
    const isRecent = publishedAt + DAY_SECONDS >= next.publishedAt;
    if (dayNumberOf(publishedAt) < today && hub.length === 0) {
      if (isWithinChain(publication, next)) hub.push(serial);
      else break;
    } else if (!isRecent) break;
    else if (dayNumberOf(publishedAt) === today) ofToday.push(serial);
    else ofYesterday.push(serial);
  }
  return [...hub, ...ofToday, ...ofYesterday].slice(0, most).map((from) => ({ from, to: next.serial }));
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
      serials: firstHops(history, index, publication),
    });
  }
  return newest === null ? null : { day: utcDayOf(newest.publishedAt), serial: newest.serial, days };
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
