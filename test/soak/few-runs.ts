/**
 * fast-check with as many runs as a mutant is worth, and always the same ones: a score that may not fall cannot hang on
 * which cases were drawn.
 */
import * as fc from '../../node_modules/fast-check/lib/fast-check.js';

export * from '../../node_modules/fast-check/lib/fast-check.js';

/** Letters alone: to draw up the tables of all of Unicode takes two seconds, for each mutant anew. */
export const string = ({ minLength, maxLength }: fc.StringConstraints = {}): fc.Arbitrary<string> =>
  fc.string({
    ...(minLength === undefined ? {} : { minLength }),
    ...(maxLength === undefined ? {} : { maxLength }),
  });

const MOST_RUNS = 25;

/** In place of `fc.assert`, for properties of promises too. */
export function assert<Ts>(
  property: fc.IRawProperty<Ts>,
  parameters: fc.Parameters<Ts> = {},
): void | Promise<void> {
  const { numRuns = MOST_RUNS } = parameters;
  // One failure is enough: nobody reads its smallest case.
  const few = { seed: 1, numRuns: Math.min(numRuns, MOST_RUNS), endOnFailure: true };
  return fc.assert(property, { ...parameters, ...few });
}
