import { defineConfig } from 'vitest/config';

/** Starts, kills and fills real Redis servers: a step of its own, beside the unit tests. */
export default defineConfig({
  test: { include: ['test/service/redis/**/*.test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
