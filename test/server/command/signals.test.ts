import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { aFolder } from '../publisher/run-command.ts';

/** Runs the command as a process of its own, and waits for its first line. */
async function aProcess(args: readonly string[], input = '') {
  const child = spawn(process.execPath, ['--import', 'tsx', 'src/server/command/spamlight.ts', ...args]);
  onTestFinished(() => void child.kill('SIGKILL'));
  child.stdin.write(input);
  await once(child.stdout, 'data');
  return child;
}

async function endBy(
  child: Awaited<ReturnType<typeof aProcess>>,
  signal: NodeJS.Signals,
): Promise<number | 'goes on'> {
  const ended = once(child, 'exit').then(([code]) => Number(code));
  child.kill(signal);
  const waited = new Promise<'goes on'>((resolve) => setTimeout(() => resolve('goes on'), 5000));
  return Promise.race([ended, waited]);
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)(
  'a signal (%s) ends a command that has nothing to roll back at once, with %i',
  async (signal, code) => {
    const child = await aProcess(['canonicalize'], 'https://a.example/\n');
    expect(await endBy(child, signal)).toBe(code);
  },
);

test('a command with something to close closes it at a signal', async () => {
  const folder = join(aFolder(), 'channel');
  mkdirSync(folder);
  const child = await aProcess(['serve', folder, '--port', '0']);
  expect(await endBy(child, 'SIGTERM')).toBe(0);
});
