import { storedAnswer, FAILED_OUTCOME_TEXTS, outcomeOf, run, latestOnly } from '../../background-answers.ts';
import type { BackgroundLink } from '../../background-link.ts';
import { focusFirst } from '../../focus-first.ts';
import type { PageContext } from '../../page-context.ts';
import { PartState } from '../../part-state.ts';
import { redraw } from '../../redraw.ts';
import { DEFAULT_RETENTION_DAYS } from '../../../protocol/statistics-messages.ts';
import { focusQuestion } from '../parts/confirm-button.ts';
import type { Section } from '../parts/section.ts';
import { daysLost } from './statistics-days.ts';
import {
  CLEAR_ID,
  KEEP_ID,
  type StatisticsActions,
  type StatisticsReady,
  type StatisticsUnready,
  statisticsView,
} from './statistics-view.ts';

const EMPTY: StatisticsReady = {
  kind: 'ready',
  days: [],
  keptDays: DEFAULT_RETENTION_DAYS,
  chosen: null,
  asks: null,
  said: '',
};

export function startStatistics(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  const state = new PartState<StatisticsReady, StatisticsUnready>(EMPTY, { kind: 'loading' }, draw);
  const change = state.change.bind(state);

  function draw(): void {
    redraw(body, ...statisticsView(state.now, actions, context()));
  }

  const load = latestOnly(
    () => storedAnswer(ask({ type: 'get-statistics' })),
    (answer) => {
      if (typeof answer === 'string') state.showNot({ kind: answer });
      else state.show(answer);
    },
  );

  const actions: StatisticsActions = {
    choose: (chosen) => {
      const { days, keptDays, asks } = state.last;
      if (asks === 'keep' && chosen === keptDays) return actions.leave();
      const isLosing = daysLost(days, chosen, context()) > 0;
      change({ chosen, asks: isLosing ? 'keep' : null, said: '' });
      if (!isLosing) keep();
    },
    keep,
    leave: () => {
      change({ chosen: null, asks: null });
      focusFirst(KEEP_ID);
    },

    askToClear: (asks) => {
      change({ chosen: null, asks: asks ? 'clear' : null, said: '' });
      focusQuestion(CLEAR_ID);
    },
    clear: () => {
      run(async () => {
        const outcome = await outcomeOf(ask({ type: 'clear-statistics' }));
        await load();
        const { texts } = context();
        change({
          asks: null,
          said: texts.text(outcome === 'done' ? 'stats_cleared' : FAILED_OUTCOME_TEXTS[outcome]),
        });
        focusFirst(CLEAR_ID, body.querySelector('.said'));
      });
    },
  };

  function keep(): void {
    const { chosen, asks } = state.last;
    if (chosen === null) return;
    run(async () => {
      const outcome = await outcomeOf(ask({ type: 'keep-statistics', days: chosen }));
      await load();
      // With `chosen` null, the stored value is shown again.
      const said = outcome === 'done' ? '' : context().texts.text(FAILED_OUTCOME_TEXTS[outcome]);
      change({ chosen: null, asks: null, said });
      if (asks === 'keep') focusFirst(KEEP_ID);
    });
  }

  return { load, draw };
}
