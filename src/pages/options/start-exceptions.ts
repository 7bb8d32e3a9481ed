import type { Rule } from '../../core/verdict/rules.ts';
import { answered, isOver, kept, NOT_DONE, outcomeOf, run, shownInOrder } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { focusFirst, nextRow } from '../focus-first.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { PartState } from '../part-state.ts';
import { redraw } from '../redraw.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import type { Sentence } from '../status-sentences.ts';
import { focusQuestion } from './asks-first.ts';
import {
  type Exception,
  type ExceptionsActions,
  exceptionsOf,
  type ExceptionsReady,
  type ExceptionsUnready,
} from './exceptions-state.ts';
import { exceptionsView, REMEMBERED } from './exceptions-view.ts';
import { ROWS_AT_ONCE } from './rules-state.ts';
import type { Section } from './section.ts';

const EMPTY: ExceptionsReady = {
  kind: 'ready',
  all: [],
  remembered: 0,
  search: '',
  rows: ROWS_AT_ONCE,
  asksToForget: false,
  said: [],
  undo: null,
};

export function startExceptions(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<ExceptionsReady, ExceptionsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, ...exceptionsView(state.now, actions, context()));
  }

  const load = shownInOrder(
    () =>
      Promise.all([
        kept(ask({ type: 'list-rules', action: 'trust' })),
        kept(ask({ type: 'list-rules', action: 'block' })),
        kept(ask({ type: 'list-corrections' })),
        kept(ask({ type: 'list-pauses' })),
        kept(ask({ type: 'get-correspondents', about: '' })),
      ]),
    (all) => {
      const [trusted, blocked, corrections, pauses, remembered] = all;
      if (
        typeof trusted === 'string' ||
        typeof blocked === 'string' ||
        typeof corrections === 'string' ||
        typeof pauses === 'string' ||
        typeof remembered === 'string'
      )
        return state.showNot({ kind: all.includes('unread') ? 'unread' : 'no-answer' });
      state.show({
        all: exceptionsOf([...trusted.rules, ...blocked.rules], corrections.corrections, pauses.origins),
        remembered: remembered.senders,
      });
    },
  );

  const actions: ExceptionsActions = {
    search: (search) => change({ search, rows: ROWS_AT_ONCE }),
    more: () => {
      const { rows } = state.last;
      change({ rows: rows + ROWS_AT_ONCE });
      const first = rowsNow()[rows];
      focusFirst(first?.querySelector('button'), first);
    },
    takeBack: (exception) => {
      const next = nextRow(rowsNow, exception.key);
      run(async () => {
        const { outcome, undo } = await takenBack(exception);
        await load();
        change({ said: outcome === 'done' ? takenBackSaid(exception) : notDone(outcome), undo });
        focusFirst('exceptions-undo', next(), statusNow());
      });
    },
    undo: (rules) => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'restore-rules', rules }));
        await load();
        change(
          outcome === 'done'
            ? { said: [context().texts.text('rules_put_back')], undo: null }
            : { said: notDone(outcome), undo: isOver(outcome) ? null : rules },
        );
        const back = rowsNow().find((row) => rules.some(({ id }) => row.dataset['key'] === `rule ${id}`));
        focusFirst('exceptions-undo', back?.querySelector('button'), statusNow());
      });
    },
    askToForget: (asksToForget) => {
      change({ asksToForget });
      focusQuestion('exceptions-forget');
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
        focusFirst('exceptions-forget', statusNow());
      });
    },
  };

  /** Of what was decided; whom the device remembers is no decision. */
  function rowsNow(): readonly HTMLElement[] {
    return [...body.querySelectorAll<HTMLElement>(`tbody tr:not([data-key="${REMEMBERED}"])`)];
  }

  function statusNow(): Element | null {
    return body.querySelector('.said');
  }

  function takenBackSaid({ subject }: Exception): Sentence {
    return context().texts.pieces<string | Node>('exceptions_taken_back', el('strong', {}, outside(subject)));
  }

  function notDone(outcome: keyof typeof NOT_DONE): Sentence {
    return [context().texts.text(NOT_DONE[outcome])];
  }

  /** @returns how it ended, and what can be put back; only of rules the background gives what it takes away */
  async function takenBack(
    exception: Exception,
  ): Promise<{ outcome: Outcome | 'no-answer'; undo: readonly Rule[] | null }> {
    switch (exception.kind) {
      case 'trust':
      case 'block': {
        const answer = await answered(ask({ type: 'remove-rules', ids: [exception.rule.id] }));
        if (answer === null) return { outcome: 'no-answer', undo: null };
        if ('refused' in answer) return { outcome: answer.refused, undo: null };
        const { removed } = answer;
        return removed.length === 0 ? { outcome: 'gone', undo: null } : { outcome: 'done', undo: removed };
      }
      case 'fine':
      case 'spam': {
        const asked = ask({ type: 'undo-correction', correctionId: exception.correction.id });
        return { outcome: await outcomeOf(asked), undo: null };
      }
      case 'paused':
        return {
          outcome: await outcomeOf(ask({ type: 'end-pause', origin: exception.subject })),
          undo: null,
        };
    }
  }

  draw();
  return { load, draw };
}
