/**
 * How the time of each regular expression of core and content grows from 10 kB to 100 kB of text made to hurt it: its
 * own characters and those of addresses, repeated. Linear is 10; the worst ten are printed.
 */
import { expressionsIn } from '../../scripts/expressions.ts';

const SMALL = 10_000;
const LARGE = 100_000;
/** Below this a time is noise. Milliseconds. */
const LEAST_MS = 0.05;

const UNITS = [
  'a',
  ' ',
  '@',
  '/',
  '.',
  '=',
  '%25',
  'a@',
  'a.',
  '//',
  'http://',
  '&a=',
  ' dot ',
  '-',
  '\u2028',
];

/** What an expression names: its literal runs, as texts to repeat. */
function ownUnits(pattern: string): readonly string[] {
  return [...new Set(pattern.replaceAll(/\\(?=[^\w])/g, '').match(/[\w/:=&?@.#-]{2,}/g) ?? [])].slice(0, 8);
}

function timeOf(expression: RegExp, text: string): number {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < 5; round++) {
    expression.lastIndex = 0;
    const start = performance.now();
    expression.test(text);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

const rows = expressionsIn(['src/core', 'src/extension/content']).map(({ place, pattern, flags }) => {
  const expression = new RegExp(pattern, flags);
  let worst = { growth: 0, ms: 0, unit: '' };
  for (const unit of [...UNITS, ...ownUnits(pattern)]) {
    // Something else at the end, so that what fits up to there fails.
    const text = (length: number): string => `${unit.repeat(length / unit.length)}\u0000`;
    const ms = timeOf(expression, text(LARGE));
    const growth = ms / Math.max(LEAST_MS, timeOf(expression, text(SMALL)));
    if (growth > worst.growth) worst = { growth, ms, unit };
  }
  return { place, ...worst };
});

console.log(
  `${rows.length} regular expressions, 10 kB to 100 kB (linear: 10; quadratic: 100), of times above ${LEAST_MS} ms:`,
);
for (const { place, growth, ms, unit } of rows.toSorted((a, b) => b.growth - a.growth).slice(0, 10)) {
  console.log(
    `${growth.toFixed(1).padStart(6)} ${ms.toFixed(2).padStart(7)} ms  ${JSON.stringify(unit).padEnd(12)} ${place}`,
  );
}
