import { fail, ok, type Result } from '../../../core/result.ts';
import { timeText } from '../../node/terminal/numbers.ts';
import type { BuildFailure, BuildRequest } from './build-request.ts';

/**
 * Machines that build in turn, each set by the network, are seconds apart. So much, in seconds, is no clock that is
 * wrong: the build takes the time of the last publication. It does not wait until its own clock has come there, which
 * nobody would gain by: times need not rise from one serial to the next, they must not fall, and the day is the same
 * but around midnight, where it must be the later one.
 */
const MOST_APART_SECONDS = 300;

export interface DatedSerial {
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
}

/**
 * When a build counts as published.
 *
 * A clock that was set back would give each entry a day in the past as the first on which it was seen, so that it
 * expires as soon as the clock is right, and would give two stretches of one day to the deltas.
 *
 * @param last - the last publication that is known of; null: there was none
 * @returns Unix time, seconds, not below that of the last unless the request allows it
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
