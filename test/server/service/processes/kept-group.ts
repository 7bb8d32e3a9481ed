import { createInterface } from 'node:readline';
import { startProgram } from '../../../../scripts/setup/start-program.mjs';

/**
 * Starts a program with a process group of its own, so that it and all that it starts can be killed at once, and it
 * alone. Stays until it is told to end, and then kills the group: what survives the program is not forgotten.
 */
const GROUP = `
  set -m
  ( eval "$1" && shift && exec "$@" ) &
  program=$!
  set +m
  exec 2>/dev/null
  trap 'kill -KILL -- -$program; exit 0' TERM
  echo "pid $program"
  wait $program
  echo "ended $?"
  sleep infinity &
  wait`;

export interface KeptGroup {
  readonly pid: number;
  /** Its exit code, or 128 and the number of the signal that ended it. Others of the group may be there still. */
  readonly ended: Promise<number>;
  /** Kills all of the group. Resolves when the program has ended. */
  readonly kill: () => Promise<void>;
}

export interface LineListeners {
  readonly onOutput: (line: string) => void;
  readonly onNote: (line: string) => void;
  /** Nobody of the group is left who could write a note. */
  readonly onNotesEnd: () => void;
}

/**
 * Starts a program that ends with us, however we end.
 *
 * @param shell - what a shell does before, such as `ulimit -f 8`
 */
export async function keepGroup(
  words: readonly string[],
  shell: string,
  { onOutput, onNote, onNotesEnd }: LineListeners,
): Promise<KeptGroup> {
  const kept = startProgram('bash', ['-c', GROUP, 'bash', shell, ...words], {
    stdout: 'pipe',
    stderr: 'pipe',
  });
  if (kept.stdout === null || kept.stderr === null) throw new Error('it was started with pipes');
  let onEnded: (code: number) => void = () => {};
  const ended = new Promise<number>((resolve) => (onEnded = resolve));
  const pid = new Promise<number>((resolve, reject) => {
    void kept.exited.then((code) => reject(new Error(`the keeper ended with ${code}`)));
    createInterface({ input: kept.stdout as NodeJS.ReadableStream }).on('line', (line) => {
      const [, word, number] = /^(pid|ended) (\d+)$/.exec(line) ?? [];
      if (word === 'pid') resolve(Number(number));
      else if (word === 'ended') onEnded(Number(number));
      else onOutput(line);
    });
  });
  createInterface({ input: kept.stderr }).on('line', onNote).once('close', onNotesEnd);
  const leader = await pid;
  return {
    pid: leader,
    ended,
    kill: async () => {
      try {
        process.kill(-leader, 'SIGKILL');
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
      }
      await ended;
      await kept.stop();
    },
  };
}
