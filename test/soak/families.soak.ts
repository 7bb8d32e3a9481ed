/**
 * The end-to-end tests that `npm test` leaves out: `npm run soak -- families`. With `--project=firefox` those of one browser, and
 * other options of Playwright likewise.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['playwright', 'test', ...process.argv.slice(2)], {
  stdio: 'inherit',
  env: { ...process.env, SPAMLIGHT_FAMILIES: '1' },
});
process.exitCode = status ?? 1;
