/** One file, because days, hours and the index share `directDeltas`. */
import { DAY_SECONDS, dayNumberOf, utcDayOf } from '../utc-day.ts';
import { CHAIN_DAYS, chainPath, hourChainPath } from './daily-chain.ts';

export interface Publication {
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
}

export interface DeltaPair {
  readonly from: number;
  readonly to: number;
}

/** As `ChainDay`, without lengths and digests. */
export interface PlannedDay {
  readonly day: string;
  readonly serial: number;
  readonly onward: DeltaPair | null;
  readonly serials: readonly DeltaPair[];
  readonly hours: readonly PlannedHour[];
}

export interface PlannedHour {
  readonly last: number;
  /** The day's last serial, or the hourly chain's. */
  readonly to: number;
  /** Deltas to `last`. */
  readonly hops: readonly DeltaPair[];
}

export interface PlannedChain {
  readonly day: string;
  readonly serial: number;
  /** Newest first. */
  readonly days: readonly PlannedDay[];
  readonly path: string;
}

/** Chain for today's serials before the current hour; `days` has one entry, today. */
export interface PlannedHourChain extends PlannedChain {
  /** 0 to 23, UTC. */
  readonly hour: number;
  readonly first: number;
}

export interface DeltaPlan {
  /** Most useful first: cut from the end if the index grows too large. */
  readonly direct: readonly DeltaPair[];
  /** Changes once a day; null without an earlier day within `CHAIN_DAYS`. */
  readonly chain: PlannedChain | null;
  /** Changes once an hour; null while `direct` has all serials of today's earlier hours. */
  readonly hours: PlannedHourChain | null;
  /** Everything else of the epoch can be deleted. */
  readonly keep: {
    /** Later deltas start from these. */
    readonly bases: readonly number[];
    readonly deltas: readonly DeltaPair[];
    readonly hourFiles: readonly Pick<PlannedHour, 'last' | 'to'>[];
    readonly chains: readonly string[];
  };
}

const HOUR_SECONDS = 3600;

/** Includes the delta from the chain's serial. */
export const MAX_DIRECT_DELTAS = 24;

/** Time that files outlive the last index that names them. */
const GRACE_SECONDS = DAY_SECONDS;

/** Grace for the files of today's hours, which are replaced hourly. */
const HOUR_GRACE_SECONDS = 3 * HOUR_SECONDS;

/**
 * Lets clients of the last 30 days update in at most five requests: docs/snapshot-format.md, section 8; alternatives in
 * decision 0041.
 *
 * A publication dated later than its successor counts as of the successor's time: one clock was wrong, and clients
 * refuse a chain with a day twice.
 *
 * @param history - of the same epoch, rising by serial; those older than `CHAIN_DAYS` are ignored
 * @param most - deltas in the index, 1 or more
 */
export function planDeltas(
  history: readonly Publication[],
  next: Publication,
  most: number = MAX_DIRECT_DELTAS,
): DeltaPlan {
  return planWithClampedTimes(clampPublicationTimes(history, next), next, most);
}

function clampPublicationTimes(history: readonly Publication[], next: Publication): readonly Publication[] {
  let latest = next.publishedAt;
  return history
    .toReversed()
    .map(({ serial, publishedAt }) => ({ serial, publishedAt: (latest = Math.min(latest, publishedAt)) }))
    .reverse();
}

function planWithClampedTimes(history: readonly Publication[], next: Publication, most: number): DeltaPlan {
  const direct = directDeltas(history, history.length, next, most);
  const chain = chainBefore(history, history.length, next);
  const hours = hourChainBefore(history, history.length, next, most);
  const kept = new Map<string, DeltaPair>();
  const keep = (pairs: readonly DeltaPair[]): void => {
    for (const pair of pairs) kept.set(`${pair.from}-${pair.to}`, pair);
  };
  keep(direct);
  // Clients may still hold earlier indexes.
  for (const [index, publication] of history.entries()) {
    if (publication.publishedAt + GRACE_SECONDS >= next.publishedAt) {
      keep(directDeltas(history, index, publication, most));
    }
  }
  const chains: PlannedChain[] = chain === null ? [] : [chain];
  // Clients may hold yesterday's index, with an older chain.
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
    // Later deltas start from recent serials; those in hour files, from each hour's last serial.
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
 * Deltas to `next`: from the last serial of an earlier day, where the chain ends; then from the same day; then from the
 * last 24 hours, which the chain covers too.
 *
 * @param end - length of `history` before `next`
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
  // The chain of today's hours ends at this serial, so its delta must not be cut.
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

/** @returns null if no earlier day within `CHAIN_DAYS` has publications */
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

/** @returns null without earlier hours, or if `next`'s index has deltas from all their serials */
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

/** @param end - index of `last` */
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
      // The index of the hour's last serial lists these deltas, besides one from the day before and one from an hour
      // before.
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
