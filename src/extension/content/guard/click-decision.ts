import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';

/** `check`: no verdict yet. */
export type ClickDecision = 'open' | 'ask' | 'refuse' | 'check';

/** If so, the click waits for preferences. */
export function dependsOnChoice(answer: LinkVerdict | undefined): boolean {
  const verdict = answer?.verdict;
  return verdict?.kind === 'flagged' || (verdict?.kind === 'unchecked' && verdict.asks);
}

/**
 * The stricter of verdict and preference, unless the reader wants no questions. Unchecked links open: without a list
 * nothing would otherwise. But unanswered ones are checked first, and deliberately unreadable ones ask.
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

/** For nested links, whichever the browser would follow. */
export function strictest(decisions: readonly ClickDecision[]): ClickDecision {
  return WORST_FIRST.find((decision) => decisions.includes(decision)) ?? 'open';
}
