import { answered, answersInOrder, kept, NOT_DONE, outcomeOf, run } from '../answered.ts';
import type { BackgroundLink } from '../background-link.ts';
import { el } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import type { Outcome } from '../../protocol/outcome.ts';
import {
  type Exception,
  type ExceptionsActions,
  exceptionsOf,
  type ExceptionsState,
} from './exceptions-state.ts';
import { exceptionsView } from './exceptions-view.ts';
import { ROWS_AT_ONCE } from './rules-state.ts';
import type { Section } from './section.ts';

export function startExceptions(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  let state: ExceptionsState = { kind: 'loading' };

  function draw(): void {
    redraw(body, ...exceptionsView(state, actions, context()));
  }

  function change(next: Partial<Extract<ExceptionsState, { kind: 'ready' }>>): void {
    if (state.kind !== 'ready') return;
    state = { ...state, ...next };
    draw();
  }

  const asking = answersInOrder();

  async function load(): Promise<void> {
    const isInTime = asking();
    const [trusted, blocked, corrections, pauses, remembered] = await Promise.all([
      kept(ask({ type: 'list-rules', action: 'trust' })),
      kept(ask({ type: 'list-rules', action: 'block' })),
      kept(ask({ type: 'list-corrections' })),
      kept(ask({ type: 'list-pauses' })),
      kept(ask({ type: 'get-correspondents', about: '' })),
    ]);
    if (!isInTime()) return;
    if (
      typeof trusted === 'string' ||
      typeof blocked === 'string' ||
      typeof corrections === 'string' ||
      typeof pauses === 'string' ||
      typeof remembered === 'string'
    ) {
      const all = [trusted, blocked, corrections, pauses, remembered];
      state = { kind: all.includes('unread') ? 'unread' : 'no-answer' };
      return draw();
    }
    state = {
      kind: 'ready',
      search: '',
      rows: ROWS_AT_ONCE,
      said: [],
      ...(state.kind === 'ready' ? state : {}),
      all: exceptionsOf([...trusted.rules, ...blocked.rules], corrections.corrections, pauses.origins),
      remembered: remembered.senders,
    };
    draw();
  }

  const actions: ExceptionsActions = {
    search: (search) => change({ search, rows: ROWS_AT_ONCE }),
    more: () => {
      if (state.kind === 'ready') change({ rows: state.rows + ROWS_AT_ONCE });
    },
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
