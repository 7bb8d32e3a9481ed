import type { Rule } from '../../../../core/verdict/rules.ts';
import type { MessageKey } from '../../../platform/texts/texts.ts';
import {
  answerOrNull,
  isFinal,
  storedAnswer,
  FAILED_OUTCOME_TEXTS,
  outcomeOf,
  run,
  latestOnly,
} from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { el } from '../../element.ts';
import { focusFirst, nextRow } from '../../focus-first.ts';
import { outside } from '../../outside.tsx';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { Sentence } from '../../status-sentences.ts';
import { focusQuestion } from '../parts/confirm-button.tsx';
import { inOrder } from './decision-order.ts';
import {
  countsOf,
  type DecisionsActions,
  decisionsOf,
  type DecisionsReady,
  type DecisionsUnready,
  MORE_ROWS,
  ROWS_AT_FIRST,
  type Undo,
} from './decisions-state.ts';
import { decisionsView, REMEMBERED } from './decisions-view.tsx';
import { manyRulesActions } from './many-rules-actions.ts';
import { addsTo } from './rule-form.tsx';
import type { Section } from '../parts/section.ts';
import { removeDecision, undoDecision } from './undo-decisions.ts';

const EMPTY: DecisionsReady = {
  kind: 'ready',
  all: [],
  counts: countsOf([]),
  remembered: 0,
  filter: 'all',
  search: '',
  order: 'newest',
  rows: ROWS_AT_FIRST,
  action: 'trust',
  scope: 'site',
  typed: '',
  meaning: null,
  offer: null,
  form: 0,
  refused: null,
  editing: null,
  pending: null,
  asksToForget: false,
  said: [],
  undo: null,
};

export function startDecisions(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<DecisionsReady, DecisionsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, decisionsView(state.now, actions, context()));
  }

  const load = latestOnly(
    () =>
      Promise.all([
        storedAnswer(ask({ type: 'list-rules', action: 'trust' })),
        storedAnswer(ask({ type: 'list-rules', action: 'block' })),
        storedAnswer(ask({ type: 'list-corrections' })),
        storedAnswer(ask({ type: 'list-pauses' })),
        storedAnswer(ask({ type: 'get-correspondents', about: '' })),
      ]),
    (answers) => {
      const [trusted, blocked, corrections, pauses, remembered] = answers;
      if (
        typeof trusted === 'string' ||
        typeof blocked === 'string' ||
        typeof corrections === 'string' ||
        typeof pauses === 'string' ||
        typeof remembered === 'string'
      )
        return state.showNot({ kind: answers.includes('unread') ? 'unread' : 'no-answer' });
      const all = decisionsOf([...trusted.rules, ...blocked.rules], corrections.corrections, pauses.origins);
      state.show({
        all: inOrder(all, state.last.order),
        counts: countsOf(all),
        remembered: remembered.senders,
      });
    },
  );

  function say(said: Sentence, undo: Undo | null = null): void {
    change({ said, undo });
  }

  function notDone(outcome: keyof typeof FAILED_OUTCOME_TEXTS): Sentence {
    return [context().texts.text(FAILED_OUTCOME_TEXTS[outcome])];
  }

  function saySubject(key: MessageKey, subject: string): Sentence {
    return context().texts.pieces(key, el('strong', {}, outside(subject)));
  }

  const actions: DecisionsActions = {
    filter: (filter) => change({ filter, rows: ROWS_AT_FIRST }),
    search: (search) => change({ search, rows: ROWS_AT_FIRST }),
    sort: (order) => change({ order, all: inOrder(state.last.all, order), rows: ROWS_AT_FIRST }),
    more: () => {
      const { rows } = state.last;
      change({ rows: rows + MORE_ROWS });
      const first = rowsNow()[rows];
      focusFirst(first?.querySelector('button'), first);
    },

    chooseAction: (action) => {
      change({ action, refused: null, meaning: null, offer: null });
      explain();
    },
    chooseScope: (scope) => {
      change({ scope, refused: null, meaning: null, offer: null });
      explain();
    },
    type: (typed) => {
      change({ typed, refused: null });
      explain();
    },

    add: (action, typed) => {
      run(async () => {
        const answer = await answerOrNull(ask({ type: 'add-rule', action, ...typed }));
        if (answer === null) return say(notDone('no-answer'));
        if ('refused' in answer) {
          change({ refused: { because: answer.refused, subject: typed.subject }, said: [], undo: null });
          focusFirst('rule-subject');
          return;
        }
        await load();
        const { form, filter } = state.last;
        change({
          form: form + 1,
          typed: '',
          meaning: null,
          offer: null,
          refused: null,
          // Otherwise search or filter could hide the new rule.
          search: '',
          filter: filter === action ? filter : 'all',
        });
        const key = action === 'trust' ? 'allow_added' : 'block_added';
        say(saySubject(key, answer.subject), { kind: 'take-back', ruleId: answer.ruleId });
        focusFirst('rule-subject');
      });
    },

    edit: (id) => {
      const before = state.last.editing;
      change({ editing: id });
      focusFirst(id === null ? `edit-${before ?? ''}` : 'edit-note');
    },

    save: (ruleId, note, expiresAt) => {
      run(async () => {
        const subject = ruleOf(ruleId)?.subject ?? '';
        const answer = await answerOrNull(ask({ type: 'edit-rule', ruleId, note, expiresAt }));
        if (answer === null) return say(notDone('no-answer'));
        change({ editing: null });
        await load();
        const { outcome } = answer;
        say(outcome === 'done' ? saySubject('rules_saved', subject) : notDone(outcome));
        focusFirst(`edit-${ruleId}`);
      });
    },

    takeBack: (decision) => {
      const next = nextRow(rowsNow, decision.key);
      run(async () => {
        const { outcome, undo } = await removeDecision(decision, ask);
        await load();
        say(outcome === 'done' ? saySubject('rules_removed', decision.subject) : notDone(outcome), undo);
        // The focused button was removed with its row.
        focusFirst('decisions-undo', next(), statusNow());
      });
    },

    undo: (undo) => {
      run(async () => {
        const { outcome, left } = await undoDecision(undo, ask);
        await load();
        // Keeps the undo button for a retry, unless the failure is final.
        if (outcome !== 'done') say(notDone(outcome), isFinal(outcome) ? null : left);
        else say([context().texts.text('rules_put_back')]);
        const [back] = undo.kind === 'put-back' ? undo.rules : [];
        focusFirst('decisions-undo', back === undefined ? null : `edit-${back.id}`, 'rule-subject');
      });
    },

    askToForget: (asksToForget) => {
      change({ asksToForget });
      focusQuestion('decisions-forget');
    },
    forgetSenders: () => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'clear-correspondents' }));
        await load();
        change({
          said: outcome === 'done' ? [context().texts.text('remember_cleared')] : notDone(outcome),
          undo: null,
          asksToForget: false,
        });
        focusFirst('decisions-forget', statusNow());
      });
    },

    ...manyRulesActions({ ask, context, state: () => state.last, change, load, say }),
  };

  function rowsNow(): readonly HTMLElement[] {
    return [...body.querySelectorAll<HTMLElement>(`tbody tr:not([data-key="${REMEMBERED}"])`)];
  }

  function statusNow(): Element | null {
    return body.querySelector('.said');
  }

  function explain(): void {
    const { typed, scope } = state.last;
    const action = addsTo(state.last, context());
    if (typed.trim() === '') return change({ offer: null });
    run(async () => {
      // Loaded on demand: its tables would slow the page's start.
      const { narrowerSubject, subjectFromText } = await import('../../../../core/verdict/trust-scopes.ts');
      const isStillMeant =
        state.last.typed === typed && state.last.scope === scope && addsTo(state.last, context()) === action;
      if (isStillMeant)
        change({
          meaning: subjectFromText(typed, scope, action),
          offer: narrowerSubject(typed, scope, action),
        });
    });
  }

  function ruleOf(id: string): Rule | undefined {
    const found = state.last.all.find((each) => 'rule' in each && each.rule.id === id);
    return found !== undefined && 'rule' in found ? found.rule : undefined;
  }

  draw();
  return { load, draw };
}
