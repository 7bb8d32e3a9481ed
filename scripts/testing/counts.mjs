/** @typedef {{readonly passed: number, readonly failed: number, readonly skipped: number}} Count */

/** @type {Count} */
export const PASSED = { passed: 1, failed: 0, skipped: 0 };
/** @type {Count} */
export const FAILED = { passed: 0, failed: 1, skipped: 0 };
/** @type {Count} */
export const SKIPPED = { passed: 0, failed: 0, skipped: 1 };

/** @param {boolean} holds */
export const check = (holds) => (holds ? PASSED : FAILED);

/** @param {readonly Count[]} counts @returns {Count} */
export function sum(counts) {
  return counts.reduce(
    (a, b) => ({ passed: a.passed + b.passed, failed: a.failed + b.failed, skipped: a.skipped + b.skipped }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}
