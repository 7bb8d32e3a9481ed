import { expect, test } from 'vitest';
import { mapInSteps, nextTurn } from '../../../src/extension/platform/run-in-steps.ts';

test('a long list is mapped in its order, and others have their turn meanwhile', async () => {
  const happened: (number | 'other')[] = [];
  const items = Array.from({ length: 500 }, (_, index) => index);
  const mapped = mapInSteps(items, (item) => {
    happened.push(item);
    return item * 2;
  });
  const other = nextTurn().then(() => happened.push('other'));
  expect(await mapped).toEqual(items.map((item) => item * 2));
  await other;
  expect(happened.filter((item) => item !== 'other')).toEqual(items);
  expect(happened.indexOf('other')).toBeLessThan(items.length);
});

test.each([0, 1, 50, 51, 100])('a list of %d is mapped whole', async (length) => {
  const items = Array.from({ length }, (_, index) => index);
  expect(await mapInSteps(items, String)).toEqual(items.map(String));
});
