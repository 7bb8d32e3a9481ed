import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/e2e/**', 'test/packages/**', 'test/service/processes/**'],
    testTimeout: 30_000,
  },
});
