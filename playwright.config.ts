import { availableParallelism } from 'node:os';
import { defineConfig } from '@playwright/test';
import type { HarnessOptions } from './test/e2e/harness/fixtures.ts';

const CORES = availableParallelism();

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
  // A browser of several processes, its proxy and the test itself keep more than one processor busy, and wait in
  // between: two of them on two processors take 0.7 of the time.
  workers: Math.max(Math.min(2, CORES), Math.floor(CORES / 2)),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'chromium', use: { browserKind: 'chromium' } },
    { name: 'firefox', use: { browserKind: 'firefox' } },
  ],
});
