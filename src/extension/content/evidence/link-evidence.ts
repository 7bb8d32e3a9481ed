import { withEvidence } from '../../../core/verdict/with-evidence.ts';
import type { MessageAnswer } from '../../protocol/evidence-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';

/**
 * What is known of a link, with what its message's evidence adds where a reason points at it.
 *
 * @param number - of the link among those of its message; undefined while it is not known
 */
export function answerWithEvidence(
  answer: LinkVerdict,
  number: number | undefined,
  message: MessageAnswer | null,
): LinkVerdict {
  if (message === null || message.kind !== 'flagged' || number === undefined) return answer;
  const at = message.linkIndices.indexOf(number);
  if (at < 0) return answer;
  const before = joined.get(answer);
  if (before?.message === message) return before.answer;
  const verdict = withEvidence(answer.verdict, message);
  // Of a link that was clear nothing came but that.
  const details = answer.layers.length === 0 ? message.pointedAt?.[at] : undefined;
  const joint = verdict === answer.verdict ? answer : { ...answer, ...details, verdict };
  joined.set(answer, { message, answer: joint });
  return joint;
}

/** The same object for the same two: what is drawn is drawn anew for a new one. */
const joined = new WeakMap<LinkVerdict, { readonly message: MessageAnswer; readonly answer: LinkVerdict }>();
