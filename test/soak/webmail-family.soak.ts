/**
 * Generated webmail pages of two families, 200 each of a seed, of which `npm test` opens the first of one: that one, and seeds that no test has
 * seen. `npm run soak -- webmail-family`, with `--seed=7` one of an earlier run, with `--rounds=10` so many. Chromium and
 * Firefox.
 */
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: { seed: { type: 'string' }, rounds: { type: 'string', default: '3' } },
});
let failed = 0;
const rounds = values.seed === undefined ? Number(values.rounds) : 1;
for (let round = 0; round < rounds; round++) {
  const seed = values.seed ?? (round === 0 ? '1' : String(randomInt(2, 1_000_000)));
  process.stdout.write(`seed ${seed}\n`);
  const { status } = spawnSync(
    'npx',
    ['playwright', 'test', 'test/e2e/webmail-family.spec.ts', 'test/e2e/list-family.spec.ts'],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        SPAMLIGHT_FAMILY_SEED: seed,
        SPAMLIGHT_FAMILY_COUNT: '200',
        SPAMLIGHT_FAMILY_SAY: '1',
      },
    },
  );
  if (status !== 0) failed += 1;
}
process.exitCode = failed === 0 ? 0 : 1;
