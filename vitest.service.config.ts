import { defineConfig } from 'vitest/config';

/** Starts, starves and kills real services: a step of its own, beside the unit tests. */
export default defineConfig({
  test: {
    include: ['test/service/processes/**/*.test.ts'],
    testTimeout: 120_000,
  },
});
