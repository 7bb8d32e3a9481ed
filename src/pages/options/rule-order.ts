import type { Rule } from '../../core/verdict/rules.ts';

export const RULE_ORDERS = ['newest', 'name', 'end'] as const;
export type RuleOrder = (typeof RULE_ORDERS)[number];

/** Code units: subjects are host names and addresses, and 10,000 of them are sorted while somebody waits. */
function byName(a: Rule, b: Rule): number {
  return a.subject < b.subject ? -1 : a.subject > b.subject ? 1 : 0;
}

/** Rules without an end are last: of those the reader looks for nothing that runs out. */
const NEVER = Number.MAX_SAFE_INTEGER;

const COMPARE: Readonly<Record<RuleOrder, (a: Rule, b: Rule) => number>> = {
  newest: (a, b) => b.addedAt - a.addedAt || byName(a, b),
  name: byName,
  end: (a, b) => (a.expiresAt ?? NEVER) - (b.expiresAt ?? NEVER) || byName(a, b),
};

export function inOrder(rules: readonly Rule[], order: RuleOrder): readonly Rule[] {
  return rules.toSorted(COMPARE[order]);
}
