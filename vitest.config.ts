import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/packages/**', 'test/service/processes/**'],
    testTimeout: 30_000,
    // The usual one fewer leaves half of a machine with two cores idle.
    maxWorkers: availableParallelism(),
  },
});
