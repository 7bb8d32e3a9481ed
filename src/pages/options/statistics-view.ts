import type { MessageKey } from '../../platform/texts.ts';
import type { DayStatistics } from '../../protocol/statistics-messages.ts';
import { el, svg, withAttributes } from '../element.ts';
import type { PageContext } from '../page-context.ts';

/** Days on the plot, the last one being today. */
const PLOT_DAYS = 30;
const DAY_SECONDS = 86_400;

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 36;
const BOTTOM = 24;
const TOP = 8;

/** What is stacked, from the ground up; drawn with different patterns too, so that no colour has to be told apart. */
const SERIES = ['danger', 'caution', 'unchecked'] as const;
type Series = (typeof SERIES)[number];

const SERIES_NAMES: Readonly<Record<Series, MessageKey>> = {
  danger: 'level_danger',
  caution: 'level_caution',
  unchecked: 'stats_unchecked',
};

export interface StatisticsState {
  readonly days: readonly DayStatistics[];
  /** The reader has asked to clear and has not confirmed yet. */
  readonly asksToClear: boolean;
}

export interface StatisticsActions {
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
  if (state.days.length === 0) return [el('p', { className: 'empty' }, texts.text('stats_empty'))];
  const days = lastDays(state.days, context);
  const sum = total(days);
  return [
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
        plot(days, context),
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
  ];
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

/** One entry for each of the last days, with zeros where nothing was counted; oldest first. */
export function lastDays(
  days: readonly DayStatistics[],
  { formats, now }: PageContext,
): readonly DayStatistics[] {
  const known = new Map(days.map((day) => [day.day, day]));
  const result: DayStatistics[] = [];
  const today = Date.parse(formats.isoDay(now));
  for (let back = PLOT_DAYS - 1; back >= 0; back--) {
    // By the calendar alone: the day on which the clocks change has another length.
    const day = new Date(today - back * DAY_SECONDS * 1000).toISOString().slice(0, 10);
    result.push(known.get(day) ?? { day, links: 0, danger: 0, caution: 0, unchecked: 0, trusted: 0 });
  }
  return result;
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

/** The least of 1, 2, 5, 10, 20, 50 … that is at least `value`, so that the axis has whole, round numbers. */
export function roundUp(value: number): number {
  let power = 1;
  while (power * 10 < value) power *= 10;
  for (const factor of [1, 2, 5, 10]) if (power * factor >= value) return power * factor;
  return power * 10;
}

function noonOf(day: string): number {
  return Date.parse(`${day}T12:00:00`) / 1000;
}

function plot(days: readonly DayStatistics[], { texts, formats }: PageContext): SVGElement {
  const highest = Math.max(1, ...days.map((day) => day.danger + day.caution + day.unchecked));
  const top = Math.max(2, roundUp(highest));
  const plotHeight = HEIGHT - TOP - BOTTOM;
  const slot = (WIDTH - LEFT) / days.length;
  const y = (count: number): number => TOP + plotHeight * (1 - count / top);

  const grid = [0, top / 2, top].flatMap((count) => [
    svg('line', { class: 'grid', x1: LEFT, x2: WIDTH, y1: y(count), y2: y(count) }),
    svg('text', { class: 'axis', x: LEFT - 8, y: y(count) + 4, 'text-anchor': 'end' }, formats.number(count)),
  ]);
  const bars = days.flatMap((day, index) => {
    let below = 0;
    return SERIES.flatMap((series) => {
      const count = day[series];
      if (count === 0) return [];
      below += count;
      return [
        svg('rect', {
          class: `bar is-${series}`,
          x: (LEFT + slot * (index + 0.18)).toFixed(1),
          y: y(below).toFixed(1),
          width: (slot * 0.64).toFixed(1),
          height: ((plotHeight * count) / top).toFixed(1),
        }),
      ];
    });
  });
  const labels = [0, Math.floor((days.length - 1) / 2), days.length - 1].map((index) => {
    const anchor = index === 0 ? 'start' : index === days.length - 1 ? 'end' : 'middle';
    const x = index === 0 ? LEFT : index === days.length - 1 ? WIDTH : LEFT + slot * (index + 0.5);
    return svg(
      'text',
      { class: 'axis', x, y: HEIGHT - 6, 'text-anchor': anchor },
      formats.shortDay(noonOf(days[index]?.day ?? '')),
    );
  });
  return svg(
    'svg',
    {
      class: 'plot',
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      role: 'img',
      'aria-label': texts.text('stats_plot', days.length),
      'aria-describedby': 'stats-summary',
    },
    hatch(),
    ...grid,
    ...bars,
    ...labels,
  );
}

function hatch(): SVGElement {
  return svg(
    'defs',
    {},
    svg(
      'pattern',
      { id: 'hatch', width: 5, height: 5, patternUnits: 'userSpaceOnUse', patternTransform: 'rotate(45)' },
      svg('rect', { class: 'hatch-ground', width: 5, height: 5 }),
      svg('rect', { class: 'hatch-line', width: 2, height: 5 }),
    ),
  );
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
