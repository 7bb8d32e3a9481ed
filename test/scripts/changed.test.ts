import { globSync } from 'tinyglobby';
import { describe, expect, test } from 'vitest';
import { importedBy, isBuilt, specsReached, unitWords } from '../../scripts/testing/changed.mjs';

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

test('imports are followed, types and dynamic ones too', () => {
  const all = importedBy(['scripts/webmail.mjs']);
  expect([...all]).toEqual(
    expect.arrayContaining(['scripts/webmails.mjs', 'scripts/debian.mjs', 'test/e2e/harness/roundcube.ts']),
  );
});
