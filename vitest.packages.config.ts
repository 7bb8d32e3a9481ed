import { defineConfig } from 'vitest/config';

/** Builds the store packages several times: a step of its own, beside the unit tests. */
export default defineConfig({
  test: {
    include: ['test/packages/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
  },
});
