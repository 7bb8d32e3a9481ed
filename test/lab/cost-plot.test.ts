import { describe, expect, test } from 'vitest';
import { plotCosts, roundTicks } from '../../lab/cost-plot.ts';

const POINTS = [
  { binCount: 1, annealedEqual: 6334, optimalEqual: 6334, optimalWaterFilled: 6334 },
  { binCount: 2, annealedEqual: 6097, optimalEqual: 6096, optimalWaterFilled: 5859 },
  { binCount: 3, annealedEqual: 6014, optimalEqual: 6013, optimalWaterFilled: 5840 },
];
const svg = plotCosts({ standard: 6334, points: POINTS, printed: [{ binCount: 2, cost: 6120 }] });

describe('the plot of cost against bins', () => {
  test('the plot of cost against bins is one well-formed element with every tag closed', () => {
    const open: string[] = [];
    for (const [, closing, name, rest] of svg.matchAll(/<(\/?)([a-z]+)([^<>]*)>/gi)) {
      if (closing === '/') expect(open.pop()).toBe(name);
      else if (rest?.endsWith('/') !== true) open.push(name ?? '');
    }
    expect(open).toEqual([]);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(svg).not.toMatch(/NaN|Infinity|undefined/);
  });

  test('the plot of cost against bins names its axes with their units, and itself for those who cannot see it', () => {
    expect(svg).toContain('>Number of bins L<');
    expect(svg).toContain('(units of weight)<');
    expect(svg).toMatch(/<title id="title">.+<\/title>\s*<desc id="description">.+6334\.00.+<\/desc>/);
    expect(svg).toContain('aria-labelledby="title description"');
  });

  test('the plot of cost against bins has colours for light and dark, and fetches nothing', () => {
    expect(svg).toContain('prefers-color-scheme: dark');
    expect(svg.replaceAll('http://www.w3.org/2000/svg', '')).not.toMatch(/https?:|url\(|<script|<image/);
  });

  test('the plot of cost against bins draws every value, higher costs further up', () => {
    expect(svg.match(/class="equal"><title>/g)).toHaveLength(3);
    expect(svg.match(/class="filled"><title>/g)).toHaveLength(3);
    expect(svg.match(/class="annealed"><title>/g)).toHaveLength(3);
    expect(svg.match(/class="paper"><title>/g)).toHaveLength(1);
    const line = /class="line equal" points="([^"]+)"/.exec(svg)?.[1] ?? '';
    const heights = line.split(' ').map((point) => Number(point.split(',')[1]));
    expect(heights).toEqual(heights.toSorted((a, b) => a - b));
    expect(heights).toHaveLength(3);
  });

  test('the plot of cost against bins needs two points for a line', () => {
    expect(() => plotCosts({ standard: 1, points: POINTS.slice(0, 1), printed: [] })).toThrow(RangeError);
  });
});

test('ticks of a plot are round and cover the range', () => {
  expect(roundTicks(5830, 6334, 6)).toEqual([5800, 5900, 6000, 6100, 6200, 6300, 6400]);
  expect(roundTicks(0, 1, 5)).toEqual([0, 0.2, 0.4, 0.6000000000000001, 0.8, 1]);
});
