import { counted, timeText } from '../../node/terminal/numbers.ts';

const DAY = 86_400;

/** Seconds: the root key is stored offline and must be fetched. */
const WARN_BEFORE_SECONDS = 30 * DAY;

/**
 * Null while the end is far away. Afterwards readers refuse everything that these keys sign. Times are Unix time,
 * seconds.
 *
 * @param indexExpiresAt - the list must last as long
 */
export function keyListEndWarning(expiresAt: number, indexExpiresAt: number, now: number): string | null {
  const endsFirst = expiresAt < indexExpiresAt;
  if (expiresAt - now >= WARN_BEFORE_SECONDS && !endsFirst) return null;
  const days = counted(Math.floor((expiresAt - now) / DAY), 'day');
  return `The list of snapshot keys ends on ${timeText(expiresAt)}, in ${days}${endsFirst ? ', before the index does' : ''}: then nothing that they sign is taken any more. "spamlight keygen --role list" makes a new one.`;
}
