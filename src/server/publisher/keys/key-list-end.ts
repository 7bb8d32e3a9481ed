import { counted, timeText } from '../../node/terminal/numbers.ts';

const DAY = 86_400;

/** The root key lies where it is not at hand: time to fetch it. Seconds. */
const WARN_BEFORE_SECONDS = 30 * DAY;

/**
 * What there is to say of the end of the list of snapshot keys, from when on readers take nothing that these keys have
 * signed; null while it is far away. Times are Unix time, seconds.
 *
 * @param indexExpiresAt - the list must not end before what it vouches for
 */
export function keyListEndWarning(expiresAt: number, indexExpiresAt: number, now: number): string | null {
  const endsFirst = expiresAt < indexExpiresAt;
  if (expiresAt - now >= WARN_BEFORE_SECONDS && !endsFirst) return null;
  const days = counted(Math.floor((expiresAt - now) / DAY), 'day');
  return `The list of snapshot keys ends on ${timeText(expiresAt)}, in ${days}${endsFirst ? ', before the index does' : ''}: then nothing that they sign is taken any more. "spamlight keygen --role list" makes a new one.`;
}
