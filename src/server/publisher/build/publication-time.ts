import { fail, ok, type Result } from '../../../core/result.ts';
import { timeText } from '../../node/terminal/numbers.ts';
import type { BuildFailure, BuildRequest } from './build-request.ts';

/**
 * Network-set clocks differ by less than this. A build whose clock is less than this behind the last publication reuses
 * that publication's time: times may repeat, not decrease.
 */
const MOST_APART_SECONDS = 300;

export interface DatedSerial {
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
}

/**
 * A clock set back would let entries expire too early, and repeat a day in the deltas.
 *
 * @param last - null before the first publication
 * @returns Unix seconds; before `last` only if the request allows it
 */
export function publicationTime(
  { now, allowsEarlier }: Pick<BuildRequest, 'now' | 'allowsEarlier'>,
  last: DatedSerial | null,
): Result<number, BuildFailure> {
  if (last === null || now >= last.publishedAt) return ok(now);
  if (last.publishedAt - now < MOST_APART_SECONDS) return ok(last.publishedAt);
  if (allowsEarlier) return ok(now);
  return fail({
    kind: 'clock-behind',
    message: `This machine's clock (${timeText(now)}) is before the last publication (serial ${last.serial}, ${timeText(last.publishedAt)}): set it. Entries would be given a wrong day, and expire too early. If it is right, that publication was by a clock that was ahead, and --allow-earlier goes on from it. Nothing was changed.`,
  });
}
