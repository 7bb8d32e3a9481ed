import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import {
  changedFiles,
  importedBy,
  isBuilt,
  specsReached,
  unitWords,
} from '../../scripts/testing/changed.mjs';
import { STEPS } from '../../scripts/testing/steps.mjs';
import { mayBeNone } from '../../scripts/testing/unit.mjs';
import { aFolder } from '../publisher/run-command.ts';

const SPECS = globSync('test/e2e/*.spec.ts');

describe('what a change can reach', () => {
  test('unit tests: those that import what changed', () => {
    expect(unitWords(['src/core/url/read-link.ts', 'test/core/url/x.test.ts'])?.slice(3)).toEqual([
      'src/core/url/read-link.ts',
      'test/core/url/x.test.ts',
    ]);
  });

  test.each([
    'public/_locales/en/messages.json',
    'docs/threat-model.md',
    'manifest.json',
    'vitest.config.ts',
  ])('%s is read by its name, or holds for all: all unit tests', (file) =>
    expect(unitWords(['src/core/result.ts', file])).toEqual(['run']),
  );

  test('the README alone reaches no unit test', () => {
    expect(unitWords(['README.md'])).toBe(null);
    expect(unitWords([])).toBe(null);
  });

  test.each([
    'src/core/result.ts',
    'public/_locales/en/messages.json',
    'manifest.json',
    'package-lock.json',
    'scripts/build.mjs',
    'scripts/least-versions.mjs',
    'playwright.config.ts',
  ])('%s is in what every spec loads: all specs', (file) => {
    expect(SPECS.length).toBeGreaterThan(10);
    expect(isBuilt([file])).toBe(true);
    expect(specsReached(SPECS, [file])).toEqual(SPECS);
  });

  test('a spec that changed is reached alone', () => {
    expect(specsReached(SPECS, ['test/e2e/card.spec.ts'])).toEqual(['test/e2e/card.spec.ts']);
  });

  test('what the harness imports is reached through it', () => {
    expect(specsReached(SPECS, ['scripts/keeper.mjs'])).toEqual([]);
    expect(specsReached(SPECS, ['scripts/kept.mjs'])).toEqual(SPECS);
    expect(specsReached(SPECS, ['test/e2e/harness/setup.ts'])).toEqual(SPECS);
  });

  test('notes reach no spec', () => {
    expect(specsReached(SPECS, ['docs/filters.md', 'test/core/feed/feed.test.ts'])).toEqual([]);
  });
});

/** Steps that have tests of their own, beside the unit tests and those in browsers, and are reached by a change. */
function toolSteps(file: string): readonly string[] {
  const names = ['build', 'packages', 'service', 'node-24', 'gateways', 'engine'];
  return names.filter((name) => STEPS[name]?.reached?.([file]) != null);
}

describe('a step with tests of its own is reached', () => {
  test.each([
    ['by each of them', 'test/packages/store.test.ts', ['packages']],
    ['by each of them', 'test/service/processes/faults.test.ts', ['service']],
    ['by each of them', 'test/service/redis/engine.test.ts', ['engine']],
    ['by each of them', 'test/gateways/gateways.test.ts', ['gateways']],
    ['by what several of them import', 'test/service/processes/load.ts', ['service', 'engine']],
    ['by programs that they start', 'scripts/package.mjs', ['packages']],
    ['by what these import', 'scripts/pack.mjs', ['packages']],
    ['by programs that they start', 'scripts/service.mjs', ['service']],
    ['by what finds their servers', 'scripts/redis.mjs', ['engine']],
    ['by what it checks', 'scripts/testing/builds.mjs', ['build']],
    ['by the unit tests that it repeats', 'test/command/signals.test.ts', ['node-24']],
    ['by the version that it takes', 'test/other-nodes/node-24/package.json', ['node-24']],
  ])('%s: %s', (_, file, steps) => expect(toolSteps(file)).toEqual(steps));

  test('by all that is built, and by no unit test or note', () => {
    expect(toolSteps('src/core/result.ts')).toHaveLength(6);
    expect(toolSteps('test/core/url/x.test.ts')).toEqual([]);
    expect(toolSteps('docs/service.md')).toEqual([]);
  });

  test('where it is one that vitest leaves out of the unit tests, by some step', () => {
    const left = globSync('test/{packages,gateways,service/processes,service/redis}/**/*.test.ts');
    expect(left.length).toBeGreaterThan(6);
    for (const file of left) expect([file, toolSteps(file).length]).toEqual([file, 1]);
  });
});

test('what git cannot tell is a failure, and not "nothing has changed"', () => {
  expect(() => changedFiles(aFolder())).toThrow(/git merge-base HEAD main.*not a git repository/s);
});

test('that a change reaches no unit test is no failure; that none ran of all is one', () => {
  const words = unitWords(['test/e2e/card.spec.ts']) ?? [];
  expect(mayBeNone(words, 0)).toBe(true);
  expect(mayBeNone(words, 1)).toBe(false);
  expect(mayBeNone(['run'], 0)).toBe(false);
});

test('imports are followed, types and dynamic ones too', () => {
  const all = importedBy(['scripts/webmail.mjs']);
  expect([...all]).toEqual(
    expect.arrayContaining(['scripts/webmails.mjs', 'scripts/debian.mjs', 'test/e2e/harness/roundcube.ts']),
  );
});
