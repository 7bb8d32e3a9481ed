/** Reads the sender's address in 100,000 generated heads, of which `npm test` reads 2,000: `npm run soak -- senders`. */
import { spawnSync } from 'node:child_process';

const { status } = spawnSync(
  'npx',
  ['vitest', 'run', 'test/extension/content/messages/sender-address.test.ts'],
  {
    stdio: 'inherit',
    env: { ...process.env, SPAMLIGHT_HEADS: '100000' },
  },
);
process.exitCode = status ?? 1;
