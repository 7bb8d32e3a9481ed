import type { Decision, DecisionOrder } from './decisions-state.ts';

/** Code units: subjects are host names and addresses, and 20,000 of them are sorted while somebody waits. */
function byName(a: Decision, b: Decision): number {
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
}

/** What has no end is last: whoever asks for this order looks for what runs out. */
const NEVER = Number.MAX_SAFE_INTEGER;

const COMPARE: Readonly<Record<DecisionOrder, (a: Decision, b: Decision) => number>> = {
  newest: (a, b) => b.at - a.at || byName(a, b),
  name: byName,
  end: (a, b) => (a.endsAt ?? NEVER) - (b.endsAt ?? NEVER) || byName(a, b),
};

export function inOrder(decisions: readonly Decision[], order: DecisionOrder): readonly Decision[] {
  return decisions.toSorted(COMPARE[order]);
}
