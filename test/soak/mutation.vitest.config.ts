import { defineConfig } from 'vitest/config';

/** The tests of one area; see mutation.soak.ts. */
export default defineConfig({
  test: {
    include: (process.env['MUTATION_TESTS'] ?? 'test/**')
      .split(' ')
      .map((pattern) => (pattern.endsWith('**') ? `${pattern}/*.test.ts` : pattern)),
    testTimeout: 300_000,
  },
});
