import { expect, test } from 'vitest';
import { inTurn } from '../../../src/extension/platform/in-turn.ts';

test('a step of a queue begins when those before it have ended, also by a failure, and each gives its own result', async () => {
  const next = inTurn();
  const seen: string[] = [];
  const step = (name: string) => async (): Promise<string> => {
    seen.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve));
    seen.push(`${name} ends`);
    if (name === 'b') throw new Error(name);
    return name;
  };
  const all = await Promise.allSettled([next(step('a')), next(step('b')), next(step('c'))]);
  expect(all.map((each) => (each.status === 'fulfilled' ? each.value : 'failed'))).toEqual([
    'a',
    'failed',
    'c',
  ]);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
});
