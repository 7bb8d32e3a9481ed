import { randomUUID } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endAll, RUN_MARK } from '../../scripts/setup/processes.mjs';
import { FOLDERS } from './harness/channel.ts';
import { launchChromium } from './harness/chromium.ts';
import { expect, test } from './harness/fixtures.ts';
import { launchFirefox } from './harness/firefox.ts';
import { endsWithRunner, isGone } from './harness/killed-runner.ts';
import { tier } from './harness/tiers.ts';

for (const signal of ['SIGKILL', 'SIGINT'] as const) {
  test(
    `a browser ends when the runner of its test gets ${signal}`,
    tier(signal === 'SIGKILL' ? 'core:chromium' : 'all'),
    async ({ browserKind }) => {
      await endsWithRunner(signal, browserKind, resolve(FOLDERS[browserKind]));
    },
  );
}

test('a browser that gets no extension is ended', tier('core:firefox'), async ({ browserKind }) => {
  const mark = randomUUID();
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-empty-'));
  const before = process.env[RUN_MARK];
  process.env[RUN_MARK] = mark;
  try {
    mkdirSync(join(folder, 'none'));
    const launch = browserKind === 'chromium' ? launchChromium : launchFirefox;
    await expect(
      launch({ extension: join(folder, 'none'), proxyPort: 9, patience: 1_000 }),
    ).rejects.toThrow();
    await isGone(mark);
  } finally {
    if (before === undefined) delete process.env[RUN_MARK];
    else process.env[RUN_MARK] = before;
    await endAll(mark, 0);
    rmSync(folder, { recursive: true, force: true });
  }
});
