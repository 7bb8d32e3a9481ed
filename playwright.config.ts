import { availableParallelism } from 'node:os';
import { defineConfig, type Project } from '@playwright/test';
import type { HarnessOptions } from './test/e2e/harness/fixtures.ts';

const CORES = availableParallelism();

/** Of those that nobody but `npm run soak -- product-mails` and `-- sign-places` runs. */
const IS_OF_SOAK = ['SPAMLIGHT_PRODUCT_MAILS', 'SPAMLIGHT_SIGN_PLACES'].some((name) => name in process.env);

const TIER = process.env['SPAMLIGHT_TIER'];
/** `npm run test:changed` runs tests of the core as well. */
const IS_CORE = TIER === 'core' || TIER === 'changed';

/** The tests of a tier in one browser: `harness/tiers.ts`. Without the variable, all but the soak's run. */
function chosen(browserKind: string): Pick<Project, 'grep' | 'grepInvert'> {
  if (IS_CORE) return { grep: new RegExp(`@core(?![\\w:])|@core:${browserKind}`) };
  return TIER === 'soak' ? { grep: /@soak/ } : { grepInvert: /@soak/ };
}

/**
 * Specs about pages that are our own, which run in Chromium alone. `pages.spec.ts` and the walks open the same pages in
 * Firefox too, and no other spec is left out of a browser.
 */
const OWN_PAGES = ['narrow', 'device-lists', 'mistakes'].map((name) => `${name}.spec.ts`);

/**
 * Each test runs in both browsers, `npx playwright test --project=firefox` in one; `test/e2e/harness/browser.ts` is what
 * they have in common. A project for real webmails, one for real policy files, one for everything else.
 */
export default defineConfig<HarnessOptions>({
  testDir: 'test/e2e',
  outputDir: 'test-results/e2e',
  timeout: 180_000,
  // What is polled: long, since it costs only a test that fails.
  expect: { timeout: 30_000 },
  // A test that passes only at the second try is named as such, and at most a hundredth may:
  // docs/decisions/0240-three-tiers.md.
  retries: 1,
  // A browser of several processes, its proxy and the test itself keep more than one processor busy, and wait in
  // between: two of them leave a third of two processors idle, three leave nothing.
  workers: Math.max(Math.min(3, CORES + 1), Math.floor(CORES / 2)),
  fullyParallel: true,
  forbidOnly: process.env['CI'] !== undefined,
  projects: [
    { name: 'set-up', testMatch: 'harness/*.setup.ts' },
    // One at a time: its tests share one program, whose start takes longer than most of them.
    {
      ...chosen('thunderbird'),
      name: 'thunderbird',
      dependencies: ['set-up'],
      testMatch: 'thunderbird/*.spec.ts',
      workers: 1,
    },
    ...(['chromium', 'firefox'] as const).flatMap((browserKind) => {
      const common = { ...chosen(browserKind), dependencies: ['set-up'], use: { browserKind } };
      return [
        // First, and one at a time: while its servers start, other tests run.
        { ...common, name: `${browserKind}-webmails`, testMatch: 'webmails/*.spec.ts', workers: 1 },
        { ...common, name: `${browserKind}-policies`, testMatch: 'policies/*.spec.ts' },
        {
          ...common,
          name: browserKind,
          testIgnore: [
            'webmails/**',
            'policies/**',
            'thunderbird/**',
            ...(IS_OF_SOAK ? [] : ['mails/**']),
            ...(browserKind === 'firefox' ? OWN_PAGES : []),
          ],
        },
      ];
    }),
  ],
});
