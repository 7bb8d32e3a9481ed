import { readFileSync } from 'node:fs';
import { matchesGlob, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const patterns = (process.env['MUTATION_TESTS'] ?? 'test/**')
  .split(' ')
  .map((pattern) => (pattern.endsWith('**') ? `${pattern}/*.test.ts` : pattern));

/**
 * In the order in which an area names its tests; of one pattern examples before properties. Most mutants are noticed by
 * an example, in a hundredth of the time, and the first that notices is the last that runs.
 */
class QuickestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => placeOf(a) - placeOf(b) || propertiesIn(a) - propertiesIn(b));
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const path = relative(process.cwd(), moduleId);
  return patterns.findIndex((pattern) => matchesGlob(path, pattern));
}

function propertiesIn({ moduleId }: TestSpecification): number {
  return readFileSync(moduleId, 'utf8').split('fc.assert').length - 1;
}

/** The tests of one area; see mutation.soak.ts. */
export default defineConfig({
  resolve: {
    alias: [{ find: /^fast-check$/, replacement: fileURLToPath(new URL('few-runs.ts', import.meta.url)) }],
  },
  test: {
    include: patterns,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    sequence: { sequencer: QuickestFirst },
  },
});
