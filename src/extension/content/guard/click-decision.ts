import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

/** What happens at a click. `check`: nothing is known, so the link is asked about alone, ahead of all others. */
export type ClickDecision = 'open' | 'ask' | 'refuse' | 'check';

/** Whether what the reader chose has a say: until it is known, such a link waits. */
export function dependsOnChoice(answer: LinkVerdict | undefined): boolean {
  const verdict = answer?.verdict;
  return verdict?.kind === 'flagged' || (verdict?.kind === 'unchecked' && verdict.asks);
}

/**
 * What the verdict asks for and what the reader chose: the stricter of the two, but for a reader who wants no questions
 * at all. What cannot be checked opens, because without a list nothing could be opened otherwise; only what nobody
 * has answered yet is asked about first, and what was made to be unreadable.
 */
export function decideClick(
  answer: LinkVerdict | undefined,
  preferences: Pick<CurrentPreferences, 'onDanger' | 'onCaution' | 'administered'>,
): ClickDecision {
  const decision = byVerdict(answer, preferences);
  return decision === 'ask' && !preferences.administered.canOpenAnyway ? 'refuse' : decision;
}

function byVerdict(
  answer: LinkVerdict | undefined,
  { onDanger, onCaution }: Pick<CurrentPreferences, 'onDanger' | 'onCaution'>,
): ClickDecision {
  if (answer === undefined) return 'check';
  const { verdict } = answer;
  switch (verdict.kind) {
    case 'clear':
    case 'allowed':
      return 'open';
    case 'unchecked':
      if (verdict.because === 'overloaded') return 'check';
      return verdict.asks && onDanger !== 'mark' ? 'ask' : 'open';
    case 'flagged':
      if (verdict.level === 'danger') return AT_CHOICE[onDanger];
      return onCaution === 'mark' && verdict.asks && onDanger !== 'mark' ? 'ask' : AT_CHOICE[onCaution];
  }
}

const AT_CHOICE = { mark: 'open', ask: 'ask', disable: 'refuse' } as const;

const WORST_FIRST: readonly ClickDecision[] = ['refuse', 'ask', 'check', 'open'];

/** Of links inside links, which the browser may follow is not worth guessing: the strictest decision counts. */
export function strictest(decisions: readonly ClickDecision[]): ClickDecision {
  return WORST_FIRST.find((decision) => decisions.includes(decision)) ?? 'open';
}
