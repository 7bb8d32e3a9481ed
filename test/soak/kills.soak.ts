/**
 * Both browsers, killed at more moments of storing a list than `npm test` takes time for: `npm run soak -- kills`.
 */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['playwright', 'test', 'test/e2e/faults.spec.ts', '--grep', 'killed while it stores'],
  { stdio: 'inherit', env: { ...process.env, SPAMLIGHT_KILLS: 'all' } },
);
process.exitCode = status ?? 1;
