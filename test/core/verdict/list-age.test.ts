import { expect, test } from 'vitest';
import { ageOfList, endOfList } from '../../../src/core/verdict/list-age.ts';

const DAY = 86_400;
const publishedAt = 1_795_000_000;
const times = { publishedAt, receivedAt: publishedAt, expiresAt: publishedAt + 30 * DAY };

test.each([
  ['from the future, as a clock that is behind sees it', -5 * 365 * DAY, 'fresh'],
  ['new', 0, 'fresh'],
  ['a second short of a day', DAY - 1, 'fresh'],
  ['a day old', DAY, 'stale'],
  ['a second short of 14 days', 14 * DAY - 1, 'stale'],
  ['14 days old', 14 * DAY, 'expired'],
] as const)('a list is fresh, stale or expired by its age: %s', (_, age, kind) => {
  expect(ageOfList(times, publishedAt + age)).toBe(kind);
});

test('a publisher may end a list earlier than after 14 days, never later', () => {
  expect(endOfList({ ...times, expiresAt: publishedAt + DAY })).toBe(publishedAt + DAY);
  expect(endOfList({ ...times, expiresAt: publishedAt + 99 * DAY })).toBe(publishedAt + 14 * DAY);
  expect(ageOfList({ ...times, expiresAt: publishedAt + 60 }, publishedAt + 60)).toBe('expired');
});

test('a list whose date is ahead of the clock counts from when it came; a later coming makes nothing younger', () => {
  const receivedAt = publishedAt - 80 * 365 * DAY;
  const ahead = { ...times, receivedAt };
  expect(ageOfList(ahead, receivedAt)).toBe('fresh');
  expect(ageOfList(ahead, receivedAt + DAY - 1)).toBe('fresh');
  expect(ageOfList(ahead, receivedAt + DAY)).toBe('stale');
  expect(ageOfList(ahead, receivedAt + 14 * DAY)).toBe('expired');
  expect(endOfList({ ...times, receivedAt: publishedAt + 5 * DAY })).toBe(publishedAt + 14 * DAY);
});
