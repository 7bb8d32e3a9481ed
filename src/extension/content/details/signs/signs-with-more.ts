import type { MarkedLink } from '../../marks/marked-link.ts';
import { MAX_MARKS_AT_ONCE } from '../../marks/max-marks.ts';
import { NO_SIGN, type MessageSign } from '../../marks/message-sign.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';

/** Adds counts of links without a mark: beyond the limit, or flagged without a place. */
export function signsWithMore(
  signs: ReadonlyMap<OpenMessage, MessageSign>,
  marked: readonly MarkedLink[],
  isUnplaced: (marked: MarkedLink) => boolean,
): ReadonlyMap<OpenMessage, MessageSign> {
  const all = new Map(signs);
  const counts = new Map<OpenMessage, number>();
  for (const each of marked) {
    const { message } = each.link;
    // Only messages have signs.
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
