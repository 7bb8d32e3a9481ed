import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { HarnessOptions } from './test/e2e/harness/fixtures.ts';

/** Each test runs in both browsers; `test/e2e/harness/browser.ts` is what they have in common. */
export default defineConfig<HarnessOptions>({
  testDir: 'test/e2e',
  testMatch: '**/*.spec.ts',
  globalSetup: './test/e2e/harness/setup.ts',
  outputDir: 'test-results/e2e',
  timeout: 180_000,
  // What is polled: long, since it costs only a test that fails.
  expect: { timeout: 30_000 },
  // A test that passes only at the second try is a defect.
  retries: 0,
  // A browser of several processes, its proxy and the test itself: one keeps two processors busy. Two beside each other
  // on two took 0.7 of the time, and one run in two had a failure, of a test that looked at one moment or of something
  // of ours that only a slow machine shows.
  workers: Math.max(1, Math.floor(availableParallelism() / 2)),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'chromium', use: { browserKind: 'chromium' } },
    { name: 'firefox', use: { browserKind: 'firefox' } },
  ],
});
