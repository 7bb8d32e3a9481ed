import { pluralize, timeText } from '../../node/terminal/numbers.ts';

const DAY = 86_400;

/** Leaves time to fetch the root key, which is stored offline. */
const WARN_BEFORE_SECONDS = 30 * DAY;

/**
 * Null while the list's end is further away than `WARN_BEFORE_SECONDS`. After it, readers refuse what these keys sign.
 * Unix seconds.
 *
 * @param indexExpiresAt - an earlier end of the list is always warned of
 */
export function keyListEndWarning(expiresAt: number, indexExpiresAt: number, now: number): string | null {
  const endsFirst = expiresAt < indexExpiresAt;
  if (expiresAt - now >= WARN_BEFORE_SECONDS && !endsFirst) return null;
  const days = pluralize(Math.floor((expiresAt - now) / DAY), 'day');
  return `The list of snapshot keys ends on ${timeText(expiresAt)}, in ${days}${endsFirst ? ', before the index does' : ''}: then nothing that they sign is taken any more. "spamlight keygen --role list" makes a new one.`;
}
