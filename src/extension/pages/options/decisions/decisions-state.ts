import type { Rule, ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../../../core/verdict/trust-scopes.ts';
import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { Correction } from '../../../protocol/evidence-messages.ts';
import type { RuleRefusal } from '../../../protocol/rule-messages.ts';
import type { LoadFailure } from '../../background-answers.ts';
import type { Undo } from '../../decisions.tsx';
import type { Sentence } from '../../status-sentences.ts';
import type { ForgetActions } from '../parts/confirm-button.tsx';
import type { PendingRules } from './pending-rules.ts';

/** Rows shown before "Show more": with the form, they fit two screens of 800 pixels. */
export const ROWS_AT_FIRST = 12;

/** Rows added per "Show more": drawing all 20,000 would block the page. */
export const MORE_ROWS = 100;

interface Decided {
  readonly key: string;
  readonly subject: string;
  /** Unix seconds. Pauses sort as newest, since a pause affects a whole site. */
  readonly at: number;
  /** Unix seconds; null: never. */
  readonly endsAt: number | null;
}

export interface DecidedRule extends Decided {
  readonly kind: Rule['action'];
  readonly rule: Rule;
}

export type Decision =
  | DecidedRule
  | (Decided & { readonly kind: Correction['correction']; readonly correction: Correction })
  | (Decided & { readonly kind: 'paused' });

/** `messages`: the reader's corrections, *fine* or *spam*. */
export const DECISION_FILTERS = ['all', 'trust', 'block', 'messages', 'paused'] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];

export const DECISION_ORDERS = ['newest', 'name', 'end'] as const;
export type DecisionOrder = (typeof DECISION_ORDERS)[number];

/** As typed, so that a refused form keeps its input. */
export interface TypedRule {
  readonly subject: string;
  readonly scope: TrustScope;
  readonly expiresAt: number | null;
  readonly note: string;
}

export interface DecisionsReady {
  readonly kind: 'ready';
  readonly all: readonly Decision[];
  readonly counts: Readonly<Record<DecisionFilter, number>>;
  /** Senders stored as hashes, which can be counted but not named. */
  readonly remembered: number;
  readonly filter: DecisionFilter;
  readonly search: string;
  readonly order: DecisionOrder;
  readonly rows: number;
  /** Action of the rules that the forms add. */
  readonly action: Rule['action'];
  readonly scope: TrustScope;
  readonly typed: string;
  /** What `typed` covers; null while empty or computing. */
  readonly meaning: ScopedSubject | SubjectFailure | null;
  /** Narrower alternative if many people share the typed subject. */
  readonly offer: ScopedSubject | null;
  /** Counts added rules. Part of element keys, so an addition clears forms and search. */
  readonly form: number;
  readonly refused: { readonly because: RuleRefusal; readonly subject: string } | null;
  readonly editing: string | null;
  readonly pending: PendingRules | null;
  readonly asksToForget: boolean;
  readonly said: Sentence;
  readonly undo: Undo | null;
}

export interface DecisionsUnready {
  readonly kind: 'loading' | LoadFailure;
}

export type DecisionsState = DecisionsUnready | DecisionsReady;

export interface DecisionsActions extends ForgetActions {
  readonly filter: (filter: DecisionFilter) => void;
  readonly search: (text: string) => void;
  readonly sort: (order: DecisionOrder) => void;
  readonly more: () => void;
  readonly chooseAction: (action: Rule['action']) => void;
  readonly chooseScope: (scope: TrustScope) => void;
  readonly type: (subject: string) => void;
  readonly add: (action: Rule['action'], typed: TypedRule) => void;
  readonly edit: (id: string | null) => void;
  readonly save: (id: string, note: string, expiresAt: number | null) => void;
  readonly takeBack: (decision: Decision) => void;
  readonly undo: (undo: Undo) => void;
  readonly look: (text: string) => void;
  readonly takePending: () => void;
  readonly dropPending: () => void;
}

export function decisionsOf(
  rules: readonly Rule[],
  corrections: readonly Correction[],
  pausedOrigins: readonly string[],
): readonly Decision[] {
  return [
    ...pausedOrigins.map(
      (origin) =>
        ({
          kind: 'paused',
          key: `pause ${origin}`,
          subject: origin,
          at: Number.MAX_SAFE_INTEGER,
          endsAt: null,
        }) as const,
    ),
    ...rules.map((rule) => ({
      kind: rule.action,
      key: `rule ${rule.id}`,
      subject: rule.subject,
      at: rule.addedAt,
      endsAt: rule.expiresAt,
      rule,
    })),
    ...corrections.map((correction) => ({
      kind: correction.correction,
      key: `correction ${correction.id}`,
      subject: correction.subject,
      at: correction.addedAt,
      endsAt: null,
      correction,
    })),
  ];
}

export function isShownBy(filter: DecisionFilter, { kind }: Decision): boolean {
  if (filter === 'messages') return kind === 'fine' || kind === 'spam';
  return filter === 'all' || filter === kind;
}

export function countsOf(all: readonly Decision[]): Readonly<Record<DecisionFilter, number>> {
  const counts = { all: all.length, trust: 0, block: 0, messages: 0, paused: 0 };
  for (const { kind } of all) counts[kind === 'fine' || kind === 'spam' ? 'messages' : kind]++;
  return counts;
}

export function foundDecisions({
  all,
  filter,
  search,
}: Pick<DecisionsReady, 'all' | 'filter' | 'search'>): readonly Decision[] {
  const shown = filter === 'all' ? all : all.filter((decision) => isShownBy(filter, decision));
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return shown;
  return shown.filter(
    (decision) =>
      decision.subject.toLowerCase().includes(wanted) ||
      ('rule' in decision && decision.rule.note.toLowerCase().includes(wanted)),
  );
}

export function rulesIn(all: readonly Decision[], action: Rule['action']): readonly Rule[] {
  return all.flatMap((decision) => ('rule' in decision && decision.kind === action ? [decision.rule] : []));
}
