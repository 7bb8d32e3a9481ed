import type { Verdict } from '../../core/verdict/verdict.ts';
import type { PrivateStore } from '../../platform/private-store.ts';
import type { DayStatistics } from '../../protocol/statistics-messages.ts';

/** Days that are kept. */
const KEPT_DAYS = 400;

type Counts = Omit<DayStatistics, 'day'>;

/**
 * Counts verdicts by day, on this device only. Counts of one moment are written together, and a count that
 * is lost because the realm is stopped in between is not missed.
 */
export class Statistics {
  readonly #store: PrivateStore;
  readonly #onChange: () => void;
  #pending: DayStatistics | null = null;
  #writing: Promise<void> | null = null;

  constructor(store: PrivateStore, onChange: () => void) {
    this.#store = store;
    this.#onChange = onChange;
  }

  /** @param now - Unix time, seconds */
  count(verdicts: readonly Verdict[], now: number): void {
    if (verdicts.length === 0) return;
    const day = localDay(now);
    const before = this.#pending?.day === day ? this.#pending : null;
    const counts = countsOf(verdicts);
    this.#pending = before === null ? { day, ...counts } : sumOf(before, counts);
    this.#writing ??= this.#write(now).finally(() => {
      this.#writing = null;
    });
  }

  /** Resolves when everything counted so far is written. */
  async written(): Promise<void> {
    await this.#writing;
  }

  async #write(now: number): Promise<void> {
    while (this.#pending !== null) {
      const counts = this.#pending;
      this.#pending = null;
      await this.#store.addStatistics(counts, localDay(now - KEPT_DAYS * 86_400));
    }
    this.#onChange();
  }
}

function countsOf(verdicts: readonly Verdict[]): Counts {
  const number = (is: (verdict: Verdict) => boolean): number => verdicts.filter(is).length;
  return {
    links: verdicts.length,
    danger: number((verdict) => verdict.kind === 'flagged' && verdict.level === 'danger'),
    caution: number((verdict) => verdict.kind === 'flagged' && verdict.level === 'caution'),
    unchecked: number((verdict) => verdict.kind === 'unchecked'),
    trusted: number((verdict) => verdict.kind === 'allowed'),
  };
}

export function sumOf(a: DayStatistics, b: Counts): DayStatistics {
  return {
    day: a.day,
    links: a.links + b.links,
    danger: a.danger + b.danger,
    caution: a.caution + b.caution,
    unchecked: a.unchecked + b.unchecked,
    trusted: a.trusted + b.trusted,
  };
}

/** `2026-11-20`, by the local clock. @param now - Unix time, seconds */
export function localDay(now: number): string {
  const date = new Date(now * 1000);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}
