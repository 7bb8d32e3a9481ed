/**
 * @typedef {object} Count
 * @property {number} passed
 * @property {number} failed
 * @property {number} skipped
 * @property {readonly string[]} [failures] - each with its name and what it said, in lines
 */

/** @type {Count} */
export const PASSED = { passed: 1, failed: 0, skipped: 0 };
/** @type {Count} */
export const FAILED = { passed: 0, failed: 1, skipped: 0 };
/** @type {Count} */
export const SKIPPED = { passed: 0, failed: 0, skipped: 1 };

/** @param {boolean} holds */
export const check = (holds) => (holds ? PASSED : FAILED);

/** @param {readonly Count[]} counts @returns {Required<Count>} */
export function sum(counts) {
  /** @param {'passed' | 'failed' | 'skipped'} what */
  const all = (what) => counts.reduce((total, count) => total + count[what], 0);
  return {
    passed: all('passed'),
    failed: all('failed'),
    skipped: all('skipped'),
    failures: counts.flatMap(({ failures = [] }) => failures),
  };
}
