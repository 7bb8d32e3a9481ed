import { answered, kept, NOT_DONE, outcomeOf, run, shownInOrder } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { PartState } from '../part-state.ts';
import { redraw } from '../redraw.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import {
  type Exception,
  type ExceptionsActions,
  exceptionsOf,
  type ExceptionsReady,
  type ExceptionsUnready,
} from './exceptions-state.ts';
import { exceptionsView } from './exceptions-view.ts';
import { ROWS_AT_ONCE } from './rules-state.ts';
import type { Section } from './section.ts';

const EMPTY: ExceptionsReady = {
  kind: 'ready',
  all: [],
  remembered: 0,
  search: '',
  rows: ROWS_AT_ONCE,
  said: [],
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
    more: () => change({ rows: state.last.rows + ROWS_AT_ONCE }),
    takeBack: (exception) => {
      run(async () => {
        const outcome = await takenBack(exception);
        await load();
        const { texts } = context();
        change({
          said:
            outcome === 'done'
              ? texts.pieces<string | Node>(
                  'exceptions_taken_back',
                  el('strong', {}, outside(exception.subject)),
                )
              : [texts.text(NOT_DONE[outcome])],
        });
      });
    },
    forgetSenders: () => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'clear-correspondents' }));
        await load();
        change({ said: [context().texts.text(outcome === 'done' ? 'remember_cleared' : NOT_DONE[outcome])] });
      });
    },
  };

  async function takenBack(exception: Exception): Promise<Outcome | 'no-answer'> {
    switch (exception.kind) {
      case 'trust':
      case 'block': {
        const answer = await answered(ask({ type: 'remove-rules', ids: [exception.rule.id] }));
        if (answer === null) return 'no-answer';
        if ('refused' in answer) return answer.refused;
        return answer.removed.length === 0 ? 'gone' : 'done';
      }
      case 'fine':
      case 'spam':
        return outcomeOf(ask({ type: 'undo-correction', correctionId: exception.correction.id }));
      case 'paused':
        return outcomeOf(ask({ type: 'end-pause', origin: exception.subject }));
    }
  }

  draw();
  return { load, draw };
}
