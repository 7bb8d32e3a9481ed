import { statisticsView } from './statistics-view.ts';
import { kept, NOT_DONE, type NotShown, outcomeOf, run, shownInOrder } from '../answered.ts';
import { el } from '../element.ts';
import type { BackgroundLink } from '../background-link.ts';
import type { PageContext } from '../page-context.ts';
import { redraw } from '../redraw.ts';
import { notShown } from '../not-shown.ts';
import type { Section } from './section.ts';
import type { Ended } from '../../protocol/outcome.ts';
import { DEFAULT_KEPT_DAYS, type KeptDays } from '../../protocol/statistics-messages.ts';
import type { StatisticsState } from './statistics-view.ts';

export function startStatistics(
  body: HTMLElement,
  { ask }: BackgroundLink,
  context: () => PageContext,
): Section {
  let state: StatisticsState | NotShown = { days: [], keptDays: DEFAULT_KEPT_DAYS, asksToClear: false };

  function draw(): void {
    if (typeof state === 'string') redraw(body, notShown(state, context()));
    else redraw(body, ...statisticsView(state, { askToClear, clear, keep }, context()));
  }

  function askToClear(asksToClear: boolean): void {
    if (typeof state !== 'string') state = { ...state, asksToClear };
    draw();
    document.getElementById(asksToClear ? 'stats-clear-no' : 'stats-clear')?.focus();
  }

  function keep(days: KeptDays): void {
    change(ask({ type: 'keep-statistics', days }));
  }

  function clear(): void {
    change(ask({ type: 'clear-statistics' }));
  }

  function change(asked: Promise<Ended>): void {
    run(async () => {
      const outcome = await outcomeOf(asked);
      await load();
      if (outcome === 'done') return;
      const said = context().texts.text(NOT_DONE[outcome]);
      body.prepend(el('p', { className: 'notice is-caution', role: 'alert' }, said));
    });
  }

  const load = shownInOrder(
    () => kept(ask({ type: 'get-statistics' })),
    (answer) => {
      state = typeof answer === 'string' ? answer : { ...answer, asksToClear: false };
      draw();
    },
  );

  return { load, draw };
}
