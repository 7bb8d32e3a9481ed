import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [
      'test/e2e/**',
      'test/packages/**',
      'test/gateways/**',
      'test/service/processes/**',
      'test/service/redis/**',
    ],
    // Long: it costs only a test that hangs, and beside much else a property takes its time.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // The usual one fewer leaves half of a machine with two cores idle.
    maxWorkers: availableParallelism(),
  },
});
