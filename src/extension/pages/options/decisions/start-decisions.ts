import type { Rule } from '../../../../core/verdict/rules.ts';
import { answerOrNull, storedAnswer, outcomeOf, run, latestOnly } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { Decisions, type Undo } from '../../decisions.tsx';
import { focusFirst, nextRow } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import type { Sentence } from '../../status-sentences.ts';
import { focusQuestion } from '../parts/confirm-button.tsx';
import { inOrder } from './decision-order.ts';
import {
  countsOf,
  type Decision,
  type DecisionsActions,
  decisionsOf,
  type DecisionsReady,
  type DecisionsUnready,
  MORE_ROWS,
  ROWS_AT_FIRST,
} from './decisions-state.ts';
import { decisionsView, REMEMBERED } from './decisions-view.tsx';
import { manyRulesActions } from './many-rules-actions.ts';
import { addsTo } from './rule-form.tsx';
import type { Section } from '../parts/section.ts';

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

  const decisions = new Decisions({ ask, context, say, load, focus: ['decisions-undo'] });

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
        if (answer === null) return say(decisions.notDone('no-answer'));
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
        say(decisions.about(key, answer.subject), { kind: 'take-back', ruleId: answer.ruleId });
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
        if (answer === null) return say(decisions.notDone('no-answer'));
        change({ editing: null });
        await load();
        const { outcome } = answer;
        say(outcome === 'done' ? decisions.about('rules_saved', subject) : decisions.notDone(outcome));
        focusFirst(`edit-${ruleId}`);
      });
    },

    takeBack: (decision) => {
      const next = nextRow(rowsNow, decision.key);
      run(async () => {
        const { outcome, removed } = await remove(decision);
        await load();
        say(
          outcome === 'done'
            ? decisions.about('rules_removed', decision.subject)
            : decisions.notDone(outcome),
          removed.length === 0 ? null : { kind: 'put-back', rules: removed },
        );
        // The focused button was removed with its row.
        focusFirst('decisions-undo', next(), statusNow());
      });
    },

    undo: (undo) => {
      run(async () => {
        await decisions.undo(undo);
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
          said: outcome === 'done' ? [context().texts.text('remember_cleared')] : decisions.notDone(outcome),
          undo: null,
          asksToForget: false,
        });
        focusFirst('decisions-forget', statusNow());
      });
    },

    ...manyRulesActions({ ask, context, state: () => state.last, change, load, say }),
  };

  /** Only the removal of rules can be undone. */
  async function remove(decision: Decision): ReturnType<Decisions['remove']> {
    if ('rule' in decision) return decisions.remove([decision.rule.id]);
    const asked =
      'correction' in decision
        ? ask({ type: 'undo-correction', correctionId: decision.correction.id })
        : ask({ type: 'end-pause', origin: decision.subject });
    return { outcome: await outcomeOf(asked), removed: [] };
  }

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
