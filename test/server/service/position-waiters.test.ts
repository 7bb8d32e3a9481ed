import { expect, test } from 'vitest';
import type { LogPosition } from '../../../src/server/node/changes/change-files.ts';
import { isBefore } from '../../../src/server/node/changes/change-files.ts';
import { PositionWaiters } from '../../../src/server/service/changes/position-waiters.ts';

const at = (offset: number): LogPosition => ({ file: 1, offset });

test('who waits for a position is called once, in the order in which they came, when all before it holds', () => {
  const waiters = new PositionWaiters();
  const called: string[] = [];
  waiters.add(at(20), () => called.push('second'));
  waiters.add(at(10), () => {
    called.push('first');
    // Who comes while others are called waits for the next time.
    waiters.add(at(10), () => called.push('later'));
  });
  const reach = (offset: number): void => waiters.release((end) => !isBefore(at(offset), end));
  reach(9);
  expect(called).toEqual([]);
  reach(10);
  expect(called).toEqual(['first']);
  reach(20);
  expect(called).toEqual(['first', 'second', 'later']);
  reach(30);
  expect(called).toHaveLength(3);
});
