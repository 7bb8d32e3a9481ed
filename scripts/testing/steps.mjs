import { builds } from './builds.mjs';
import { isReached, specsReached, unitWords } from './changed.mjs';
import { gateways } from '../gateways.mjs';
import { redis } from '../redis.mjs';
import { format, lint, types, unused } from './gates.mjs';
import { inBrowsers, inWebmails, prepareBrowsers, prepareWebmails, specsIn } from './specs.mjs';
import { onOtherNode, prepareOtherNode, TOOLS } from './other-node.mjs';
import { unit } from './unit.mjs';

/** @typedef {() => Promise<import('./counts.mjs').Count>} Run */

/**
 * A part of `npm test`.
 *
 * @typedef {object} Step
 * @property {number} share - of the time of the whole run: seconds on two warm cores, see budget.mjs
 * @property {() => Promise<unknown>} [prepare] - installs what it needs; takes as long as it takes
 * @property {Run} run
 * @property {(files: readonly string[]) => {what: string, run: Run} | null} [reached] - the part of it that a change of
 *   these files can reach; null for nothing. Without this, all of it, always.
 */

/**
 * End to end tests: a folder of their own, without those below it.
 *
 * @param {string} folder
 * @param {(specs: readonly string[]) => Promise<import('./counts.mjs').Count>} run
 * @returns {Pick<Step, 'run' | 'reached'>}
 */
function specs(folder, run) {
  return {
    run: () => run([`${folder}/[^/]+\\.spec\\.ts$`]),
    reached(files) {
      const all = specsIn(folder);
      const chosen = specsReached(all, files);
      const what = `${chosen.length} of ${all.length} specs${chosen.length < all.length ? `: ${chosen.join(' ')}` : ''}`;
      return chosen.length === 0 ? null : { what, run: () => run(chosen) };
    },
  };
}

/**
 * What `npm test` runs; in which order, STAGES says. A further step is one more line here; one of end to end tests is a
 * folder of its own below test/e2e/.
 *
 * @type {Readonly<Record<string, Step>>}
 */
export const STEPS = {
  types: { share: 15, run: types },
  lint: { share: 15, run: lint },
  format: { share: 3, run: format },
  unused: { share: 7, run: unused },
  unit: {
    share: 150,
    run: () => unit(['run']),
    reached(files) {
      const words = unitWords(files);
      const what = words?.[0] === 'related' ? 'the tests that import what changed' : 'all';
      return words === null ? null : { what, run: () => unit(words) };
    },
  },
  build: { share: 30, run: builds, reached: ifReached(builds, ['scripts/testing/builds.mjs']) },
  packages: {
    share: 40,
    run: packages,
    reached: ifReached(packages, ['test/packages', 'scripts/package.mjs', 'scripts/bundle.mjs']),
  },
  service: {
    share: 100,
    run: service,
    reached: ifReached(service, ['test/service/processes', 'scripts/service.mjs']),
  },
  'node-24': {
    share: 25,
    prepare: prepareOtherNode,
    run: onOtherNode,
    reached: ifReached(onOtherNode, ['scripts/testing/other-node.mjs', 'test/other-nodes', ...TOOLS]),
  },
  gateways: {
    share: 10,
    prepare: async () => gateways(),
    run: inGateways,
    reached: ifReached(inGateways, ['test/gateways']),
  },
  engine: {
    share: 50,
    prepare: async () => redis(),
    run: onRedis,
    reached: ifReached(onRedis, ['test/service/redis']),
  },
  e2e: { share: 570, prepare: prepareBrowsers, ...specs('test/e2e', inBrowsers) },
  policies: { share: 40, prepare: prepareBrowsers, ...specs('test/e2e/policies', inBrowsers) },
  webmail: { share: 140, prepare: prepareWebmails, ...specs('test/e2e/webmails', inWebmails) },
};

/**
 * The order of the steps: one stage after the other, and in a stage its lanes side by side. What mostly waits, for servers
 * that start, fail and come back, is beside what keeps the processors busy.
 *
 * @type {readonly (readonly (readonly string[])[])[]}
 */
export const STAGES = [
  [['types', 'lint', 'format', 'unused'], ['build']],
  [['unit'], ['service', 'engine', 'node-24', 'gateways', 'packages']],
  [['e2e']],
  [['policies']],
  [['webmail']],
];

function packages() {
  return unit(['run', '--config', 'vitest.packages.config.ts']);
}

function service() {
  return unit(['run', '--config', 'vitest.service.config.ts']);
}

function inGateways() {
  return unit(['run', '--config', 'vitest.gateways.config.ts']);
}

function onRedis() {
  return unit(['run', '--config', 'vitest.redis.config.ts']);
}

/**
 * @param {Run} run
 * @param {readonly string[]} entries - its tests, and what they start
 * @returns {(files: readonly string[]) => {what: string, run: Run} | null}
 */
function ifReached(run, entries) {
  return (files) => (isReached(files, entries) ? { what: 'all', run } : null);
}
