import { defineConfig } from 'vitest/config';

/** Lets real mail servers and resolvers read what `spamlight export` writes: a step of its own. */
export default defineConfig({
  test: { include: ['test/gateways/**/*.test.ts'], testTimeout: 300_000, hookTimeout: 300_000 },
});
