import { readdirSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { globSync } from 'tinyglobby';
import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { canKeepChanges, NODE_24 } from './scripts/setup/node-24.mjs';
import { IS_CORE } from './test/core-tier.ts';
import { OtherNode } from './test/other-nodes/other-node.ts';

/** Tests that start servers, other programs or whole builds, by the name of their project. */
const APART = {
  services: 'test/server/service/processes/**/*.test.ts',
  engine: 'test/server/service/redis/**/*.test.ts',
  packages: 'test/packages/**/*.test.ts',
  gateways: 'test/gateways/**/*.test.ts',
};

/** Properties with many runs have a tenth of them in `npm test`. */
const FEWER_RUNS = IS_CORE
  ? [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('test/core-runs.ts', import.meta.url)) }]
  : [];

/** A test or, in a comment, a file of the core. */
const CORE_TAG = /\btags: 'core'|@module-tag core\b/;

/** Taken by each project, though vitest's type of a project lacks it. */
const CORE_ALONE: object = { tagsFilter: ['core'] };

/** Only files with a test of the core are loaded for it. */
function ofTier(pattern: string): TestProjectInlineConfiguration['test'] {
  if (!IS_CORE) return { include: [pattern] };
  const include = globSync(pattern).filter((path) => CORE_TAG.test(readFileSync(path, 'utf8')));
  return { include, ...CORE_ALONE };
}

/** What runs without a browser, and so on any Node: the commands, the publisher. */
const TOOLS = IS_CORE
  ? ['test/server/command/signals.test.ts']
  : [
      'test/server/command/*.test.ts',
      'test/server/node/**/*.test.ts',
      'test/server/publisher/{build,commands,channel-server,updates}.test.ts',
    ];

/** What keeps changes, and so needs Node 24. */
const OF_SERVICE = ['test/server/service/*.test.ts', 'test/server/publisher/changes-in-builds.test.ts'];

/** All other tests. */
const UNITS = {
  include: ['test/**/*.test.ts'],
  exclude: ['test/e2e/**', ...Object.values(APART), ...OF_SERVICE],
};

/** In the text of a test that changes what all tests of a process share: modules, globals, the clock, a document. */
const CHANGES_SHARED =
  /\bvi\.(?:mock|doMock|stubGlobal|stubEnv|useFakeTimers|setSystemTime)\(|@vitest-environment|\bglobalThis\.\w+ = /;

/** They run in a process each; all other unit tests share a few, which takes half the processor time. */
const ISOLATED = readdirSync('test', { recursive: true, encoding: 'utf8' })
  .map((name) => join('test', name))
  .filter((path) => path.endsWith('.test.ts') && CHANGES_SHARED.test(readFileSync(path, 'utf8')));

/** The same project on Node 24, where vitest itself runs on an older one and there is another. */
function onNode24(test: TestProjectInlineConfiguration['test']): TestProjectInlineConfiguration {
  const setups = [test?.globalSetup ?? []].flat();
  const program = canKeepChanges() ? null : NODE_24;
  if (program === null) return { extends: true, test: test ?? {} };
  return {
    extends: true,
    test: {
      ...test,
      globalSetup: ['test/other-nodes/install-node-24.ts', ...setups],
      env: {
        // The programs that these tests start run on it as well.
        PATH: `${dirname(program)}${delimiter}${process.env['PATH'] ?? ''}`,
        OLDER_NODE: process.execPath,
      },
      pool: { name: 'other-node', createPoolWorker: (options) => new OtherNode(options, program) },
    },
  };
}

/** Projects by name: `npx vitest run --project unit`. */
export default defineConfig({
  resolve: { alias: FEWER_RUNS },
  test: {
    tags: [{ name: 'core', description: 'what `npm test` runs of the tests that start other programs' }],
    // Long: it costs only a test that hangs, and beside much else a property takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The usual one fewer leaves half of a machine with two cores idle.
    maxWorkers: availableParallelism(),
    projects: [
      {
        extends: true,
        test: { ...UNITS, name: 'unit', exclude: [...UNITS.exclude, ...ISOLATED], isolate: false },
      },
      { extends: true, test: { ...UNITS, name: 'unit-isolated', include: ISOLATED } },
      onNode24({
        name: 'services',
        ...ofTier(APART.services),
        globalSetup: 'test/built-command.ts',
        // Reached only by what never happens; each test waits for what it waits for with a limit of its own.
        testTimeout: 600_000,
        hookTimeout: 600_000,
      }),
      onNode24({ name: 'engine', ...ofTier(APART.engine), globalSetup: 'test/built-command.ts' }),
      {
        extends: true,
        test: {
          name: 'packages',
          ...ofTier(APART.packages),
          globalSetup: 'test/built-command.ts',
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
      {
        extends: true,
        test: { name: 'gateways', ...ofTier(APART.gateways), testTimeout: 300_000, hookTimeout: 300_000 },
      },
      onNode24({ name: 'node-24', include: [...TOOLS, ...OF_SERVICE] }),
    ],
  },
});
