import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { endAll, processesOf, RUN_MARK } from '../../../scripts/setup/processes.mjs';
import { eventually } from './browser.ts';

/**
 * Starts things in a process of their own, as tests do, ends that process by a signal, and sees that all is gone.
 *
 * @param words - see idle-runner.ts
 */
export async function endsWithRunner(signal: NodeJS.Signals, ...words: readonly string[]): Promise<void> {
  const mark = randomUUID();
  const runner = spawn(process.execPath, ['--import', 'tsx', 'test/e2e/harness/idle-runner.ts', ...words], {
    env: { ...process.env, [RUN_MARK]: mark },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await new Promise<void>((started, failed) => {
      runner.stdout.once('data', () => started());
      runner.once('exit', (code) => failed(new Error(`the runner ended with ${code}`)));
    });
    // The runner, and what it has started.
    expect(processesOf(mark)?.length).toBeGreaterThan(2);
    runner.kill(signal);
    await isGone(mark);
  } finally {
    await endAll(mark, 0);
  }
}

/** Waits until no process of this mark is left. */
export async function isGone(mark: string): Promise<void> {
  await eventually('all processes to be gone', () => processesOf(mark)?.length === 0, 30_000).catch(
    (error: unknown) => {
      throw new Error(JSON.stringify(processesOf(mark)), { cause: error });
    },
  );
}
