import type { MessageKey } from '../../platform/texts.ts';
import { type DayStatistics, KEPT_DAYS, type KeptDays } from '../../protocol/statistics-messages.ts';
import { el, withAttributes } from '../element.ts';
import type { PageContext } from '../page-context.ts';
import { statisticsPlot } from './statistics-plot.ts';
import { PLOT_DAYS, SERIES, SERIES_NAMES, lastDays, noonOf } from './statistics-days.ts';

export interface StatisticsState {
  readonly days: readonly DayStatistics[];
  readonly keptDays: KeptDays;
  /** The reader has asked to clear and has not confirmed yet. */
  readonly asksToClear: boolean;
}

export interface StatisticsActions {
  readonly keep: (days: KeptDays) => void;
  readonly askToClear: (asks: boolean) => void;
  readonly clear: () => void;
}

/** Flagged and unchecked links by day. Kept on this device alone. */
export function statisticsView(
  state: StatisticsState,
  actions: StatisticsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const off = context.administered.countsStatistics
    ? []
    : [el('p', { className: 'hint' }, texts.text('stats_off_by_administrator'))];
  const kept = keptFor(state.keptDays, actions, context);
  if (state.days.length === 0) {
    return off.length > 0 ? off : [el('p', { className: 'empty' }, texts.text('stats_empty')), kept];
  }
  const days = lastDays(state.days, context);
  const sum = total(days);
  return [
    ...off,
    el(
      'div',
      { className: 'card' },
      el(
        'p',
        { id: 'stats-summary' },
        texts.count('stats_links', sum.links, PLOT_DAYS),
        texts.gap,
        texts.text('stats_sum', sum.danger, sum.caution, sum.unchecked, sum.trusted),
      ),
      el(
        'figure',
        {},
        statisticsPlot(days, context),
        withAttributes(
          el(
            'figcaption',
            { className: 'legend' },
            ...SERIES.map((series) =>
              el('span', { className: `key is-${series}` }, texts.text(SERIES_NAMES[series])),
            ),
          ),
          { 'aria-hidden': 'true' },
        ),
      ),
      table(days, context),
      el('p', { className: 'actions' }, ...clearing(state, actions, context)),
    ),
    kept,
  ];
}

const KEPT_NAMES: Readonly<Record<KeptDays, MessageKey>> = {
  0: 'stats_keep_0',
  30: 'stats_keep_30',
  90: 'stats_keep_90',
  400: 'stats_keep_400',
};

function keptFor(chosen: KeptDays, { keep }: StatisticsActions, { texts }: PageContext): HTMLElement {
  return el(
    'div',
    { className: 'field' },
    withAttributes(el('label', {}, texts.text('stats_keep')), { for: 'stats-keep' }),
    el(
      'select',
      {
        id: 'stats-keep',
        onchange: ({ currentTarget }) => {
          const value = currentTarget instanceof HTMLSelectElement ? Number(currentTarget.value) : NaN;
          const days = KEPT_DAYS.find((each) => each === value);
          if (days !== undefined) keep(days);
        },
      },
      ...KEPT_DAYS.map((days) =>
        el('option', { value: String(days), selected: days === chosen }, texts.text(KEPT_NAMES[days])),
      ),
    ),
  );
}

function clearing(
  { asksToClear }: StatisticsState,
  actions: StatisticsActions,
  { texts }: PageContext,
): Node[] {
  if (!asksToClear) {
    return [
      el(
        'button',
        { type: 'button', className: 'quiet', id: 'stats-clear', onclick: () => actions.askToClear(true) },
        texts.text('stats_clear'),
      ),
    ];
  }
  return [
    el('span', { id: 'stats-clear-question' }, texts.text('stats_clear_question')),
    el(
      'button',
      { type: 'button', id: 'stats-clear-yes', onclick: actions.clear },
      texts.text('stats_clear_yes'),
    ),
    el(
      'button',
      { type: 'button', className: 'quiet', id: 'stats-clear-no', onclick: () => actions.askToClear(false) },
      texts.text('stats_clear_no'),
    ),
  ];
}

function total(days: readonly DayStatistics[]): Omit<DayStatistics, 'day'> {
  const sum = { links: 0, danger: 0, caution: 0, unchecked: 0, trusted: 0 };
  for (const day of days) {
    sum.links += day.links;
    sum.danger += day.danger;
    sum.caution += day.caution;
    sum.unchecked += day.unchecked;
    sum.trusted += day.trusted;
  }
  return sum;
}

function table(days: readonly DayStatistics[], { texts, formats, now }: PageContext): HTMLElement {
  const head = (key: MessageKey): HTMLElement =>
    withAttributes(el('th', {}, texts.text(key)), { scope: 'col' });
  const counted = days.filter((day) => day.links > 0 || day.unchecked > 0).toReversed();
  return el(
    'details',
    { className: 'more' },
    el('summary', {}, texts.text('stats_table')),
    withAttributes(
      el(
        'div',
        { className: 'scroll', tabIndex: 0 },
        el(
          'table',
          {},
          el(
            'thead',
            {},
            el(
              'tr',
              {},
              head('stats_day'),
              head('stats_links_head'),
              head('level_danger'),
              head('level_caution'),
              head('stats_unchecked'),
              head('stats_trusted'),
            ),
          ),
          el(
            'tbody',
            {},
            ...counted.map((day) =>
              el(
                'tr',
                {},
                withAttributes(el('th', {}, formats.day(noonOf(day.day), now)), { scope: 'row' }),
                ...[day.links, day.danger, day.caution, day.unchecked, day.trusted].map((count) =>
                  el('td', {}, formats.number(count)),
                ),
              ),
            ),
          ),
        ),
      ),
      { role: 'region', 'aria-label': texts.text('stats_table') },
    ),
  );
}
