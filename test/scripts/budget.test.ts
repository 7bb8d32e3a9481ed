import { describe, expect, test } from 'vitest';
import {
  calculationMs,
  isWithinBudget,
  parseTimes,
  quietSeconds,
  readTimes,
  slowness,
} from '../../scripts/testing/budget.mjs';

describe('the time of a step', () => {
  const start = { wall: 100, ours: 10, all: 1_000, cores: 2 };

  test.each([
    ['alone, both cores busy', { wall: 160, ours: 130, all: 1_120, cores: 2 }, 60],
    ['alone, waiting all the while: it counts whole', { wall: 160, ours: 10, all: 1_000, cores: 2 }, 60],
    ['beside a neighbour with one core of two', { wall: 160, ours: 70, all: 1_120, cores: 2 }, 30],
    ['beside neighbours with nearly everything', { wall: 160, ours: 12, all: 1_120, cores: 2 }, 1],
    ['when the neighbour ends in between', { wall: 160, ours: 100, all: 1_105, cores: 2 }, 52.5],
  ])('%s', (_what, end, seconds) => {
    expect(quietSeconds(start, end)).toBeCloseTo(seconds, 5);
  });

  test('is never less than nothing, however the clocks disagree', () => {
    expect(quietSeconds(start, { wall: 101, ours: 12, all: 1_001, cores: 2 })).toBe(1);
    expect(quietSeconds(start, { wall: 101, ours: 10, all: 1_900, cores: 2 })).toBe(0);
  });

  test('fails above twice its share, on a slower machine later', () => {
    expect(isWithinBudget(120, 60, 1)).toBe(true);
    expect(isWithinBudget(120.1, 60, 1)).toBe(false);
    expect(isWithinBudget(180, 60, 1.5)).toBe(true);
  });

  test('where nobody knows, nothing is held', () => {
    expect(isWithinBudget(null, 1, 1)).toBe(true);
  });
});

test('Linux is read as it writes, whatever the name of a program', () => {
  const machine = 'cpu  100 20 30 4000 50 6 7 8 9 10\ncpu0 1 2 3 4\n';
  const self = '4242 (node (x) y) S 1 2 3 4 5 6 7 8 9 10 200 50 300 25 20 0 1';
  expect(parseTimes(machine, self)).toEqual({ all: 1.71, ours: 5.75 });
});

test('this machine tells how long a calculation takes, and that time goes on', () => {
  expect(calculationMs()).toBeGreaterThan(1);
  expect(slowness()).toBeGreaterThanOrEqual(1);
  const before = readTimes();
  if (before === null) return expect(process.platform).not.toBe('linux');
  const after = readTimes();
  expect(after?.wall).toBeGreaterThanOrEqual(before.wall);
  expect(after?.all).toBeGreaterThanOrEqual(before.all);
});

test('the shares together are at most twenty minutes', async () => {
  const { STEPS } = await import('../../scripts/testing/steps.mjs');
  const shares = Object.values(STEPS).map(({ share }) => share);
  expect(shares.length).toBeGreaterThan(10);
  expect(shares.reduce((a, b) => a + b, 0)).toBeLessThanOrEqual(20 * 60);
});
