/**
 * The end-to-end tests that `npm run test:all` leaves out: `npm run soak -- families`. With `--project=firefox` those of one browser, and
 * other options of Playwright likewise.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['playwright', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, SPAMLIGHT_TIER: 'soak' },
});
process.exitCode = status ?? 1;
