/** The soak run of freshness in small: the real build, server and updates for two hours of a virtual clock. */
import { expect, test } from 'vitest';
import { runFreshness } from '../../../soak/freshness-run.ts';
import { type Publishing, simulateFreshness } from '../../../soak/freshness-simulation.ts';

const MINUTE = 60;

const EVERY_TEN_MINUTES: Publishing = {
  every: 10 * MINUTE,
  late: { from: 0, to: MINUTE },
  takes: { from: 20, to: MINUTE },
  cache: MINUTE,
  refreshAfter: 300,
  hasHead: true,
};

test('an entry is in use some minutes after it came into its feed, by heads and deltas alone', async () => {
  const { delays, requests, bytes, builds } = await runFreshness({
    publishing: EVERY_TEN_MINUTES,
    entries: 1_200,
    churn: 10_000,
    installedAt: 7.5,
    opensAt: 8,
    openHours: 1.5,
    seed: 3,
  });
  expect(builds).toBeGreaterThan(10);
  expect(delays[Math.floor(delays.length / 2)]).toBeLessThan(12);
  expect(delays[Math.floor(delays.length * 0.95)]).toBeLessThan(20);
  // Every five to six and a quarter minutes; the index once an hour, and after the hour before the browser was opened.
  expect(requests.get('head.jws')?.count).toBeGreaterThanOrEqual(11);
  expect(requests.get('latest.jws')?.count).toBeLessThanOrEqual(3);
  expect(requests.get('delta')?.count).toBeGreaterThanOrEqual(6);
  expect(requests.has('base')).toBe(false);
  expect(bytes).toBeLessThan(300_000);
}, 120_000);

test('the schedule that is advised to publishers meets its aims for most of a crowd', () => {
  const own = { ...EVERY_TEN_MINUTES, every: 3 * MINUTE };
  const atOnce = simulateFreshness(own, { readers: 200, seed: 1 });
  expect(atOnce.p50).toBeLessThanOrEqual(6);
  expect(atOnce.p95).toBeLessThanOrEqual(15);
  const pages: Publishing = {
    ...EVERY_TEN_MINUTES,
    every: 5 * MINUTE,
    late: { from: 5 * MINUTE, to: 20 * MINUTE },
    takes: { from: MINUTE, to: 3 * MINUTE },
    cache: 10 * MINUTE,
  };
  const onPages = simulateFreshness(pages, { readers: 200, seed: 1 });
  expect(onPages.p50).toBeLessThanOrEqual(15);
  expect(onPages.p95).toBeLessThanOrEqual(30);
});
