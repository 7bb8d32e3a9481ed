import { withEvidence } from '../../../core/verdict/with-evidence.ts';
import type { MessageAnswer } from '../../protocol/evidence-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';

/**
 * Adds the message's evidence to the verdict of a link that the evidence names.
 *
 * @param number - index of the link in its message
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
  // A clear link comes without layers, so the message's answer has them.
  const details = answer.layers.length === 0 ? message.pointedAt?.[at] : undefined;
  const joint = verdict === answer.verdict ? answer : { ...answer, ...details, verdict };
  joined.set(answer, { message, answer: joint });
  return joint;
}

/** One object per answer and message: a new object causes a redraw. */
const joined = new WeakMap<LinkVerdict, { readonly message: MessageAnswer; readonly answer: LinkVerdict }>();
