import { defineConfig } from 'vitest/config';

/** Starts, starves and kills real services: a step of its own, beside the unit tests. */
export default defineConfig({
  test: {
    include: ['test/service/processes/**/*.test.ts'],
    // Reached only by what never happens; each test waits for what it waits for with a limit of its own.
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
