import type { MarkedLink } from '../marked-link.ts';
import { MAX_MARKS_AT_ONCE } from '../max-marks.ts';
import { NO_SIGN, type MessageSign } from '../message-sign.ts';
import type { OpenMessage } from '../open-messages.ts';

/** The signs, and that a message has more marked links than can be marked at once. */
export function signsWithMore(
  signs: ReadonlyMap<OpenMessage, MessageSign>,
  marked: readonly Pick<MarkedLink, 'link'>[],
): ReadonlyMap<OpenMessage, MessageSign> {
  if (marked.length <= MAX_MARKS_AT_ONCE) return signs;
  const counts = new Map<OpenMessage, number>();
  for (const { link } of marked) {
    // A sign is a message's own.
    if (link.message.isPage !== true) counts.set(link.message, (counts.get(link.message) ?? 0) + 1);
  }
  const all = new Map(signs);
  for (const [message, count] of counts) {
    if (count > MAX_MARKS_AT_ONCE)
      all.set(message, { ...(signs.get(message) ?? NO_SIGN), more: count - MAX_MARKS_AT_ONCE });
  }
  return all;
}
