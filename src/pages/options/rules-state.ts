import type { Rule, ScopedSubject } from '../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../core/verdict/trust-scopes.ts';
import type { TrustScope } from '../../core/verdict/verdict.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { RuleRefusal } from '../../protocol/rule-messages.ts';
import type { NotShown } from '../answered.ts';
import type { Sentence } from '../status-sentences.ts';
import type { PendingRules } from './pending-rules.ts';
import type { RuleOrder } from './rule-order.ts';

/** Rows drawn at once; more come when the reader asks, so that 20,000 rules do not hold up the page. */
export const ROWS_AT_ONCE = 50;

/** As typed, so that a refused form keeps what was entered. */
export interface TypedRule {
  readonly subject: string;
  readonly scope: TrustScope;
  readonly expiresAt: number | null;
  readonly note: string;
}

export type Undo =
  /** What was removed. */
  | { readonly kind: 'put-back'; readonly rules: readonly Rule[] }
  /** What was added just now, for something else about the same subject or not. */
  | { readonly kind: 'take-back'; readonly ruleId: string }
  /** What a file or pasted lines added, and what that replaced. */
  | { readonly kind: 'take-out'; readonly ids: readonly string[]; readonly replaced: readonly Rule[] };

export interface RulesListState {
  readonly kind: 'ready';
  readonly rules: readonly Rule[];
  readonly search: string;
  readonly rows: number;
  readonly scope: TrustScope;
  /** What stands in the subject field, to say at once what it would cover. */
  readonly typed: string;
  /** What the typed subject would cover; null until that is worked out. */
  readonly meaning: ScopedSubject | SubjectFailure | null;
  /** What can be chosen in place of a subject that is many people's. */
  readonly offer: ScopedSubject | null;
  /** Counts the rules added here; a new number empties the form. */
  readonly form: number;
  readonly refused: { readonly because: RuleRefusal; readonly subject: string } | null;
  readonly editing: string | null;
  readonly order: RuleOrder;
  /** What pasted lines or a file would change; null while nothing is looked at. */
  readonly pending: PendingRules | null;
  readonly said: Sentence;
  readonly undo: Undo | null;
}

/** There is no list to show. */
export interface RulesUnready {
  readonly kind: 'loading' | NotShown;
}

export type RulesState = RulesUnready | RulesListState;

export interface RulesActions {
  readonly search: (text: string) => void;
  readonly more: () => void;
  readonly chooseScope: (scope: TrustScope) => void;
  readonly type: (subject: string) => void;
  readonly add: (typed: TypedRule) => void;
  readonly edit: (id: string | null) => void;
  readonly save: (id: string, note: string, expiresAt: number | null) => void;
  readonly remove: (ids: readonly string[]) => void;
  readonly undo: (undo: Undo) => void;
  readonly sort: (order: RuleOrder) => void;
  /** Says what pasted lines would change. */
  readonly look: (text: string) => void;
  /** Makes the change that was looked at, or leaves it. */
  readonly takePending: () => void;
  readonly dropPending: () => void;
  readonly exportList: () => void;
  /** One subject a line; what a line cannot say is a comment. */
  readonly exportText: () => void;
  readonly importFile: (file: File) => void;
}

/** In subject and note, as typed, without regard to case. */
export function foundRules(rules: readonly Rule[], search: string): readonly Rule[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return rules;
  return rules.filter(
    ({ subject, note }) => subject.toLowerCase().includes(wanted) || note.toLowerCase().includes(wanted),
  );
}

export function refusalKey(refusal: RuleRefusal, action: Rule['action']): MessageKey {
  switch (refusal) {
    case 'not-judged-here':
    case 'not-in-a-message':
      return 'refusal_not_judged_here';
    case 'not-trustable':
      return action === 'trust' ? 'refusal_not_trustable' : 'refusal_not_blockable';
    case 'unreadable':
      return 'refusal_unreadable';
    case 'wildcard':
      return 'refusal_wildcard';
    case 'too-many':
      return 'refusal_too_many';
    case 'too-fast':
      return 'refusal_too_fast';
    case 'not-stored':
      return 'refusal_not_stored';
    case 'set-by-administrator':
      return 'refusal_administrator';
  }
}
