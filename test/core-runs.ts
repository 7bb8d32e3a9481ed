/** In place of fast-check in `npm test`: properties with many runs have a tenth of them, of inputs drawn anew each time. */
import * as fc from '../node_modules/fast-check/lib/fast-check.js';

export * from '../node_modules/fast-check/lib/fast-check.js';

/** fast-check's own number. */
const LEAST_RUNS = 100;

export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): void | Promise<void> {
  const { numRuns = LEAST_RUNS } = parameters;
  const fewer = Math.max(Math.min(numRuns, LEAST_RUNS), Math.ceil(numRuns / 10));
  return fc.assert(property, { ...parameters, numRuns: fewer });
}
