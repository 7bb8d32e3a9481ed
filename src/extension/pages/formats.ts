const DAY_SECONDS = 86_400;

/** The last second that `Date` can hold, 275760-09-13. */
const LAST_SECOND = 8_640_000_000_000;

/** Clamps to valid times: broken data must not break the page. */
function asDate(time: number): Date {
  const bounded = Math.max(-LAST_SECOND, Math.min(LAST_SECOND, Number.isNaN(time) ? 0 : time));
  return new Date(bounded * 1000);
}

/** Times are Unix seconds, shown in local time. */
export class Formats {
  readonly #tag: string;
  readonly #join: (day: string, clock: string) => string;
  readonly #zone: { readonly timeZone?: string };
  readonly #relative: Intl.RelativeTimeFormat;

  /** @param timeZone - for tests */
  constructor(tag: string, join: (day: string, clock: string) => string, timeZone?: string) {
    this.#tag = tag;
    this.#join = join;
    this.#zone = timeZone === undefined ? {} : { timeZone };
    this.#relative = new Intl.RelativeTimeFormat(tag, { numeric: 'auto' });
  }

  number(value: number): string {
    return new Intl.NumberFormat(this.#tag).format(value);
  }

  /** Decimal units: "3.9 MB". */
  bytes(count: number): string {
    const [unit, scale] =
      count >= 1e6
        ? (['megabyte', 1e6] as const)
        : count >= 1e3
          ? (['kilobyte', 1e3] as const)
          : (['byte', 1] as const);
    return new Intl.NumberFormat(this.#tag, {
      style: 'unit',
      unit,
      unitDisplay: unit === 'byte' ? 'long' : 'short',
      maximumFractionDigits: scale === 1e6 ? 1 : 0,
    }).format(count / scale);
  }

  /** "3 November", with the year unless it is the current one. */
  day(time: number, now: number): string {
    const year = this.#part(time, { year: 'numeric' }) === this.#part(now, { year: 'numeric' });
    return this.#part(time, { day: 'numeric', month: 'long', ...(year ? {} : { year: 'numeric' }) });
  }

  clock(time: number): string {
    return this.#part(time, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
  }

  /** "14:05" today, otherwise "3 November, 14:05". */
  moment(time: number, now: number): string {
    if (this.isSameDay(time, now)) return this.clock(time);
    const year = this.#part(time, { year: 'numeric' }) === this.#part(now, { year: 'numeric' });
    return this.#part(time, {
      day: 'numeric',
      month: 'long',
      ...(year ? {} : { year: 'numeric' }),
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    });
  }

  /** "today, 14:05", "yesterday, 14:05", "3 November". */
  listDate(time: number, now: number): string {
    const days = this.#daysBetween(time, now);
    return days === 0 || days === 1
      ? this.#join(this.listDay(time, now), this.clock(time))
      : this.listDay(time, now);
  }

  listDay(time: number, now: number): string {
    const days = this.#daysBetween(time, now);
    return days === 0 || days === 1 ? this.#relative.format(-days, 'day') : this.day(time, now);
  }

  weekday(time: number): string {
    return this.#part(time, { weekday: 'long' });
  }

  /** "3 Nov". */
  shortDay(time: number): string {
    return this.#part(time, { day: 'numeric', month: 'short' });
  }

  /** "12 minutes ago", "in 3 days". */
  relative(time: number, now: number): string {
    const seconds = asDate(time).getTime() / 1000 - asDate(now).getTime() / 1000;
    const size = Math.abs(seconds);
    if (size < 60) return this.#relative.format(0, 'minute');
    if (size < 3600) return this.#relative.format(Math.trunc(seconds / 60), 'minute');
    if (size < DAY_SECONDS) return this.#relative.format(Math.trunc(seconds / 3600), 'hour');
    return this.#relative.format(Math.trunc(seconds / DAY_SECONDS), 'day');
  }

  /** For date inputs: "2026-11-20". */
  isoDay(time: number): string {
    const parts = new Intl.DateTimeFormat('en-CA', { ...this.#zone, dateStyle: 'short' });
    return parts.format(asDate(time));
  }

  isSameDay(one: number, other: number): boolean {
    return this.isoDay(one) === this.isoDay(other);
  }

  #daysBetween(time: number, now: number): number {
    return (Date.parse(this.isoDay(now)) - Date.parse(this.isoDay(time))) / (DAY_SECONDS * 1000);
  }

  #part(time: number, options: Intl.DateTimeFormatOptions): string {
    return new Intl.DateTimeFormat(this.#tag, { ...this.#zone, ...options }).format(asDate(time));
  }
}
