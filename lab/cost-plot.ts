import type { CostPoint } from './paper-comparison.ts';

export interface CostPlot {
  /** Cost of one classical filter of the same bits, in units of weight. */
  readonly standard: number;
  /** By rising number of bins, at least two. */
  readonly points: readonly CostPoint[];
  /** What Table 1 prints. */
  readonly printed: readonly { readonly binCount: number; readonly cost: number }[];
}

const WIDTH = 760;
const HEIGHT = 440;
const LEFT = 74;
const RIGHT = 730;
const TOP = 118;
const BOTTOM = 380;

/**
 * Cost against the number of bins, as an SVG document. It brings its own background and colours for light and
 * dark, and each series has a shape of its own, so that it can be read without telling colours apart.
 */
export function plotCosts({ standard, points, printed }: CostPlot): string {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined || first === last)
    throw new RangeError('fewer than two points');
  const costs = points.flatMap((point) => [
    point.annealedEqual,
    point.optimalEqual,
    point.optimalWaterFilled,
  ]);
  const ticks = roundTicks(Math.min(...costs), Math.max(standard, ...costs), 6);
  const bottom = ticks[0] ?? 0;
  const top = ticks.at(-1) ?? 1;
  const x = (binCount: number): number =>
    LEFT + 14 + ((binCount - first.binCount) / (last.binCount - first.binCount)) * (RIGHT - LEFT - 28);
  const y = (cost: number): number => BOTTOM - ((cost - bottom) / (top - bottom)) * (BOTTOM - TOP);
  const line = (cost: (point: CostPoint) => number): string =>
    points.map((point) => `${at(x(point.binCount))},${at(y(cost(point)))}`).join(' ');

  const marks = points.map((point) => {
    const px = x(point.binCount);
    const bins = `${point.binCount} ${point.binCount === 1 ? 'bin' : 'bins'}`;
    return [
      mark(
        'equal',
        circle(px, y(point.optimalEqual)),
        `${bins}, equal bits, exact: ${cost(point.optimalEqual)}`,
      ),
      mark(
        'annealed',
        cross(px, y(point.annealedEqual)),
        `${bins}, equal bits, annealed: ${cost(point.annealedEqual)}`,
      ),
      mark(
        'filled',
        square(px, y(point.optimalWaterFilled)),
        `${bins}, water-filled bits, exact: ${cost(point.optimalWaterFilled)}`,
      ),
    ].join('\n');
  });
  const published = printed.map((row) =>
    mark(
      'paper',
      diamond(x(row.binCount), y(row.cost)),
      `${row.binCount} bins, as printed: ${cost(row.cost)}`,
    ),
  );

  const legend: readonly (readonly [string, string, string])[] = [
    ['standard', segment(0), 'One classical filter'],
    ['paper', diamond(9, 0), 'Table 1 as printed'],
    ['annealed', cross(9, 0), 'Equal bits, annealed'],
    ['equal', segment(0) + circle(9, 0), 'Equal bits, exact optimum'],
    ['filled', segment(0) + square(9, 0), 'Water-filled bits, exact optimum'],
  ];

  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="title description">
<title id="title">Cost of a bin Bloom filter against its number of bins</title>
<desc id="description">Total membership invalidation cost of 3,000 weighted words in 1,024 bits. One classical filter: ${cost(standard)}. ${describe(first)} ${describe(last)}</desc>
<style>
svg { color-scheme: light dark; --paper: #ffffff; --ink: #1d2430; --faint: #d9dee6; --muted: #5c6675; --blue: #1f5fbf; --orange: #b3500b; --green: #0f7a53; --violet: #8a3ea8; font: 13px system-ui, sans-serif; }
@media (prefers-color-scheme: dark) { svg { --paper: #151a21; --ink: #e8ecf2; --faint: #323a46; --muted: #9fabbb; --blue: #7fb0ff; --orange: #ffab66; --green: #5fd3a5; --violet: #d9a0f0; } }
.ground { fill: var(--paper); } text { fill: var(--ink); } .unit { fill: var(--muted); } .heading { font-size: 16px; font-weight: 600; }
.grid { stroke: var(--faint); } .axis { stroke: var(--muted); }
.standard { stroke: var(--muted); stroke-dasharray: 6 4; stroke-width: 2; } .line { fill: none; stroke-width: 2; }
.equal { stroke: var(--blue); fill: var(--paper); stroke-width: 2; } .line.equal, .line.filled { fill: none; }
.annealed { stroke: var(--orange); stroke-width: 2; fill: none; } .filled { stroke: var(--green); fill: var(--paper); stroke-width: 2; } .paper { fill: var(--violet); stroke: var(--paper); }
</style>
<rect class="ground" width="${WIDTH}" height="${HEIGHT}"/>
<text class="heading" x="${LEFT}" y="26">Cost of a bin Bloom filter against its number of bins</text>
<text class="unit" x="${LEFT}" y="46">3,000 words rebuilt from Table 1 (L = 12), 1,024 bits together</text>
${legend.map(([name, shape, label], index) => legendItem(name, shape, label, index)).join('\n')}
${ticks
  .map(
    (tick) =>
      `<line class="grid" x1="${LEFT}" x2="${RIGHT}" y1="${at(y(tick))}" y2="${at(y(tick))}"/><text class="unit" text-anchor="end" x="${LEFT - 8}" y="${at(y(tick) + 4)}">${tick.toLocaleString('en-US')}</text>`,
  )
  .join('\n')}
<line class="axis" x1="${LEFT}" x2="${RIGHT}" y1="${BOTTOM}" y2="${BOTTOM}"/>
${points
  .map(
    (point) =>
      `<text class="unit" text-anchor="middle" x="${at(x(point.binCount))}" y="${BOTTOM + 20}">${point.binCount}</text>`,
  )
  .join('\n')}
<text text-anchor="middle" x="${(LEFT + RIGHT) / 2}" y="${BOTTOM + 44}">Number of bins L</text>
<text text-anchor="middle" transform="translate(20 ${(TOP + BOTTOM) / 2}) rotate(-90)">Cost E = Σ nᵢ wᵢ fᵢ (units of weight)</text>
<line class="standard" x1="${LEFT}" x2="${RIGHT}" y1="${at(y(standard))}" y2="${at(y(standard))}"/>
<polyline class="line equal" points="${line((point) => point.optimalEqual)}"/>
<polyline class="line filled" points="${line((point) => point.optimalWaterFilled)}"/>
${marks.join('\n')}
${published.join('\n')}
</svg>
`;
}

function describe(point: CostPoint): string {
  return `With ${point.binCount} ${point.binCount === 1 ? 'bin' : 'bins'}: ${cost(point.optimalEqual)} with equal bits (annealed ${cost(point.annealedEqual)}), ${cost(point.optimalWaterFilled)} with water-filled bits.`;
}

function cost(value: number): string {
  return value.toFixed(2);
}

/** Coordinates are in user units; a tenth of one is finer than a pixel. */
function at(value: number): string {
  return value.toFixed(1);
}

function mark(name: string, shape: string, label: string): string {
  return `<g class="${name}"><title>${label}</title>${shape}</g>`;
}

function circle(x: number, y: number): string {
  return `<circle cx="${at(x)}" cy="${at(y)}" r="5"/>`;
}

function square(x: number, y: number): string {
  return `<rect x="${at(x - 4)}" y="${at(y - 4)}" width="8" height="8"/>`;
}

function cross(x: number, y: number): string {
  return `<path d="M${at(x - 4)} ${at(y - 4)}l8 8m0 -8l-8 8"/>`;
}

function diamond(x: number, y: number): string {
  return `<path d="M${at(x)} ${at(y - 7)}l6 7l-6 7l-6 -7z"/>`;
}

function segment(y: number): string {
  return `<path d="M-4 ${y}H22" fill="none"/>`;
}

function legendItem(name: string, shape: string, label: string, index: number): string {
  const x = LEFT + 4 + (index % 3) * 224;
  const y = 70 + Math.floor(index / 3) * 22;
  return `<g transform="translate(${x} ${y})"><g class="${name}">${shape}</g><text x="30" y="4">${label}</text></g>`;
}

/** Round values around a range, about `wanted` of them, in steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(from: number, to: number, wanted: number): number[] {
  const rough = (to - from) / wanted;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = power * ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10);
  const ticks: number[] = [];
  for (let index = Math.floor(from / step); index <= Math.ceil(to / step); index++) ticks.push(index * step);
  return ticks;
}
