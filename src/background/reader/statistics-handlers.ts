import type { PageHandlers } from '../../platform/message-bus.ts';
import type { StatisticsRequest } from '../../protocol/statistics-messages.ts';
import type { Statistics } from './statistics.ts';

/** @param now - Unix time, seconds */
export function statisticsHandlers(
  statistics: Statistics,
  now: () => number,
): Pick<PageHandlers, StatisticsRequest['type']> {
  return {
    'get-statistics': async () => {
      const [days, keptDays] = await Promise.all([statistics.days(), statistics.keptDays()]);
      return { days, keptDays };
    },
    'keep-statistics': async ({ days }) => ({ outcome: await statistics.keep(days, now()) }),
    'clear-statistics': async () => ({ outcome: await statistics.clear() }),
  };
}
