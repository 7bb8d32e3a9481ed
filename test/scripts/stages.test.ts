import { expect, test } from 'vitest';
import { shareOf, stagesOf } from '../../scripts/testing/stages.mjs';
import { STAGES, STEPS } from '../../scripts/testing/steps.mjs';

test('every step has its place, and one alone', () => {
  expect(STAGES.flat(2).toSorted()).toEqual(Object.keys(STEPS).toSorted());
});

const step = (share: number) => ({ share, run: () => Promise.resolve({ passed: 1, failed: 0, skipped: 0 }) });

test('of a stage those steps run that are wanted, and the others leave no gap', () => {
  const wanted = new Map([
    ['b', step(10)],
    ['d', step(20)],
    ['e', step(5)],
  ]);
  const stages = stagesOf([[['a', 'b'], ['c']], [['x']], [['d', 'e'], ['f']]], wanted);
  expect(stages.map((lanes) => lanes.map((lane) => lane.map(([name]) => name)))).toEqual([
    [['b']],
    [['d', 'e']],
  ]);
});

test('lanes go on side by side: a stage has the share of the longest', () => {
  const [stage = []] = stagesOf(
    [[['a', 'b'], ['c']]],
    new Map([
      ['a', step(10)],
      ['b', step(15)],
      ['c', step(20)],
    ]),
  );
  expect(shareOf(stage)).toBe(25);
});
