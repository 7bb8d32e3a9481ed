import type { PageHandlers } from '../../platform/message-bus.ts';
import type { StatisticsRequest } from '../../protocol/statistics-messages.ts';
import type { Statistics } from './statistics.ts';

export function statisticsHandlers(
  statistics: Statistics,
  now: () => number,
): Pick<PageHandlers, StatisticsRequest['type']> {
  return {
    'get-statistics': async () => {
      const [days, keptDays] = await Promise.all([statistics.days(), statistics.keptDays()]);
      if (!days.ok || !keptDays.ok) return { refused: 'not-stored' };
      return { days: days.value, keptDays: keptDays.value };
    },
    'keep-statistics': async ({ days }) => ({ outcome: await statistics.setRetention(days, now()) }),
    'clear-statistics': async () => ({ outcome: await statistics.clear() }),
  };
}
