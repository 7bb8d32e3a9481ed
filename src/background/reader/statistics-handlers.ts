import type { PageHandlers } from '../../platform/message-bus.ts';
import type { StatisticsRequest } from '../../protocol/statistics-messages.ts';
import type { Statistics } from './statistics.ts';

export function statisticsHandlers(statistics: Statistics): Pick<PageHandlers, StatisticsRequest['type']> {
  return {
    'get-statistics': async () => ({ days: await statistics.days() }),
    'clear-statistics': async () => ({ outcome: await statistics.clear() }),
  };
}
