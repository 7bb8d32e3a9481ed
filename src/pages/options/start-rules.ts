import type { Rule } from '../../core/verdict/rules.ts';
import type { MessageKey } from '../../platform/texts.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import { answered, kept, NOT_DONE, outcomeOf, run, shownInOrder } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { focusFirst } from '../focus-first.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { PartState } from '../part-state.ts';
import { redraw } from '../redraw.ts';
import { saveFile } from '../save-file.ts';
import type { Sentence } from '../status-sentences.ts';
import { manyRulesActions } from './many-rules-actions.ts';
import { inOrder } from './rule-order.ts';
import { rulesOnly } from './rules-file.ts';
import { asLines } from './rules-text.ts';
import type { Section } from './section.ts';
import {
  ROWS_AT_ONCE,
  type RulesActions,
  type RulesListState,
  type RulesUnready,
  type Undo,
} from './rules-state.ts';
import { rulesView } from './rules-view.ts';

const EMPTY: RulesListState = {
  kind: 'ready',
  rules: [],
  search: '',
  rows: ROWS_AT_ONCE,
  scope: 'site',
  typed: '',
  meaning: null,
  offer: null,
  form: 0,
  refused: null,
  editing: null,
  order: 'newest',
  pending: null,
  said: [],
  undo: null,
};

/** The allowlist or the block list, in `body`. */
export function startRules(
  body: HTMLElement,
  action: Rule['action'],
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<RulesListState, RulesUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, ...rulesView(action, state.now, actions, context()));
  }

  const load = shownInOrder(
    () => kept(ask({ type: 'list-rules', action })),
    (answer) => {
      if (typeof answer === 'string') state.showNot({ kind: answer });
      else state.show({ rules: inOrder(answer.rules, state.last.order) });
    },
  );

  function say(said: Sentence, undo: Undo | null = null): void {
    change({ said, undo });
  }

  function sayNoAnswer(): void {
    say([context().texts.text('unanswered_title')]);
  }

  function sentenceOf(outcome: Exclude<Outcome | 'no-answer', 'done'>): Sentence {
    return [context().texts.text(NOT_DONE[outcome])];
  }

  function saySubject(key: MessageKey, subject: string): Sentence {
    return context().texts.pieces<string | Node>(key, el('strong', {}, outside(subject)));
  }

  const manyRules = manyRulesActions({
    action,
    ask,
    context,
    state: () => state.last,
    change,
    load,
    say,
  });

  const actions: RulesActions = {
    search: (search) => change({ search, rows: ROWS_AT_ONCE }),
    more: () => {
      const { rows } = state.last;
      change({ rows: rows + ROWS_AT_ONCE });
      const first = body.querySelectorAll('.rules > li')[rows];
      focusFirst(first?.querySelector('button'), first);
    },
    chooseScope: (scope) => {
      change({ scope, refused: null, meaning: null, offer: null });
      explain();
    },
    type: (typed) => {
      change({ typed, refused: null });
      explain();
    },

    add: (typed) => {
      run(async () => {
        const answer = await answered(ask({ type: 'add-rule', action, ...typed }));
        if (answer === null) return sayNoAnswer();
        if ('refused' in answer) {
          change({ refused: { because: answer.refused, subject: typed.subject }, said: [], undo: null });
          focus(`${action}-subject`);
          return;
        }
        await load();
        change({
          form: state.last.form + 1,
          typed: '',
          meaning: null,
          offer: null,
          refused: null,
          search: '',
        });
        const key = action === 'trust' ? 'allow_added' : 'block_added';
        say(saySubject(key, answer.subject), { kind: 'take-back', ruleId: answer.ruleId });
        focus(`${action}-subject`);
      });
    },

    edit: (id) => {
      const before = state.last.editing;
      change({ editing: id });
      focus(id === null ? `edit-${before ?? ''}` : 'edit-note');
    },

    save: (ruleId, note, expiresAt) => {
      run(async () => {
        const subject = ruleOf(ruleId)?.subject ?? '';
        const answer = await answered(ask({ type: 'edit-rule', ruleId, note, expiresAt }));
        if (answer === null) return sayNoAnswer();
        change({ editing: null });
        await load();
        const { outcome } = answer;
        say(outcome === 'done' ? saySubject('rules_saved', subject) : sentenceOf(outcome));
        focus(`edit-${ruleId}`);
      });
    },

    remove: (ids) => {
      run(async () => {
        const answer = await answered(ask({ type: 'remove-rules', ids }));
        if (answer === null) return sayNoAnswer();
        if ('refused' in answer) return say(sentenceOf(answer.refused));
        await load();
        const [first] = answer.removed;
        if (first === undefined) return say([context().texts.text('rules_gone')]);
        say(saySubject('rules_removed', first.subject), { kind: 'put-back', rules: answer.removed });
        // The button that had the focus is gone with its row.
        focus(`${action}-undo`);
      });
    },

    undo: (undo) => {
      run(async () => {
        const { outcome, left } = await undone(undo);
        await load();
        // One that could not be written can be tried again.
        if (outcome !== 'done') return say(sentenceOf(outcome), outcome === 'gone' ? null : left);
        say([context().texts.text('rules_put_back')]);
        focus(`${action}-subject`);
      });
    },

    sort: (order) => change({ order, rules: inOrder(state.last.rules, order), rows: ROWS_AT_ONCE }),

    exportText: () => {
      run(async () => {
        const { rules } = state.last;
        // Only now: the public suffix list and the table of hosting sites would slow the page's start.
        const { subjectByForm } = await import('../../core/verdict/subject-by-form.ts');
        const text = await asLines(action, rules, (line) => subjectByForm(line, action, 'reader'), context());
        saveFile(
          action === 'trust' ? 'spamlight-allowlist.txt' : 'spamlight-block-list.txt',
          text,
          'text/plain',
        );
      });
    },

    exportList: () => {
      run(async () => {
        const answer = await kept(ask({ type: 'export-private-data' }));
        if (answer === 'unread') return say([context().texts.text('export_unread')]);
        const text = answer === 'no-answer' ? null : rulesOnly(answer.text, action);
        if (text === null) return sayNoAnswer();
        saveFile(action === 'trust' ? 'spamlight-allowlist.json' : 'spamlight-block-list.json', text);
      });
    },

    ...manyRules,
  };

  /** @returns how it ended, and what is left of it to try again */
  async function undone(undo: Undo): Promise<{ outcome: Outcome | 'no-answer'; left: Undo }> {
    switch (undo.kind) {
      case 'put-back':
        return { outcome: await outcomeOf(ask({ type: 'restore-rules', rules: undo.rules })), left: undo };
      case 'take-back':
        return { outcome: await outcomeOf(ask({ type: 'undo-rule', ruleId: undo.ruleId })), left: undo };
      case 'take-out': {
        const answer = await answered(ask({ type: 'remove-rules', ids: undo.ids }));
        if (answer === null) return { outcome: 'no-answer', left: undo };
        if ('refused' in answer) return { outcome: answer.refused, left: undo };
        const { removed } = answer;
        if (removed.length === 0) return { outcome: 'gone', left: undo };
        // Of those that have been replaced since, what was said later stays.
        const replaced = undo.replaced.filter(({ scope, subject }) =>
          removed.some((rule) => rule.scope === scope && rule.subject === subject),
        );
        if (replaced.length === 0) return { outcome: 'done', left: undo };
        return undone({ kind: 'put-back', rules: replaced });
      }
    }
  }

  /** Works out what the typed subject would cover. */
  function explain(): void {
    const { typed, scope } = state.last;
    if (typed.trim() === '') return change({ offer: null });
    run(async () => {
      // Only now: the public suffix list and the table of hosting sites would slow the page's start.
      const { offeredInstead, subjectFromText } = await import('../../core/verdict/trust-scopes.ts');
      const isStillMeant = state.last.typed === typed && state.last.scope === scope;
      if (isStillMeant)
        change({
          meaning: subjectFromText(typed, scope, action),
          offer: offeredInstead(typed, scope, action),
        });
    });
  }

  function ruleOf(id: string): Rule | undefined {
    return state.last.rules.find((rule) => rule.id === id);
  }

  function focus(id: string): void {
    document.getElementById(id)?.focus();
  }

  draw();
  return { load, draw };
}
