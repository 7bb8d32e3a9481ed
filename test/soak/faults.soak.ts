/**
 * Both browsers: the background stopped at every named line of an update, and the browser killed at more moments of storing
 * a list, than `npm test` takes time for: `npm run soak -- faults`.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['playwright', 'test', 'test/e2e/faults.spec.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SPAMLIGHT_FAULTS: 'all' },
});
process.exitCode = status ?? 1;
