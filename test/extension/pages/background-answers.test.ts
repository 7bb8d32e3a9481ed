import { describe, expect, test, vi } from 'vitest';
import { latestOnly } from '../../../src/extension/pages/background-answers.ts';
import { settled } from './fake-background.ts';

vi.mock('../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

describe('what is asked again and again', () => {
  /** Asks that are answered when the test says so, and what was shown of their answers. */
  function asks(): {
    load: () => Promise<void>;
    answer: (number: number) => Promise<void>;
    shown: number[];
  } {
    const answers: ((answer: number) => void)[] = [];
    const shown: number[] = [];
    const load = latestOnly(
      () => new Promise<number>((resolve) => answers.push(resolve)),
      (answer) => void shown.push(answer),
    );
    return {
      load,
      answer: async (number) => {
        answers[number]?.(number);
        await settled();
      },
      shown,
    };
  }

  test('a repeated question to the background shows each answer that comes in its turn', async () => {
    const { load, answer, shown } = asks();
    const all = [load(), load(), load()];
    for (const number of [0, 1, 2]) await answer(number);
    await Promise.all(all);
    expect(shown).toEqual([0, 1, 2]);
  });

  test('a repeated question to the background shows none that an answer to a later question has come before', async () => {
    const { load, answer, shown } = asks();
    const all = [load(), load(), load()];
    for (const number of [1, 0, 2]) await answer(number);
    await Promise.all(all);
    expect(shown).toEqual([1, 2]);
  });

  test('a repeated question to the background shows an answer as soon as it is there: it waits for no earlier one', async () => {
    const { load, answer, shown } = asks();
    void load();
    const second = load();
    await answer(1);
    await second;
    expect(shown).toEqual([1]);
  });

  test('a repeated question to the background hands on what goes wrong, and shows the next answer', async () => {
    const shown: string[] = [];
    let fails = true;
    const load = latestOnly(
      async () => {
        if (fails) throw new Error('a mistake of ours');
        return 'fine';
      },
      (answer) => void shown.push(answer),
    );
    await expect(load()).rejects.toThrow('a mistake of ours');
    fails = false;
    await load();
    expect(shown).toEqual(['fine']);
  });
});
