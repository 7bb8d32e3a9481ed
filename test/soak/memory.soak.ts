/** 500 messages in one tab, of which nothing is kept: `npm run soak -- memory`. Chromium and Firefox. */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync('npx', ['playwright', 'test', 'test/e2e/memory.spec.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SPAMLIGHT_MESSAGES: '500' },
});
process.exitCode = status ?? 1;
