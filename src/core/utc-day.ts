export const DAY_SECONDS = 86_400;

/** Days since 1970-01-01, by UTC. @param time - Unix time, seconds */
export function dayNumberOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** The UTC day of a time, as `2026-11-20`. @param time - Unix time, seconds */
export function utcDayOf(time: number): string {
  // From days to a date in the proleptic Gregorian calendar; `Date` is a clock, which the core does without.
  // Source: H. Hinnant, "chrono-Compatible Low-Level Date Algorithms", civil_from_days.
  const z = dayNumberOf(time) + 719_468;
  const era = Math.floor(z / 146_097);
  const dayOfEra = z - era * 146_097;
  const yearOfEra = Math.floor(
    (dayOfEra -
      Math.floor(dayOfEra / 1460) +
      Math.floor(dayOfEra / 36_524) -
      Math.floor(dayOfEra / 146_096)) /
      365,
  );
  const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
  const monthFromMarch = Math.floor((5 * dayOfYear + 2) / 153);
  const day = dayOfYear - Math.floor((153 * monthFromMarch + 2) / 5) + 1;
  const month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9;
  const year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0);
  const padded = (value: number, digits: number): string => String(value).padStart(digits, '0');
  return `${padded(year, 4)}-${padded(month, 2)}-${padded(day, 2)}`;
}

/** A day in UTC as `2026-11-20`; it becomes part of a path, so nothing else is let through. */
export function toUtcDay(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$/.test(value)
    ? value
    : null;
}
