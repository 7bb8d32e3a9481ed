import type { LinkWatcher } from '../realm/link-watchers.ts';
import { ignoreFailure, ok, type Result } from '../../../core/result.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { isDanger, type Verdict } from '../../../core/verdict/verdict.ts';
import type { StorageFailure } from '../../platform/storage/database.ts';
import type { StatisticsStore } from '../../platform/storage/statistics-store.ts';
import type { ValueStore } from '../../platform/storage/value-store.ts';
import {
  type DayStatistics,
  DEFAULT_RETENTION_DAYS,
  RETENTION_DAYS,
  type RetentionDays,
} from '../../protocol/statistics-messages.ts';

type Counts = Omit<DayStatistics, 'day'>;

/** Counts of checked links per day, on this device only. If the background stops, counts not yet written are lost. */
export class Statistics {
  readonly #store: StatisticsStore;
  readonly #values: ValueStore;
  readonly #onChange: () => Promise<void>;
  /** By day: a write may last past midnight. */
  readonly #pending = new Map<string, DayStatistics>();
  #isWriting = false;

  constructor(store: StatisticsStore, values: ValueStore, onChange: () => Promise<void>) {
    this.#store = store;
    this.#values = values;
    this.#onChange = onChange;
  }

  /** Private windows are not counted. @param now - Unix seconds */
  watcher(now: () => number, mayCount: () => Promise<boolean>): LinkWatcher {
    return {
      onEnd: (fresh, { isPrivate }) => {
        if (!isPrivate) void mayCount().then((may) => may && this.count(fresh, now()));
      },
    };
  }

  count(verdicts: readonly Verdict[], now: number): void {
    if (verdicts.length === 0) return;
    const day = localDay(now);
    const before = this.#pending.get(day);
    const counts = countsOf(verdicts);
    this.#pending.set(day, before === undefined ? { day, ...counts } : sumOf(before, counts));
    if (!this.#isWriting) void this.#write(now);
  }

  days(): Promise<Result<readonly DayStatistics[], StorageFailure>> {
    return this.#store.days();
  }

  async keptDays(): Promise<Result<RetentionDays, StorageFailure>> {
    const stored = await this.#values.get('statisticsDays');
    if (!stored.ok) return stored;
    return ok(RETENTION_DAYS.find((days) => days === stored.value) ?? DEFAULT_RETENTION_DAYS);
  }

  async setRetention(days: RetentionDays, now: number): Promise<Outcome> {
    const stored = await this.#values.put('statisticsDays', days);
    if (!stored.ok) return 'not-stored';
    const dropped =
      days === 0 ? await this.#store.clear() : await this.#store.dropBefore(oldestOf(days, now));
    if (!dropped.ok) return 'not-stored';
    await this.#onChange();
    return 'done';
  }

  async clear(): Promise<Outcome> {
    const cleared = await this.#store.clear();
    if (!cleared.ok) return 'not-stored';
    await this.#onChange();
    return 'done';
  }

  async #write(now: number): Promise<void> {
    this.#isWriting = true;
    try {
      const keptDays = await this.keptDays();
      // If the retention setting is unreadable, nothing is counted.
      if (!keptDays.ok || keptDays.value === 0) {
        this.#pending.clear();
        return;
      }
      const oldest = oldestOf(keptDays.value, now);
      // Loops because links may be counted during the writes and `onChange`.
      while (this.#pending.size > 0) {
        for (const [day, counts] of this.#pending) {
          this.#pending.delete(day);
          ignoreFailure(
            await this.#store.change(day, oldest, (stored) =>
              stored === undefined ? counts : sumOf(stored, counts),
            ),
          );
        }
        await this.#onChange();
      }
    } finally {
      this.#isWriting = false;
    }
  }
}

function countsOf(verdicts: readonly Verdict[]): Counts {
  const number = (is: (verdict: Verdict) => boolean): number => verdicts.filter(is).length;
  return {
    links: verdicts.length,
    danger: number(isDanger),
    caution: number((verdict) => verdict.kind === 'flagged' && verdict.level === 'caution'),
    // Without a list all links are unchecked, so the count would say nothing.
    unchecked: number((verdict) => verdict.kind === 'unchecked' && verdict.because !== 'no-channel'),
    trusted: number((verdict) => verdict.kind === 'allowed'),
  };
}

function sumOf(a: DayStatistics, b: Counts): DayStatistics {
  return {
    day: a.day,
    links: a.links + b.links,
    danger: a.danger + b.danger,
    caution: a.caution + b.caution,
    unchecked: a.unchecked + b.unchecked,
    trusted: a.trusted + b.trusted,
  };
}

/** Undoes an import's counts. Stored counts may have been cleared since the import, so none falls below 0. */
export function withoutCounts(stored: DayStatistics, taken: DayStatistics): DayStatistics | null {
  const links = Math.max(stored.links - taken.links, 0);
  if (links === 0) return null;
  return {
    day: stored.day,
    links,
    danger: Math.max(stored.danger - taken.danger, 0),
    caution: Math.max(stored.caution - taken.caution, 0),
    unchecked: Math.max(stored.unchecked - taken.unchecked, 0),
    trusted: Math.max(stored.trusted - taken.trusted, 0),
  };
}

const oldestOf = (days: RetentionDays, now: number): string => localDay(now - days * 86_400);

/** Local date, `2026-11-20`. @param now - Unix seconds */
export function localDay(now: number): string {
  const date = new Date(now * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
