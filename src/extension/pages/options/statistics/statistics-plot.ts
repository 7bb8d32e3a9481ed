import type { DayStatistics } from '../../../protocol/statistics-messages.ts';
import { svg } from '../../element.ts';
import type { PageContext } from '../../page-context.ts';
import { SERIES, noonOf } from './statistics-days.ts';

const WIDTH = 640;

const HEIGHT = 200;

const LEFT = 36;

const BOTTOM = 24;

const TOP = 8;

/** Next of 1, 2, 5, 10, 20, 50 …, for round axis labels. */
export function roundUp(value: number): number {
  let power = 1;
  while (power * 10 < value) power *= 10;
  for (const factor of [1, 2, 5, 10]) if (power * factor >= value) return power * factor;
  return power * 10;
}

export function statisticsPlot(days: readonly DayStatistics[], { texts, formats }: PageContext): SVGElement {
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
