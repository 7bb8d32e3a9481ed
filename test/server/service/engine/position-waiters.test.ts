import { expect, test } from 'vitest';
import { PositionWaiters } from '../../../../src/server/service/engine/position-waiters.ts';

test('callers that wait for a position of the changes hear once everything up to it is there, in the order in which they came', async () => {
  const waiters = new PositionWaiters();
  const heard: string[] = [];
  const wait = (name: string, position: number): void =>
    void waiters.when(position).then((isThere) => heard.push(`${name} ${isThere}`));
  wait('late', 9);
  wait('soon', 3);
  wait('sooner', 2);
  waiters.reach(3);
  // What is reached stays so.
  waiters.reach(1);
  wait('at once', 3);
  await waiters.when(3);
  expect(heard).toEqual(['soon true', 'sooner true', 'at once true']);
  waiters.close();
  wait('never', 10);
  await waiters.when(10);
  expect(heard.slice(3)).toEqual(['late false', 'never false']);
});
