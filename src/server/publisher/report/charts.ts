import { utcDayOf } from '../../../core/utc-day.ts';
import { countText } from '../../node/terminal/numbers.ts';
import { html, type Markup } from './markup.ts';

export interface Bar {
  readonly label: string;
  readonly values: readonly number[];
  /** Default: the sum. */
  readonly note?: string;
}

const WIDTH = 760;
const LABEL_WIDTH = 230;
const NOTE_WIDTH = 150;
const ROW_HEIGHT = 24;
const MAX_LABEL = 32;

/** Coloured by the page's classes `s0`, `s1` …. */
export function barChart(title: string, bars: readonly Bar[], legend: readonly string[] = []): Markup {
  const room = WIDTH - LABEL_WIDTH - NOTE_WIDTH;
  const most = Math.max(1, ...bars.map(({ values }) => sum(values)));
  const top = legend.length > 0 ? ROW_HEIGHT : 0;
  const height = top + bars.length * ROW_HEIGHT + 4;
  return html`<svg role="img" aria-label="${title}" viewBox="0 0 ${WIDTH} ${height}">
    ${legend.map(
      (text, index) =>
        html`<rect class="s${index}" x="${LABEL_WIDTH + index * 190}" y="4" width="12" height="12" /><text
            x="${LABEL_WIDTH + 18 + index * 190}"
            y="14"
            >${text}</text
          >`,
    )}
    ${bars.map(({ label, values, note }, row) => {
      const y = top + row * ROW_HEIGHT;
      let x = LABEL_WIDTH;
      const stretches = values.map((value, index) => {
        const width = (value / most) * room;
        const from = x;
        x += width;
        return html`<rect
          class="s${index}"
          x="${rounded(from)}"
          y="${y + 4}"
          width="${rounded(width)}"
          height="${ROW_HEIGHT - 8}"
        />`;
      });
      return html`<text class="label" x="${LABEL_WIDTH - 8}" y="${y + 16}">${short(label)}</text
        >${stretches}<text x="${rounded(x + 6)}" y="${y + 16}">${note ?? countText(sum(values))}</text>`;
    })}
  </svg>`;
}

export function changeChart(
  title: string,
  rows: readonly { readonly label: string; readonly added: number; readonly removed: number }[],
): Markup {
  const room = (WIDTH - LABEL_WIDTH) / 2 - 70;
  const middle = LABEL_WIDTH + (WIDTH - LABEL_WIDTH) / 2;
  const most = Math.max(1, ...rows.flatMap(({ added, removed }) => [added, removed]));
  return html`<svg role="img" aria-label="${title}" viewBox="0 0 ${WIDTH} ${rows.length * ROW_HEIGHT + 4}">
    ${rows.map(({ label, added, removed }, row) => {
      const y = row * ROW_HEIGHT;
      const right = (added / most) * room;
      const left = (removed / most) * room;
      return html`<text class="label" x="${LABEL_WIDTH - 8}" y="${y + 16}">${short(label)}</text
        ><rect
          class="in"
          x="${middle}"
          y="${y + 4}"
          width="${rounded(right)}"
          height="${ROW_HEIGHT - 8}"
        /><rect
          class="out"
          x="${rounded(middle - left)}"
          y="${y + 4}"
          width="${rounded(left)}"
          height="${ROW_HEIGHT - 8}"
        /><text x="${rounded(middle + right + 6)}" y="${y + 16}">+${countText(added)}</text
        ><text class="label" x="${rounded(middle - left - 6)}" y="${y + 16}">−${countText(removed)}</text>`;
    })}
    <line x1="${middle}" y1="0" x2="${middle}" y2="${rows.length * ROW_HEIGHT}" />
  </svg>`;
}

/** @param points - ascending in time, Unix seconds */
export function lineChart(
  title: string,
  points: readonly { readonly time: number; readonly value: number }[],
): Markup {
  const height = 180;
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first.time === last.time) return html``;
  const most = Math.max(1, ...points.map(({ value }) => value));
  const x = (time: number): number => 90 + ((time - first.time) / (last.time - first.time)) * (WIDTH - 110);
  const y = (value: number): number => height - 24 - (value / most) * (height - 44);
  const path = points
    .map(({ time, value }, index) => `${index === 0 ? 'M' : 'L'}${rounded(x(time))} ${rounded(y(value))}`)
    .join('');
  return html`<svg role="img" aria-label="${title}" viewBox="0 0 ${WIDTH} ${height}">
    <line x1="90" y1="${y(0)}" x2="${WIDTH - 20}" y2="${y(0)}" />
    <text class="label" x="84" y="${y(0) + 4}">0</text>
    <text class="label" x="84" y="${y(most) + 4}">${countText(most)}</text>
    <text x="90" y="${height - 6}">${utcDayOf(first.time)}</text>
    <text class="label" x="${WIDTH - 20}" y="${height - 6}">${utcDayOf(last.time)}</text>
    <path d="${path}" />
  </svg>`;
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

function short(label: string): string {
  return label.length > MAX_LABEL ? `${label.slice(0, MAX_LABEL - 1)}…` : label;
}
