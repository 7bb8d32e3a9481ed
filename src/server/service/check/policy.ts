import type { FieldProblem } from '../../../core/fields/field-problems.ts';
import { isRecord } from '../../../core/fields/is-record.ts';
import { fail, ok, type Result } from '../../../core/result.ts';
import { CATEGORIES, type Category, type Reason, type Verdict } from '../../../core/verdict/verdict.ts';

/** From mildest to strictest. */
export const ACTIONS = ['allow', 'review', 'block'] as const;
export type Action = (typeof ACTIONS)[number];

export interface Policy {
  /** For certain phishing, malware or scam. Never `allow`. */
  readonly danger: Action;
  readonly caution: Action;
  /** Message evidence without a listing: at most `review`. */
  readonly evidence: Action;
  /** `allow` fails open; the answer still says `unchecked`. */
  readonly unchecked: Action;
  /** Shortener or tracker links with unknown destination. */
  readonly hidden: Action;
  /** Per category, instead of `danger` or `caution`. */
  readonly categories: Readonly<Partial<Record<Category, Action>>>;
}

export const DEFAULT_POLICY: Policy = {
  danger: 'block',
  caution: 'review',
  evidence: 'review',
  unchecked: 'review',
  hidden: 'allow',
  categories: {},
};

const FIELDS: Readonly<Record<Exclude<keyof Policy, 'categories'>, readonly Action[]>> = {
  danger: ['review', 'block'],
  caution: ACTIONS,
  evidence: ['allow', 'review'],
  unchecked: ACTIONS,
  hidden: ACTIONS,
};

/** Missing fields take defaults; unknown ones are problems. */
export function parsePolicy(value: unknown): Result<Policy, readonly FieldProblem[]> {
  if (!isRecord(value)) return fail([{ path: '', message: 'must be an object' }]);
  const problems: FieldProblem[] = [];
  const policy: { -readonly [Field in keyof Policy]: Policy[Field] } = { ...DEFAULT_POLICY };
  for (const [name, given] of Object.entries(value)) {
    if (name === '$schema') continue;
    if (name === 'categories') {
      policy.categories = categoriesOf(given, problems);
      continue;
    }
    const field = fieldNames.find((known) => known === name);
    if (field === undefined) problems.push({ path: name, message: 'is not known here' });
    else policy[field] = actionOf(given, FIELDS[field], name, problems) ?? policy[field];
  }
  return problems.length > 0 ? fail(problems) : ok(policy);
}

const fieldNames = ['danger', 'caution', 'evidence', 'unchecked', 'hidden'] as const;

function categoriesOf(value: unknown, problems: FieldProblem[]): Policy['categories'] {
  if (!isRecord(value)) {
    problems.push({ path: 'categories', message: 'must be an object' });
    return {};
  }
  const categories: Partial<Record<Category, Action>> = {};
  for (const [name, given] of Object.entries(value)) {
    const path = `categories.${name}`;
    const category = CATEGORIES.find((known) => known === name);
    if (category === undefined) {
      problems.push({ path, message: `must be one of ${CATEGORIES.join(', ')}` });
      continue;
    }
    // Allowing listed phishing would be a mistake, not a policy.
    const action = actionOf(given, category === 'spam' ? ACTIONS : ['review', 'block'], path, problems);
    if (action !== null) categories[category] = action;
  }
  return categories;
}

function actionOf(
  value: unknown,
  actions: readonly Action[],
  path: string,
  problems: FieldProblem[],
): Action | null {
  const action = actions.find((known) => known === value) ?? null;
  if (action === null) problems.push({ path, message: `must be one of ${actions.join(', ')}` });
  return action;
}

export function actionFor(verdict: Verdict, policy: Policy): Action {
  switch (verdict.kind) {
    case 'clear':
      return verdict.hidden === undefined ? 'allow' : policy.hidden;
    case 'allowed':
      return 'allow';
    case 'unchecked':
      return policy.unchecked;
    case 'flagged':
      return strictest(verdict.reasons.map((reason) => actionForReason(reason, policy)));
  }
}

function actionForReason(reason: Reason, policy: Policy): Action {
  switch (reason.kind) {
    case 'listed':
      // An address that the link only carries is at most caution, whatever its category.
      return reason.isCarried === true
        ? laxest(policy.caution, policy.categories[reason.category] ?? policy.caution)
        : (policy.categories[reason.category] ?? policy[reason.level]);
    case 'evidence':
      return policy.evidence;
    case 'truncated':
      return strictest([policy.unchecked, policy.caution]);
    case 'blocked':
    case 'self-test':
      return policy.danger;
  }
}

function laxest(one: Action, other: Action): Action {
  return strictest([one, other]) === one ? other : one;
}

export function strictest(actions: Iterable<Action>): Action {
  let found: Action = 'allow';
  for (const action of actions) if (ACTIONS.indexOf(action) > ACTIONS.indexOf(found)) found = action;
  return found;
}
