import { builds } from './builds.mjs';
import { format, lint, types, unused } from './gates.mjs';
import { inBrowsers, inWebmails, prepareBrowsers, prepareWebmails } from './specs.mjs';
import { unit } from './unit.mjs';

/**
 * A part of `npm test`.
 *
 * @typedef {object} Step
 * @property {number} share - of the time of the whole run: seconds on two warm cores, see budget.mjs
 * @property {() => Promise<unknown>} [prepare] - installs what it needs; takes as long as it takes
 * @property {() => Promise<import('./counts.mjs').Count>} run
 */

/**
 * What `npm test` runs, in this order. A further step is one more line here; one of end to end tests is a folder of
 * its own below test/e2e/.
 *
 * @type {Readonly<Record<string, Step>>}
 */
export const STEPS = {
  types: { share: 15, run: types },
  lint: { share: 15, run: lint },
  format: { share: 3, run: format },
  unused: { share: 7, run: unused },
  unit: { share: 80, run: () => unit() },
  build: { share: 60, run: builds },
  e2e: { share: 390, prepare: prepareBrowsers, run: () => inBrowsers('test/e2e/[^/]+\\.spec\\.ts$') },
  policies: { share: 60, prepare: prepareBrowsers, run: () => inBrowsers('test/e2e/policies/') },
  packages: { share: 60, run: () => unit(['run', '--config', 'vitest.packages.config.ts']) },
  service: { share: 60, run: () => unit(['run', '--config', 'vitest.service.config.ts']) },
  webmail: { share: 300, prepare: prepareWebmails, run: inWebmails },
};
