import type { LinkService } from './link-service.ts';

/** Links of one measurement: enough for a clock that tells tenths of a millisecond, and over before anybody waits. */
const LINKS = 200;

/**
 * How long one link takes in all lists that are in use, in microseconds: the mean of a batch that no list has, as nearly
 * all links are.
 *
 * @param clock - milliseconds
 */
export async function lookupMicroseconds(
  links: Pick<LinkService, 'judge'>,
  clock: () => number,
): Promise<number> {
  const hrefs = Array.from({ length: LINKS }, (_, place) => `https://w${place}.lookup.test/a/b?c=${place}`);
  // The first loads what is not in memory yet.
  await links.judge(hrefs.slice(0, 1), null, null);
  const from = clock();
  await links.judge(hrefs, null, null);
  return (1_000 * (clock() - from)) / LINKS;
}
