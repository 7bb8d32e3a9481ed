import { type ClickDecision, clickDecision } from '../../../core/verdict/verdict.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

/** Whether preferences decide. If so, the click waits for them. */
export function dependsOnChoice(answer: LinkVerdict | undefined): boolean {
  const verdict = answer?.verdict;
  return verdict?.kind === 'flagged' || (verdict?.kind === 'unchecked' && verdict.asks);
}

export function decideClick(
  answer: LinkVerdict | undefined,
  preferences: Pick<CurrentPreferences, 'onDanger' | 'onCaution' | 'administered'>,
): ClickDecision {
  const decision = answer === undefined ? 'check' : clickDecision(answer.verdict, preferences);
  return decision === 'ask' && !preferences.administered.canOpenAnyway ? 'refuse' : decision;
}

const WORST_FIRST: readonly ClickDecision[] = ['refuse', 'ask', 'check', 'open'];

/** For nested links, because the browser may follow any of them. */
export function strictest(decisions: readonly ClickDecision[]): ClickDecision {
  return WORST_FIRST.find((decision) => decisions.includes(decision)) ?? 'open';
}
