import type { MessageVerdict, Verdict } from '../../core/verdict/verdict.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';

/**
 * What is known of a link, with what its message's evidence adds: reasons to one that is listed, a caution to one that
 * a reason points at. Nothing is taken away by it, and what somebody allowed stays allowed.
 *
 * @param number - of the link among those of its message; undefined while it is not known
 */
export function withEvidence(
  answer: LinkVerdict,
  number: number | undefined,
  message: MessageVerdict | null,
): LinkVerdict {
  if (message === null || message.kind !== 'flagged' || number === undefined) return answer;
  if (!message.linkIndices.includes(number)) return answer;
  const before = joined.get(answer);
  if (before?.message === message) return before.answer;
  const verdict = verdictWith(answer.verdict, message);
  const joint = verdict === answer.verdict ? answer : { ...answer, verdict };
  joined.set(answer, { message, answer: joint });
  return joint;
}

/** The same object for the same two: what is drawn is drawn anew for a new one. */
const joined = new WeakMap<LinkVerdict, { readonly message: MessageVerdict; readonly answer: LinkVerdict }>();

function verdictWith(verdict: Verdict, { asks, reasons }: MessageVerdict): Verdict {
  switch (verdict.kind) {
    case 'allowed':
      return verdict;
    case 'flagged':
      return { ...verdict, asks: verdict.asks || asks, reasons: [...verdict.reasons, ...reasons] };
    case 'clear':
      return { kind: 'flagged', level: 'caution', asks, reasons };
    case 'unchecked':
      return { kind: 'flagged', level: 'caution', asks: verdict.asks || asks, reasons };
  }
}
