/**
 * Of families of tests, which differ in a variant of the same input alone, `npm test` runs one or two, and
 * `npm run soak -- families` the others: docs/decisions/0231-families-of-tests.md.
 */

/** Details of a test that takes longer than its worth in a run before each commit. */
export const SOAK = { tag: '@soak' } as const;

/** Details of a test of a family. */
export function inSoakIf(isFurther: boolean): { readonly tag?: '@soak' } {
  return isFurther ? SOAK : {};
}
