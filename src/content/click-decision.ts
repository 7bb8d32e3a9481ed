import type { LinkVerdict, Preferences } from '../protocol/messages.ts';

/** What happens at a click. `check`: nothing is known, so the link is asked about alone, ahead of all others. */
export type ClickDecision = 'open' | 'ask' | 'refuse' | 'check';

/**
 * Caution asks only where the reader said so, and what cannot be checked opens: without a list nothing could be
 * opened at all. Only what nobody has answered yet is asked about first.
 */
export function decideClick(
  answer: LinkVerdict | undefined,
  { onDanger, onCaution }: Pick<Preferences, 'onDanger' | 'onCaution'>,
): ClickDecision {
  if (answer === undefined) return 'check';
  const { verdict } = answer;
  switch (verdict.kind) {
    case 'clear':
    case 'allowed':
      return 'open';
    case 'unchecked':
      return verdict.because === 'overloaded' ? 'check' : 'open';
    case 'flagged':
      if (verdict.level === 'caution') return onCaution === 'ask' ? 'ask' : 'open';
      return onDanger === 'mark' ? 'open' : onDanger === 'ask' ? 'ask' : 'refuse';
  }
}

const WORST_FIRST: readonly ClickDecision[] = ['refuse', 'ask', 'check', 'open'];

/** Of links inside links, which the browser may follow is not worth guessing: the strictest decision counts. */
export function strictest(decisions: readonly ClickDecision[]): ClickDecision {
  return WORST_FIRST.find((decision) => decisions.includes(decision)) ?? 'open';
}
