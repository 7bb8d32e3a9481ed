import { expect, test } from 'vitest';
import { ageOfList, endOfList } from '../../../src/core/verdict/list-age.ts';

const DAY = 86_400;
const publishedAt = 1_795_000_000;
const times = { publishedAt, expiresAt: publishedAt + 30 * DAY };

test.each([
  ['from the future, as a clock that is behind sees it', -5 * 365 * DAY, 'fresh'],
  ['new', 0, 'fresh'],
  ['a second short of a day', DAY - 1, 'fresh'],
  ['a day old', DAY, 'stale'],
  ['a second short of 14 days', 14 * DAY - 1, 'stale'],
  ['14 days old', 14 * DAY, 'expired'],
] as const)('a list %s', (_, age, kind) => {
  expect(ageOfList(times, publishedAt + age)).toBe(kind);
});

test('a publisher may end a list earlier, never later', () => {
  expect(endOfList({ publishedAt, expiresAt: publishedAt + DAY })).toBe(publishedAt + DAY);
  expect(endOfList({ publishedAt, expiresAt: publishedAt + 99 * DAY })).toBe(publishedAt + 14 * DAY);
  expect(ageOfList({ publishedAt, expiresAt: publishedAt + 60 }, publishedAt + 60)).toBe('expired');
});
