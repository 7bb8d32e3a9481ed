import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { startProgram } from '../../scripts/setup/start-program.mjs';
import { endAll, processesOf } from '../../scripts/setup/processes.mjs';
import { aFolder } from '../server/publisher/run-command.ts';
import { markProcesses, untilNoneRuns, untilRuns } from './marked-processes.ts';

/** A server with a helper of its own, neither of which ends by itself. */
const SERVER = 'sleep 301 & sleep 302';
/** The same, and it does not want to end when it is told to. */
const STUBBORN = `trap '' TERM; ${SERVER}; sleep 303`;

/** Somebody who keeps a program, in a process that can be killed. */
function starter(script: string): ChildProcess {
  const module = new URL('../../scripts/setup/start-program.mjs', import.meta.url).href;
  const source = `import { startProgram } from ${JSON.stringify(module)}; startProgram('sh', ['-c', ${JSON.stringify(script)}]);`;
  return spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'ignore' });
}

describe('a program that is kept', () => {
  test('a program that is kept gives its output and its exit code', async () => {
    const kept = startProgram('sh', ['-c', 'echo hello; exit 7'], { stdout: 'pipe' });
    expect(kept.stdout === null ? null : await text(kept.stdout)).toBe('hello\n');
    expect(await kept.exited).toBe(7);
  });

  test('a program that is kept and is not there ends with 127', async () => {
    expect(await startProgram('no-such-program', []).exited).toBe(127);
  });

  test('a program that is kept takes its helpers and its folder along when it ends', async () => {
    const mark = markProcesses();
    const folder = join(aFolder(), 'profile');
    mkdirSync(folder);
    await startProgram('sh', ['-c', 'sleep 301 & exit 0'], { folder }).exited;
    await untilNoneRuns(mark);
    expect(existsSync(folder)).toBe(false);
  });

  test.each([SERVER, STUBBORN])(
    'a program that is kept ends with its helpers when it is stopped: %s',
    async (script) => {
      const mark = markProcesses();
      const kept = startProgram('sh', ['-c', script]);
      await untilRuns(mark, 'sleep 302');
      await kept.stop();
      await untilNoneRuns(mark);
    },
  );

  test.each(['SIGKILL', 'SIGINT', 'SIGTERM'] as const)(
    'a program that is kept ends with its helpers when its starter gets %s',
    async (signal) => {
      const mark = markProcesses();
      const runner = starter(SERVER);
      await untilRuns(mark, 'sleep 301');
      await untilRuns(mark, 'sleep 302');
      runner.kill(signal);
      await untilNoneRuns(mark);
    },
  );

  test('a program that is kept is told of a signal that is passed on', async () => {
    const mark = markProcesses();
    const kept = startProgram('sh', ['-c', `trap 'exit 5' INT; sleep 304 & wait`]);
    await untilRuns(mark, 'sleep 304');
    kept.signal('SIGINT');
    expect(await kept.exited).toBe(5);
    await untilNoneRuns(mark);
  });
});

describe('the count of processes after a run', () => {
  test('the count of processes after a run sees what nobody kept, gives it its time, and ends it', async () => {
    const mark = markProcesses();
    spawn('sleep', ['305'], { stdio: 'ignore', detached: true }).unref();
    await untilRuns(mark, 'sleep 305');
    expect(await endAll(mark, 100)).toMatchObject([{ command: 'sleep 305' }]);
    await untilNoneRuns(mark);
  });

  test('the count of processes after a run waits for what is just ending', async () => {
    const mark = markProcesses();
    spawn('sleep', ['0.3'], { stdio: 'ignore' });
    await untilRuns(mark, 'sleep 0.3');
    expect(await endAll(mark, 20_000)).toEqual([]);
  });

  test('the count of processes after a run does not count those of another run', async () => {
    markProcesses();
    spawn('sleep', ['306'], { stdio: 'ignore' });
    expect(processesOf('another-run')).toEqual([]);
  });
});
