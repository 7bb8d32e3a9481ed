import type { MarkedLink } from '../../marks/marked-link.ts';
import { MAX_MARKS_AT_ONCE } from '../../marks/max-marks.ts';
import { NO_SIGN, type MessageSign } from '../../marks/message-sign.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';

/**
 * The signs, and what of a message has no mark: links beyond those that can be marked at once, and flagged ones that are
 * drawn where no mark can be.
 */
export function signsWithMore(
  signs: ReadonlyMap<OpenMessage, MessageSign>,
  marked: readonly MarkedLink[],
  isUnplaced: (marked: MarkedLink) => boolean,
): ReadonlyMap<OpenMessage, MessageSign> {
  const all = new Map(signs);
  const counts = new Map<OpenMessage, number>();
  for (const each of marked) {
    const { message } = each.link;
    // A sign is a message's own.
    if (message.isPage === true) continue;
    counts.set(message, (counts.get(message) ?? 0) + 1);
    if (each.level === 'unchecked' || !isUnplaced(each)) continue;
    const sign = all.get(message) ?? NO_SIGN;
    const { count = 0, first = each } = sign.unplaced ?? {};
    all.set(message, { ...sign, unplaced: { count: count + 1, first } });
  }
  for (const [message, count] of counts) {
    if (count > MAX_MARKS_AT_ONCE)
      all.set(message, { ...(all.get(message) ?? NO_SIGN), more: count - MAX_MARKS_AT_ONCE });
  }
  return all;
}
