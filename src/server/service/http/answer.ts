import { worstTrouble } from '../check/change-source.ts';
import { ageOfList } from '../../../core/verdict/list-age.ts';
import type { EngineState, LinkAnswer, ListState } from './schemas.ts';
import type { ListFacts } from '../list/list-facts.ts';
import type { CheckedLink } from '../check/link-checker.ts';
import { actionFor, strictest, type Policy } from '../check/policy.ts';

/** A link with many layers may be listed many times. */
const MAX_REASONS = 8;

export function answerFor({ verdict, isSuspect }: CheckedLink, policy: Policy): LinkAnswer {
  const byVerdict = actionFor(verdict, policy);
  // People must review what may be listed but cannot be verified, even where unchecked links pass.
  const action = isSuspect ? strictest([byVerdict, 'review']) : byVerdict;
  if (verdict.kind !== 'flagged' || verdict.reasons.length <= MAX_REASONS) return { action, verdict };
  return { action, verdict: { ...verdict, reasons: verdict.reasons.slice(0, MAX_REASONS) } };
}

/** Never blocks, since senders can be forged. */
export function answerForSender(checked: CheckedLink, policy: Policy): LinkAnswer {
  const answer = answerFor(checked, policy);
  const isForLess = checked.verdict.kind === 'flagged' && answer.action === 'block';
  return isForLess ? { ...answer, action: 'review' } : answer;
}

export function listState(facts: ListFacts | null, now: number): ListState {
  if (facts === null) return null;
  const { channel, serial, entries, publishedAt } = facts;
  return {
    channel,
    serial,
    entries,
    publishedAt,
    age: Math.max(0, now - publishedAt),
    status: ageOfList(facts, now),
  };
}

export function engineState(
  hasEngine: boolean,
  checked: readonly Pick<CheckedLink, 'trouble'>[],
): EngineState {
  if (!hasEngine) return null;
  const trouble = worstTrouble(checked.map(({ trouble: one }) => one));
  return trouble === null || trouble === 'unreadable' ? 'current' : trouble;
}
