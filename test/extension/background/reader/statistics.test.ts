import 'fake-indexeddb/auto';
import { expect, test, vi } from 'vitest';
import type { Verdict } from '../../../../src/core/verdict/verdict.ts';
import { Statistics } from '../../../../src/extension/background/reader/statistics.ts';
import { localDay } from '../../../../src/extension/background/realm/local-day.ts';
import { privateStores } from '../../platform/storage/private-stores.ts';

vi.mock('../../../../src/extension/platform/browser.ts', () => ({ browser: {} }));

const CLEAR: Verdict = { kind: 'clear' };
const DAY = 86_400;
const NOW = 1_795_000_000;

test('links counted at once, before and after midnight, are all stored', async () => {
  const { statistics, values } = privateStores();
  const counted = new Statistics(statistics, values, () => Promise.resolve());
  await Promise.all([
    counted.count([CLEAR], NOW),
    counted.count([CLEAR, CLEAR], NOW),
    counted.count([CLEAR], NOW + DAY),
  ]);
  const none = { danger: 0, caution: 0 };
  expect(await statistics.days()).toEqual({
    ok: true,
    value: [
      { day: localDay(NOW), links: 3, ...none },
      { day: localDay(NOW + DAY), links: 1, ...none },
    ],
  });
});
