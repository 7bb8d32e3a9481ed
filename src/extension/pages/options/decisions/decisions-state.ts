import type { Rule, ScopedSubject } from '../../../../core/verdict/rules.ts';
import type { SubjectFailure } from '../../../../core/verdict/trust-scopes.ts';
import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import type { Correction } from '../../../protocol/evidence-messages.ts';
import type { RuleRefusal } from '../../../protocol/rule-messages.ts';
import type { NotShown } from '../../answered.ts';
import type { Sentence } from '../../status-sentences.ts';
import type { ForgetActions } from '../parts/asks-first.ts';
import type { PendingRules } from './pending-rules.ts';

/** Rows drawn at first: with the form above them two screens of 800 pixels, and no more. */
export const ROWS_AT_FIRST = 12;

/** Rows that come when the reader asks for more, so that 20,000 rules do not hold up the page. */
export const MORE_ROWS = 100;

interface Decided {
  readonly key: string;
  readonly subject: string;
  /** Unix time, seconds. A pause has no day, and is first among the newest, as it covers most. */
  readonly at: number;
  /** Unix time, seconds; null if it has no end. */
  readonly endsAt: number | null;
}

export interface DecidedRule extends Decided {
  readonly kind: Rule['action'];
  readonly rule: Rule;
}

/** One decision of the reader or of their administrator, whatever it is about. */
export type Decision =
  | DecidedRule
  | (Decided & { readonly kind: Correction['correction']; readonly correction: Correction })
  | (Decided & { readonly kind: 'paused' });

/** `messages`: what was said of messages, *fine* or *spam*. */
export const DECISION_FILTERS = ['all', 'trust', 'block', 'messages', 'paused'] as const;
export type DecisionFilter = (typeof DECISION_FILTERS)[number];

export const DECISION_ORDERS = ['newest', 'name', 'end'] as const;
export type DecisionOrder = (typeof DECISION_ORDERS)[number];

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

export interface DecisionsReady {
  readonly kind: 'ready';
  /** In the chosen order. */
  readonly all: readonly Decision[];
  /** How many each filter shows. */
  readonly counts: Readonly<Record<DecisionFilter, number>>;
  /** Senders that are remembered as hashes: they can be counted, not named. */
  readonly remembered: number;
  readonly filter: DecisionFilter;
  readonly search: string;
  readonly order: DecisionOrder;
  readonly rows: number;
  /** What the forms add to: the allowlist or the block list. */
  readonly action: Rule['action'];
  readonly scope: TrustScope;
  /** What stands in the subject field, to say at once what it would cover. */
  readonly typed: string;
  /** What the typed subject would cover; null until that is worked out. */
  readonly meaning: ScopedSubject | SubjectFailure | null;
  /** What can be chosen in place of a subject that is many people's. */
  readonly offer: ScopedSubject | null;
  /** Counts the rules added here; a new number empties the forms and the search. */
  readonly form: number;
  readonly refused: { readonly because: RuleRefusal; readonly subject: string } | null;
  /** Id of the rule that is being edited. */
  readonly editing: string | null;
  /** What pasted lines or a file would change; null while nothing is looked at. */
  readonly pending: PendingRules | null;
  /** The reader is asked whether the senders are to be forgotten. */
  readonly asksToForget: boolean;
  readonly said: Sentence;
  readonly undo: Undo | null;
}

/** There is no table to show. */
export interface DecisionsUnready {
  readonly kind: 'loading' | NotShown;
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

/** Those that the filter shows and that have the words in subject or note, as typed, without regard to case. */
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

/** The allowlist or the block list. */
export function rulesIn(all: readonly Decision[], action: Rule['action']): readonly Rule[] {
  return all.flatMap((decision) => ('rule' in decision && decision.kind === action ? [decision.rule] : []));
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
