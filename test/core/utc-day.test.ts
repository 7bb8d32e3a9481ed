import { expect, test } from 'vitest';
import { DAY_SECONDS, dayNumberOf, toUtcDay, utcDayOf } from '../../src/core/utc-day.ts';

test('numbers of days agree with the calendar of the platform', () => {
  for (let time = 0; time < 2 ** 32; time += 86_399 * 17) {
    expect(utcDayOf(time)).toBe(new Date(time * 1000).toISOString().slice(0, 10));
    expect(utcDayOf(dayNumberOf(time) * DAY_SECONDS)).toBe(utcDayOf(time));
  }
});

test('a day in UTC ends with its last second', () => {
  expect([utcDayOf(DAY_SECONDS - 1), utcDayOf(DAY_SECONDS)]).toEqual(['1970-01-01', '1970-01-02']);
});

test.each(['2026-11-20', '2024-02-29'])('a text is the name of a day: %s', (day) =>
  expect(toUtcDay(day)).toBe(day),
);

test.each([
  '2026-11-2',
  '2026-13-01',
  '2026-00-01',
  '2026-11-00',
  '2026-11-32',
  '2026-02-29',
  '9999-99-99',
  '1969-12-31',
  '../2026-11-20',
  ' 2026-11-20',
  20_261_120,
  null,
])('a text is not the name of a day: %s', (day) => expect(toUtcDay(day)).toBeNull());
