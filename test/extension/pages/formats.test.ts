import { describe, expect, test } from 'vitest';
import { contextIn, DAY, NOW } from './page-tools.ts';

const english = contextIn('en').formats;
const chinese = contextIn('zh_CN').formats;

describe('Formats', () => {
  test.each([
    Number.MAX_SAFE_INTEGER,
    -Number.MAX_SAFE_INTEGER,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    8.64e12 + 1,
  ])('Formats writes whatever number is called a time: %s', (time) => {
    for (const formats of [english, chinese]) {
      for (const written of [
        formats.day(time, NOW),
        formats.clock(time),
        formats.moment(time, NOW),
        formats.listDate(time, NOW),
        formats.weekday(time),
        formats.shortDay(time),
        formats.relative(time, NOW),
        formats.relative(NOW, time),
        formats.isoDay(time),
      ])
        expect(written).not.toBe('');
    }
  });

  test.each([
    [0, '0 bytes'],
    [1, '1 byte'],
    [999, '999 bytes'],
    [12_300, '12 kB'],
    [3_940_000, '3.9 MB'],
    [64_000_000, '64 MB'],
  ])('Formats writes %i bytes as %s', (count, expected) => {
    expect(english.bytes(count)).toBe(expected);
  });

  test.each([
    ['a moment of today by the clock alone', NOW - 3600, '13:00', '13:00'],
    ['one of another day with its date', NOW + DAY, '21 November at 14:00', '11月21日 14:00'],
    [
      'one of another year with the year',
      NOW - 365 * DAY,
      '20 November 2025 at 14:00',
      '2025年11月20日 14:00',
    ],
  ])('Formats writes %s', (_, time, inEnglish, inChinese) => {
    expect(english.moment(time, NOW)).toBe(inEnglish);
    expect(chinese.moment(time, NOW)).toBe(inChinese);
  });

  test.each([
    ['today', NOW - 55 * 60, 'today, 13:05', '今天 13:05'],
    ['yesterday', NOW - DAY, 'yesterday, 14:00', '昨天 14:00'],
    ['yesterday, though less than a day ago', NOW - 15 * 3600, 'yesterday, 23:00', '昨天 23:00'],
    ['earlier', NOW - 17 * DAY, '3 November', '11月3日'],
    ['last year', NOW - 365 * DAY, '20 November 2025', '2025年11月20日'],
    ['tomorrow, by a publisher whose clock is fast', NOW + DAY, '21 November', '11月21日'],
  ])('a page dates a list of %s', (_, time, inEnglish, inChinese) => {
    expect(english.listDate(time, NOW)).toBe(inEnglish);
    expect(chinese.listDate(time, NOW)).toBe(inChinese);
  });

  test.each([
    [NOW, 'this minute'],
    [NOW - 120, '2 minutes ago'],
    [NOW + 3600, 'in 1 hour'],
    [NOW - 3 * DAY, '3 days ago'],
  ])('Formats tells how long ago', (time, expected) => {
    expect(english.relative(time, NOW)).toBe(expected);
  });
});
