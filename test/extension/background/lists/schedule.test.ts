import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  headInterval,
  isDue,
  Jitter,
  nextAfterFailure,
  nextAfterSuccess,
  nextHead,
} from '../../../../src/extension/background/lists/schedule.ts';
import { simulate } from './schedule-simulation.ts';

const NOW = 1_795_132_800;
const HOUR = 3_600;
const DAY = 86_400;

describe('nextAfterSuccess', () => {
  test.each([
    ['what the index asks for', 2 * HOUR, false, 2 * HOUR],
    ['never sooner than an hour', 60, false, HOUR],
    ['never later than a day: who holds the key cannot stop updates', 7 * DAY, false, DAY],
    ['once a day when data is to be saved', HOUR, true, DAY],
  ])('nextAfterSuccess: %s', (_, refreshAfter, saveData, interval) => {
    expect(nextAfterSuccess(NOW, { refreshAfter, saveData, jitter: 0 })).toBe(NOW + interval);
    expect(nextAfterSuccess(NOW, { refreshAfter, saveData, jitter: 0.999_999 })).toBe(
      Math.round(NOW + interval * 1.25),
    );
  });
});

describe('nextAfterFailure', () => {
  test('nextAfterFailure: 15 minutes, then twice as long each time, up to a day', () => {
    const minutes = [1, 2, 3, 4, 5, 6, 7, 8, 9, 100, 5000].map(
      (times) => (nextAfterFailure(NOW, { times, jitter: 0 }) - NOW) / 60,
    );
    expect(minutes).toEqual([15, 30, 60, 120, 240, 480, 960, 1440, 1440, 1440, 1440]);
  });
});

describe('the head', () => {
  test.each([
    ['every five minutes, where the index asks for that', 300, true, 300],
    ['no more often', 60, true, 300],
    ['less often, where the index asks for that', 1200, true, 1200],
    ['never, where the index asks for an hour, which has its own time', HOUR, true, 0],
    ['never, where there is none', 300, false, 0],
  ])('the head of a channel is looked at %s', (_, refreshAfter, hasHead, interval) => {
    expect(headInterval(refreshAfter, hasHead)).toBe(interval);
  });

  test('the head of a channel is looked at up to a quarter later by chance', () => {
    expect(nextHead(NOW, { interval: 300, jitter: 0 })).toBe(NOW + 300);
    expect(nextHead(NOW, { interval: 300, jitter: 0.999_999 })).toBe(NOW + 375);
  });
});

describe('isDue', () => {
  test.each([
    ['before its time', { checkedAt: NOW - 60, nextAt: NOW + 60 }, false],
    ['at its time', { checkedAt: NOW - 60, nextAt: NOW }, true],
    ['never asked', { checkedAt: 0, nextAt: 0 }, true],
    ['after a day of sleep', { checkedAt: NOW - DAY - HOUR, nextAt: NOW - DAY }, true],
    ['written by a clock a year ahead', { checkedAt: NOW + 365 * DAY, nextAt: NOW + 365 * DAY + HOUR }, true],
    ['written by a clock an hour ahead', { checkedAt: NOW + HOUR, nextAt: NOW + 2 * HOUR }, true],
    ['a clock that was set back by a minute', { checkedAt: NOW + 60, nextAt: NOW + HOUR }, false],
    ['the longest back-off', { checkedAt: NOW, nextAt: NOW + DAY * 1.25 }, false],
  ])('isDue: %s', (_, journal, due) => {
    expect(isDue(journal, NOW)).toBe(due);
  });

  test('an update is due a day and a half later, whatever is stored: nothing stops updates for ever', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer(), (checkedAt, nextAt) => {
        const journal = { checkedAt, nextAt };
        const isDueOnce = [0, 0.5, 1, 1.5].some((days) => isDue(journal, NOW + days * DAY));
        expect(isDueOnce).toBe(true);
      }),
    );
  });
});

describe('Jitter', () => {
  test('Jitter is spread evenly, differs between installations and between moments, and can be repeated', () => {
    const values = Array.from({ length: 4_000 }, (_, index) => {
      const secret = Uint8Array.from({ length: 16 }, (_byte, at) => (index * 31 + at * 7) & 0xff);
      return new Jitter(secret, 'default').at(NOW + Math.floor(index / 256));
    });
    expect(Math.min(...values)).toBeGreaterThanOrEqual(0);
    expect(Math.max(...values)).toBeLessThan(1);
    // Ten bins of 400, standard deviation 19; six of them.
    const bins = Array.from({ length: 10 }, () => 0);
    for (const value of values) bins[Math.floor(value * 10)] = (bins[Math.floor(value * 10)] ?? 0) + 1;
    for (const bin of bins) expect(Math.abs(bin - 400)).toBeLessThan(114);
    const jitter = new Jitter(new Uint8Array(16).fill(3), 'default');
    expect(jitter.at(NOW)).toBe(jitter.at(NOW));
    expect(jitter.at(NOW)).not.toBe(jitter.at(NOW + 1));
    expect(jitter.at(NOW)).not.toBe(new Jitter(new Uint8Array(16).fill(3), 'another').at(NOW));
  });
});

// A million of them over thirty days: `npm run soak -- schedule`. Here 1.6 million requests: code that is
// not compiled yet, on a machine that is busy, takes twenty times as long for each.
describe('ten thousand clients over a week', () => {
  test('ten thousand clients over a week spread their requests: the busiest minute has at most 1.5 times the mean', () => {
    const load = simulate({ clients: 10_000, days: 8, seed: 1 });
    expect(load.peakToMean).toBeLessThanOrEqual(1.5);
    // An hour to an hour and a quarter apart.
    expect(load.requestsPerClientAndDay).toBeGreaterThan(24 / 1.25);
    expect(load.requestsPerClientAndDay).toBeLessThanOrEqual(24);
  });

  test('ten thousand clients over a week spread their requests as well while webmails are visible and the head is asked every few minutes', () => {
    const load = simulate({ clients: 2_000, days: 2, seed: 4, head: { publishedEvery: 600 } });
    // Deltas come in the minutes after a publication.
    expect(load.peakToMean).toBeLessThanOrEqual(1.5);
    expect(load.bytesPerClientAndDay).toBeLessThan(600_000);
  });

  test('an outage of a host for six hours ends without a flood of clients, by heads and indexes alike', () => {
    const outage = { from: DAY, to: DAY + 6 * HOUR };
    const load = simulate({ clients: 2_000, days: 3, seed: 5, outage, head: { publishedEvery: 600 } });
    const after = load.perMinute.subarray((6 * HOUR) / 60);
    // Of a mean that the outage has lowered.
    expect(Math.max(...after) / 60 / load.meanPerSecond).toBeLessThanOrEqual(2);
  });

  test('an outage of a host for six hours ends without a flood of clients', () => {
    const outage = { from: DAY, to: DAY + 6 * HOUR };
    const { perMinute, meanPerSecond } = simulate({ clients: 10_000, days: 3, seed: 2, outage });
    const after = perMinute.subarray((6 * HOUR) / 60);
    expect(Math.max(...after) / 60 / meanPerSecond).toBeLessThanOrEqual(1.5);
  });
});
