import type { Decision, DecisionOrder } from './decisions-state.ts';

/** Compares code units, which is fast enough for 20,000 host names and addresses. */
function byName(a: Decision, b: Decision): number {
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
}

const NEVER = Number.MAX_SAFE_INTEGER;

const COMPARE: Readonly<Record<DecisionOrder, (a: Decision, b: Decision) => number>> = {
  newest: (a, b) => b.at - a.at || byName(a, b),
  name: byName,
  end: (a, b) => (a.endsAt ?? NEVER) - (b.endsAt ?? NEVER) || byName(a, b),
};

export function inOrder(decisions: readonly Decision[], order: DecisionOrder): readonly Decision[] {
  return decisions.toSorted(COMPARE[order]);
}
