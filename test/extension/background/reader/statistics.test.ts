import { expect, test, vi } from 'vitest';
import { ok } from '../../../../src/core/result.ts';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';
import { Statistics } from '../../../../src/extension/background/reader/statistics.ts';
import type { StatisticsStore } from '../../../../src/extension/platform/storage/statistics-store.ts';
import type { ValueStore } from '../../../../src/extension/platform/storage/value-store.ts';
import type { DayStatistics } from '../../../../src/extension/protocol/statistics-messages.ts';
import { settled } from '../../pages/fake-background.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const CLEAR: Verdict = { kind: 'clear' };
const DAY = 86_400;
const NOW = 1_795_000_000;

/** Counts as stored, and what holds a write or the report of it until the test lets it go. */
function statistics(held: 'change' | 'onChange') {
  const stored = new Map<string, DayStatistics>();
  const waiting: (() => void)[] = [];
  const hold = (what: typeof held): Promise<void> =>
    what === held && waiting.length === 0
      ? new Promise((resolve) => void waiting.push(resolve))
      : Promise.resolve();
  const store: Pick<StatisticsStore, 'change'> = {
    change: async (day, _, change) => {
      await hold('change');
      stored.set(day, change(stored.get(day)));
      return ok(null);
    },
  };
  const values: Pick<ValueStore, 'get'> = { get: () => Promise.resolve(ok(undefined)) };
  const counted = new Statistics(store as StatisticsStore, values as ValueStore, () => hold('onChange'));
  return { counted, letGo: () => waiting.forEach((resolve) => resolve()), stored };
}

test('links counted before and after midnight are both stored, while a write lasts', async () => {
  const { counted, letGo, stored } = statistics('change');
  counted.count([CLEAR], NOW);
  await settled();
  counted.count([CLEAR, CLEAR], NOW);
  counted.count([CLEAR], NOW + DAY);
  letGo();
  await settled();
  expect([...stored.values()].map(({ links }) => links)).toEqual([3, 1]);
});

test('links counted while pages hear of the last ones are stored without a further count', async () => {
  const { counted, letGo, stored } = statistics('onChange');
  counted.count([CLEAR], NOW);
  await settled();
  counted.count([CLEAR, CLEAR], NOW);
  letGo();
  await settled();
  expect([...stored.values()].map(({ links }) => links)).toEqual([3]);
});
