import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Examples before properties: most mutants are noticed by an example, in a hundredth of the time. */
class ExamplesFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return files.toSorted((a, b) => propertiesIn(a) - propertiesIn(b));
  }
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
    include: (process.env['MUTATION_TESTS'] ?? 'test/**')
      .split(' ')
      .map((pattern) => (pattern.endsWith('**') ? `${pattern}/*.test.ts` : pattern)),
    testTimeout: 300_000,
    sequence: { sequencer: ExamplesFirst },
  },
});
