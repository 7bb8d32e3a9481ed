import type { MessageKey } from '../../../platform/texts/texts.ts';
import {
  type DayStatistics,
  RETENTION_DAYS,
  type RetentionDays,
} from '../../../protocol/statistics-messages.ts';
import type { LoadFailure } from '../../background-answers.ts';
import { el, withAttributes } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { statisticsPlot } from './statistics-plot.ts';
import { statusLine } from '../../status-line.ts';
import { unready } from '../../unready.ts';
import { confirmButton, inlineQuestion } from '../parts/confirm-button.ts';
import { PLOT_DAYS, SERIES, SERIES_NAMES, daysLost, lastDays, noonOf } from './statistics-days.ts';

export interface StatisticsReady {
  readonly kind: 'ready';
  readonly days: readonly DayStatistics[];
  readonly keptDays: RetentionDays;
  /** Selected, not yet confirmed. */
  readonly chosen: RetentionDays | null;
  /** A deletion that awaits confirmation. */
  readonly asks: 'clear' | 'keep' | null;
  readonly said: string;
}

export interface StatisticsUnready {
  readonly kind: 'loading' | LoadFailure;
}

export type StatisticsState = StatisticsUnready | StatisticsReady;

export interface StatisticsActions {
  readonly choose: (days: RetentionDays) => void;
  readonly keep: () => void;
  readonly leave: () => void;
  readonly askToClear: (asks: boolean) => void;
  readonly clear: () => void;
}

export const KEEP_ID = 'stats-keep';
export const CLEAR_ID = 'stats-clear';

export function statisticsView(
  state: StatisticsState,
  actions: StatisticsActions,
  context: PageContext,
): readonly Node[] {
  return state.kind === 'ready' ? readyView(state, actions, context) : unready(state.kind, context);
}

function readyView(
  state: StatisticsReady,
  actions: StatisticsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const said = statusLine(state.said, null, context);
  const off = context.administered.countsStatistics
    ? []
    : [el('p', { className: 'hint' }, texts.text('stats_off_by_administrator'))];
  const kept = keptFor(state, actions, context);
  if (state.days.length === 0) {
    const empty = el('p', { className: 'empty' }, texts.text('stats_empty'));
    return off.length > 0 ? [said, ...off] : [said, empty, ...kept];
  }
  const days = lastDays(state.days, context);
  const sum = total(days);
  return [
    said,
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
      el('p', { className: 'actions' }, clearing(state, actions, context)),
    ),
    ...kept,
  ];
}

const KEPT_NAMES: Readonly<Record<RetentionDays, MessageKey>> = {
  0: 'stats_keep_0',
  30: 'stats_keep_30',
  90: 'stats_keep_90',
  400: 'stats_keep_400',
};

function keptFor(
  { days, keptDays, chosen, asks }: StatisticsReady,
  { choose, keep, leave }: StatisticsActions,
  context: PageContext,
): readonly Node[] {
  const { texts } = context;
  const shown = chosen ?? keptDays;
  const select = el(
    'div',
    { className: 'field' },
    withAttributes(el('label', {}, texts.text('stats_keep')), { for: KEEP_ID }),
    el(
      'select',
      {
        id: KEEP_ID,
        onchange: ({ currentTarget }) => {
          const value = currentTarget instanceof HTMLSelectElement ? Number(currentTarget.value) : NaN;
          const known = RETENTION_DAYS.find((each) => each === value);
          if (known !== undefined) choose(known);
        },
      },
      ...RETENTION_DAYS.map((each) =>
        el('option', { value: String(each), selected: each === shown }, texts.text(KEPT_NAMES[each])),
      ),
    ),
  );
  const question =
    asks === 'keep'
      ? inlineQuestion({
          id: KEEP_ID,
          says: texts.count('stats_keep_question', daysLost(days, shown, context)),
          yes: texts.text('stats_keep_yes'),
          no: texts.text('cancel'),
          confirm: keep,
          cancel: leave,
        })
      : null;
  // The question is announced but takes no focus, so that arrow keys still change the select.
  return [select, el('div', { className: 'said', role: 'status' }, question)];
}

function clearing(
  { asks }: StatisticsReady,
  { askToClear, clear }: StatisticsActions,
  { texts }: PageContext,
): HTMLElement {
  return confirmButton(texts.text('stats_clear'), asks === 'clear', () => askToClear(true), {
    id: CLEAR_ID,
    says: texts.text('stats_clear_question'),
    yes: texts.text('stats_clear_yes'),
    no: texts.text('stats_clear_no'),
    confirm: clear,
    cancel: () => askToClear(false),
  });
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
