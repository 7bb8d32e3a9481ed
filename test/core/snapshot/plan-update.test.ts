import { describe, expect, test } from 'vitest';
import type { ChannelIndex } from '../../../src/core/snapshot/channel-index.ts';
import { parseDailyChain, type DailyChain } from '../../../src/core/snapshot/daily-chain.ts';
import {
  planDeltas,
  type DeltaPair,
  type PlannedHour,
  type Publication,
} from '../../../src/core/snapshot/plan-deltas.ts';
import { planUpdate, stepPath } from '../../../src/core/snapshot/plan-update.ts';
import { aDailyChain } from './channel-builders.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;
const SHA = 'ab'.repeat(32);
const named = ({ from, to }: DeltaPair): string => `${from}-${to}`;

interface Online {
  readonly index: Pick<ChannelIndex, 'channel' | 'serial' | 'base' | 'deltas' | 'chain' | 'hours'>;
  readonly chains: ReadonlyMap<string, DailyChain>;
  /** By `last-to`: the serials that each leads from. */
  readonly hourFiles: ReadonlyMap<string, readonly number[]>;
}

/** A publisher that does what the plans say and nothing else: what is not kept is gone, and nothing is made of it. */
class PlannedChannel {
  readonly history: Publication[] = [];
  readonly #deltas = new Set<string>();
  readonly #bases = new Set<number>();
  readonly #hourFiles = new Map<string, readonly number[]>();
  #chains = new Map<string, DailyChain>();

  publish(publishedAt: number, sizeOf: (pair: DeltaPair) => number): Online {
    const next = { serial: this.history.length + 1, publishedAt };
    const { direct, chain, hours, keep } = planDeltas(this.history, next);
    this.#bases.add(next.serial);
    const make = (pair: DeltaPair): { bytes: number; sha256: string } => {
      if (!this.#deltas.has(named(pair))) {
        for (const serial of [pair.from, pair.to]) {
          if (!this.#bases.has(serial)) throw new Error(`${named(pair)} needs base ${serial}, which is gone`);
        }
        this.#deltas.add(named(pair));
      }
      return { bytes: sizeOf(pair), sha256: SHA };
    };
    const deltas = direct.map((pair) => ({ ...pair, ...make(pair) }));
    const makeHour = ({ last, to, hops }: PlannedHour): readonly unknown[] => {
      const name = `${last}-${to}`;
      if (!this.#hourFiles.has(name)) {
        for (const pair of hops)
          if (!this.#deltas.has(named(pair))) throw new Error(`${named(pair)} is gone`);
        for (const serial of [last, to])
          if (!this.#bases.has(serial)) throw new Error(`hour ${name} needs base ${serial}, which is gone`);
        this.#hourFiles.set(name, [...hops.map(({ from }) => from), ...(last === to ? [] : [last])]);
      }
      const froms = this.#hourFiles.get(name) ?? [];
      return [Math.min(...froms), last, 5000, SHA];
    };
    for (const planned of [chain, hours]) {
      if (planned === null || this.#chains.has(planned.path)) continue;
      const written = JSON.parse(
        JSON.stringify({
          format: 1,
          channel: 'test',
          day: planned.day,
          serial: planned.serial,
          days: planned.days.map(({ day, serial, onward, serials, hours: files }) => ({
            day,
            serial,
            onward: onward === null ? null : make(onward),
            serials: serials.map((pair) => ({ from: pair.from, ...make(pair) })),
            ...(files.length === 0 ? {} : { hours: files.map(makeHour) }),
          })),
        }),
      ) as unknown;
      const parsed = parseDailyChain(written);
      if (!parsed.ok) throw new Error(parsed.failure.field);
      this.#chains.set(planned.path, parsed.value);
    }
    const kept = new Set(keep.deltas.map(named));
    for (const pair of kept)
      if (!this.#deltas.has(pair)) throw new Error(`${pair} is to be kept and was never made`);
    for (const delta of this.#deltas) if (!kept.has(delta)) this.#deltas.delete(delta);
    for (const base of this.#bases) if (!keep.bases.includes(base)) this.#bases.delete(base);
    this.#chains = new Map([...this.#chains].filter(([path]) => keep.chains.includes(path)));
    const hourFiles = new Set(keep.hourFiles.map(({ last, to }) => `${last}-${to}`));
    for (const name of this.#hourFiles.keys()) if (!hourFiles.has(name)) this.#hourFiles.delete(name);
    this.history.push(next);
    return {
      index: {
        channel: 'test',
        serial: next.serial,
        base: { serial: next.serial, bytes: 4_000_000, sha256: SHA },
        deltas,
        chain: chain === null ? null : { day: chain.day, bytes: 60_000, sha256: SHA },
        ...(hours === null
          ? {}
          : { hours: { day: hours.day, hour: hours.hour, first: hours.first, bytes: 5000, sha256: SHA } }),
      },
      chains: new Map(this.#chains),
      hourFiles: new Map(this.#hourFiles),
    };
  }

  get files(): { readonly bases: number; readonly deltas: number; readonly hourFiles: number } {
    return { bases: this.#bases.size, deltas: this.#deltas.size, hourFiles: this.#hourFiles.size };
  }
}

/** Requests of a client from the index on, all included; null if it has to fetch everything. */
function requestsOf(have: number, { index, chains, hourFiles }: Online): number | null {
  const first = planUpdate(have, index);
  if (first.kind === 'current') return 1;
  if (first.kind === 'deltas') {
    if (first.deltas.map(named).join() !== `${have}-${index.serial}`) throw new Error('not its own delta');
    return 1 + first.deltas.length;
  }
  if (first.kind !== 'chain') return null;
  const chain = chains.get(first.path);
  if (chain === undefined) throw new Error(`the index names ${first.path}, which is gone`);
  const second = planUpdate(have, index, chain);
  if (second.kind !== 'deltas') return null;
  let at = have;
  for (const { from, to, hourEnd } of second.deltas) {
    if (from !== at) throw new Error(`a delta from ${from} at ${at}`);
    if (hourEnd !== undefined && hourFiles.get(`${hourEnd}-${to}`)?.includes(from) !== true)
      throw new Error(`the hour file of ${hourEnd} does not lead from ${from}`);
    at = to;
  }
  if (at !== index.serial) throw new Error(`the way ends at ${at}`);
  return 2 + second.deltas.length;
}

describe('the deltas of a channel', () => {
  test('the deltas of a channel bring every client of the last 30 days up to date in at most 5 requests', () => {
    const channel = new PlannedChannel();
    const start = Date.UTC(2026, 9, 1) / 1000 + 17 * 60;
    let most = 0;
    for (let hour = 0; hour < 40 * 24; hour++) {
      const now = start + hour * HOUR;
      const online = channel.publish(now, () => 10_000);
      // Every hour of the last four days, and so every hour of a day.
      if (hour < 36 * 24) continue;
      for (const { serial, publishedAt } of channel.history) {
        if (publishedAt < now - 30 * DAY) continue;
        const requests = requestsOf(serial, online);
        if (requests === null) throw new Error(`serial ${serial}, ${(now - publishedAt) / HOUR} h old`);
        most = Math.max(most, requests);
      }
    }
    expect(most).toBe(5);
    // What a publisher keeps: bases of a day and of 30 days' ends, and their deltas.
    expect(channel.files.bases).toBeLessThanOrEqual(56);
    expect(channel.files.deltas).toBeLessThanOrEqual(1500);
  });

  test('the deltas of a channel bring every client up to date in at most 5 requests, also where it is published every ten minutes', () => {
    const channel = new PlannedChannel();
    const start = Date.UTC(2026, 9, 1) / 1000 + 3 * 60;
    let most = 0;
    let hours = 0;
    // Every ten minutes by day and on the last days, otherwise hourly; on some days four hours every two minutes, and a
    // pause of five hours.
    for (let minute = 0; minute < 33 * 24 * 60; minute += 2) {
      const hour = Math.floor(minute / 60) % 24;
      const day = Math.floor(minute / 1440);
      const isFast = day % 11 === 5 && hour >= 8 && hour < 12;
      const isPaused = day % 11 === 7 && hour >= 2 && hour < 7;
      const every = day >= 30 || (hour >= 7 && hour < 11) ? 10 : 60;
      if (isPaused || (minute % every !== 0 && !isFast)) continue;
      const now = start + minute * 60;
      const online = channel.publish(now, () => 10_000);
      // At some moments of the last day, and at the end of it.
      if (day < 32 || (minute % 230 !== 0 && minute < 33 * 1440 - 10)) continue;
      hours += online.index.hours === undefined ? 0 : 1;
      for (const { serial, publishedAt } of channel.history) {
        if (publishedAt < now - 29 * DAY) continue;
        const requests = requestsOf(serial, online);
        // Within an hour of thirty publications the first ones have no delta to its last.
        const isOfFastHour =
          Math.floor((publishedAt - start) / DAY) % 11 === 5 &&
          Math.floor((publishedAt - start) / HOUR) % 24 >= 8 &&
          Math.floor((publishedAt - start) / HOUR) % 24 < 12;
        if (requests === null && !isOfFastHour)
          throw new Error(`serial ${serial}, ${(now - publishedAt) / HOUR} h old`);
        most = Math.max(most, requests ?? 2);
      }
    }
    expect(most).toBe(5);
    expect(hours).toBeGreaterThan(3);
    expect(channel.files.bases).toBeLessThanOrEqual(90);
    expect(channel.files.deltas).toBeLessThanOrEqual(5500);
    expect(channel.files.hourFiles).toBeLessThanOrEqual(800);
  });

  test('the deltas of a channel have no level of hours for who publishes once an hour', () => {
    const channel = new PlannedChannel();
    const start = Date.UTC(2026, 9, 1) / 1000 + 17 * 60;
    for (let hour = 0; hour < 60; hour++) {
      const { index, chains } = channel.publish(start + hour * HOUR, () => 10_000);
      expect(index.hours).toBeUndefined();
      for (const { days } of chains.values()) expect(days.flatMap(({ hours = [] }) => hours)).toEqual([]);
    }
    expect(channel.files.hourFiles).toBe(0);
  });

  test('the deltas of a channel bridge a publisher’s pause of some days', () => {
    const channel = new PlannedChannel();
    const start = Date.UTC(2026, 9, 1) / 1000;
    for (let hour = 0; hour < 60; hour++) channel.publish(start + hour * HOUR, () => 10_000);
    const online = channel.publish(start + 70 * HOUR + 5 * DAY, () => 10_000);
    for (let serial = 1; serial <= 60; serial++)
      expect(requestsOf(serial, online), `serial ${serial}`).not.toBeNull();
  });

  test('the deltas of a channel that the chain needs, or that only the index has, come first in the index', () => {
    const history = Array.from({ length: 30 }, (_, index) => ({
      serial: index + 1,
      publishedAt: index * HOUR,
    }));
    const { direct } = planDeltas(history, { serial: 31, publishedAt: 30 * HOUR }, 10);
    // 24 is the last one of the day before; 30 to 25 are of today.
    expect(direct.map(({ from }) => from)).toEqual([24, 30, 29, 28, 27, 26, 25, 23, 22, 21]);
  });

  test('the deltas of a channel are none for the first publication', () => {
    expect(planDeltas([], { serial: 1, publishedAt: 0 })).toEqual({
      direct: [],
      chain: null,
      hours: null,
      keep: { bases: [1], deltas: [], hourFiles: [], chains: [] },
    });
  });
});

describe('planUpdate', () => {
  const reference = (
    from: number,
    bytes: number,
  ): { from: number; to: number; bytes: number; sha256: string } => ({
    from,
    to: 100,
    bytes,
    sha256: SHA,
  });
  const index = {
    channel: 'test',
    serial: 100,
    base: { serial: 100, bytes: 50_000, sha256: SHA },
    deltas: [reference(99, 500), reference(98, 60_000), reference(90, 1000)],
    chain: { day: '2026-11-19', bytes: 20_000, sha256: SHA },
  };
  const chain = aDailyChain();

  test.each([
    ['nothing at the same serial', 100, undefined, 'current'],
    ['the direct delta', 99, undefined, '99-100'],
    ['everything where the delta is larger', 98, undefined, 'base'],
    ['everything without a list', null, undefined, 'base'],
    ['everything above the serial of the index', 101, undefined, 'base'],
    ['the chain where no delta starts', 88, undefined, 'chain'],
    ['everything where the chain could not be had', 88, null, 'base'],
    ['two deltas from the chain’s own day', 88, chain, '88-90 90-100'],
    ['two deltas from the end of another day', 80, chain, '80-90 90-100'],
    ['three deltas from within another day', 79, chain, '79-80 80-90 90-100'],
    ['everything where the chain does not reach', 12, chain, 'base'],
    ['everything where the chain is of another day', 79, { ...chain, day: '2026-11-18' }, 'base'],
    ['everything where the chain is of another channel', 79, { ...chain, channel: 'other' }, 'base'],
  ] as const)('planUpdate fetches %s', (_, have, given, expected) => {
    const plan = planUpdate(have, index, given);
    expect(plan.kind === 'deltas' ? plan.deltas.map(named).join(' ') : plan.kind).toBe(expected);
  });

  test('planUpdate does not fetch a chain that is larger than everything', () => {
    const small = { ...index, base: { ...index.base, bytes: 20_000 } };
    expect(planUpdate(88, small).kind).toBe('base');
  });

  /** As in the table above, but over an index that is changed in one place. */
  const planned = (
    have: number,
    change: Partial<typeof index> | { chain: null },
    given?: DailyChain | null,
  ) => {
    const plan = planUpdate(have, { ...index, ...change }, given);
    return plan.kind === 'deltas' ? plan.deltas.map(named).join(' ') : plan.kind;
  };

  test('planUpdate counts each request as two kilobytes, the one for everything too', () => {
    const direct = (bytes: number): string => planned(97, { deltas: [reference(97, bytes)] });
    expect([direct(49_999), direct(50_000), direct(50_001)]).toEqual(['97-100', 'base', 'base']);
    // Three requests for 45,904 bytes are what one for 50,000 is.
    const three = (last: number): string => planned(79, { deltas: [reference(90, last)] }, chain);
    expect([three(42_833), three(42_834), three(42_835)]).toEqual(['79-80 80-90 90-100', 'base', 'base']);
    const small = (bytes: number): string => planned(88, { base: { ...index.base, bytes } });
    expect([small(22_047), small(22_048), small(22_049)]).toEqual(['base', 'base', 'chain']);
  });

  test('planUpdate uses no chain that the index does not name', () => {
    expect(planned(88, { chain: null })).toBe('base');
    expect(planned(88, { chain: null }, chain)).toBe('base');
  });

  test('planUpdate asks for the chain of today’s hours for a serial of today, and for the daily one before', () => {
    const hours = { day: '2026-11-20', hour: 13, first: 92, bytes: 3_000, sha256: SHA };
    const today: DailyChain = {
      format: 1,
      channel: 'test',
      day: '2026-11-20',
      serial: 97,
      days: [
        {
          day: '2026-11-20',
          serial: 97,
          onward: null,
          serials: [{ from: 96, bytes: 80, sha256: SHA }],
          hours: [{ first: 92, last: 94, bytes: 900, sha256: SHA }],
        },
      ],
    };
    const online = { ...index, hours, deltas: [reference(90, 1000), reference(97, 300)] };
    const first = (have: number): unknown => {
      const plan = planUpdate(have, online);
      return plan.kind === 'chain' ? plan.path : plan.kind;
    };
    expect([91, 92, 93, 96].map(first)).toEqual([
      'chain/2026-11-19.json',
      'chain/2026-11-20T13.json',
      'chain/2026-11-20T13.json',
      'chain/2026-11-20T13.json',
    ]);
    const then = (have: number): unknown => {
      const plan = planUpdate(have, online, today);
      return plan.kind === 'deltas' ? plan.deltas.map(stepPath) : plan.kind;
    };
    expect(then(93)).toEqual(['hour/94-97.slh', 'delta/97-100.sld']);
    expect(then(96)).toEqual(['delta/96-97.sld', 'delta/97-100.sld']);
    // Of an hour that the chain does not have; and the daily chain is not the one that was asked for.
    expect(then(95)).toBe('base');
    expect(planUpdate(93, online, chain).kind).toBe('base');
  });

  test('planUpdate ends at the chain’s serial where that is the index’s, and fetches all where nothing leads on from it', () => {
    expect(planned(88, { serial: 90, deltas: [] }, chain)).toBe('88-90');
    expect(planned(88, { deltas: [reference(99, 500)] }, chain)).toBe('base');
  });
});
