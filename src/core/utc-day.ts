export const DAY_SECONDS = 86_400;

/** @param time - Unix seconds */
export function dayNumberOf(time: number): number {
  return Math.floor(time / DAY_SECONDS);
}

/** @param time - Unix seconds */
export function utcDayOf(time: number): string {
  // Proleptic Gregorian date, without `Date`, which is a clock. Source: H. Hinnant, "chrono-Compatible Low-Level Date
  // Algorithms", civil_from_days.
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

/** Null for an impossible date, or one before 1970. */
export function dayNumberOn(year: number, month: number, day: number): number | null {
  // oxlint-disable-next-line eslint/no-restricted-globals -- arithmetic of the calendar; no clock is read
  const time = Date.UTC(year, month - 1, day) / 1000;
  // `Date.UTC` rolls impossible dates over.
  const date = [year, month, day].map((part) => String(part).padStart(2, '0')).join('-');
  return year >= 1970 && utcDayOf(time) === date ? dayNumberOf(time) : null;
}

/** The day becomes part of a path, so no other form is accepted. */
export function toUtcDay(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(value) ?? [];
  return dayNumberOn(Number(year), Number(month), Number(day)) === null ? null : value;
}
