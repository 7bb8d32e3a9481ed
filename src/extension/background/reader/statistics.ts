import { ignoreFailure, ok, type Result } from '../../../core/result.ts';
import { isDanger, type Verdict } from '../../../core/verdict/verdict.ts';
import type { PageHandlersOf } from '../../platform/message-bus.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import {
  dayStatistics,
  MAX_KEPT_DAYS,
  type STATISTICS_REQUESTS,
} from '../../protocol/statistics-messages.ts';
import { localDay } from '../realm/local-day.ts';
import type { LinkWatcher } from '../realm/link-watchers.ts';

/** Counts of checked links per day, on this device only. If the background stops, counts not yet written are lost. */
export class Statistics {
  readonly #store: StatisticsStore;
  readonly #values: ValueStore;
  readonly #onChange: () => Promise<void>;

  constructor(store: StatisticsStore, values: ValueStore, onChange: () => Promise<void>) {
    this.#store = store;
    this.#values = values;
    this.#onChange = onChange;
  }

  /** Private windows are not counted. @param now - Unix seconds */
  watcher(now: () => number, mayCount: () => Promise<boolean>): LinkWatcher {
    return {
      onEnd: (fresh, { isPrivate }) => {
        if (!isPrivate) void mayCount().then((may) => (may ? this.count(fresh, now()) : undefined));
      },
    };
  }

  async count(verdicts: readonly Verdict[], now: number): Promise<void> {
    if (verdicts.length === 0) return;
    const keptDays = await this.keptDays();
    // If the retention setting is unreadable, nothing is counted.
    if (!keptDays.ok || keptDays.value === 0) return;
    const day = localDay(now);
    const danger = verdicts.filter(isDanger).length;
    const flagged = verdicts.filter(({ kind }) => kind === 'flagged').length;
    const counts = { links: verdicts.length, danger, caution: flagged - danger };
    ignoreFailure(
      await this.#store.change(day, localDay(now - keptDays.value * 86_400), (stored) =>
        dayStatistics(day, (name) => counts[name] + (stored?.[name] ?? 0)),
      ),
    );
    await this.#onChange();
  }

  /** How many days are kept; 0 if nothing is counted. */
  async keptDays(): Promise<Result<number, StorageFailure>> {
    const stored = await this.#values.get('statisticsDays');
    if (!stored.ok) return stored;
    const days = stored.value;
    return ok(typeof days === 'number' && days >= 0 && days < MAX_KEPT_DAYS ? days : MAX_KEPT_DAYS);
  }

  handlers(): PageHandlersOf<typeof STATISTICS_REQUESTS> {
    return {
      'get-statistics': async () => {
        const [days, keptDays] = await Promise.all([this.#store.days(), this.keptDays()]);
        if (!days.ok || !keptDays.ok) return { refused: 'not-stored' };
        return { days: days.value, keptDays: keptDays.value };
      },
      'count-links': async ({ isOn }) => {
        const stored = await this.#values.put('statisticsDays', isOn ? MAX_KEPT_DAYS : 0);
        if (!stored.ok || (!isOn && !(await this.#store.clear()).ok)) return { outcome: 'not-stored' };
        await this.#onChange();
        return { outcome: 'done' };
      },
    };
  }
}
