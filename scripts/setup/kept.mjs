import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/**
 * A program that ends with us, see keeper.mjs.
 *
 * @typedef {object} Kept
 * @property {import('node:stream').Readable | null} stdout - if it was asked for
 * @property {import('node:stream').Readable | null} stderr - the same
 * @property {Promise<number>} exited - its exit code, or 128 and the number of the signal that ended it
 * @property {(signal: NodeJS.Signals) => void} signal - passes it on to the program
 * @property {() => Promise<number>} stop - ends it with all that it has started; fulfilled when they are gone
 */

/**
 * Starts a program that ends with us, whatever ends us.
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] - all of it; otherwise ours
 * @param {string} [options.cwd]
 * @param {'pipe' | 'ignore' | number} [options.stdout]
 * @param {'pipe' | 'ignore' | number} [options.stderr]
 * @param {string} [options.folder] - removed when the program has ended
 * @returns {Kept}
 */
export function keep(
  program,
  words,
  { env = process.env, cwd, stdout = 'ignore', stderr = 'ignore', folder = '' } = {},
) {
  const keeper = spawn(process.execPath, [KEEPER, folder, program, ...words], {
    env,
    cwd,
    // Ctrl-C is for us: what we keep ends when we say so, or are gone.
    detached: true,
    stdio: ['pipe', stdout, stderr],
  });
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    keeper.once('error', () => resolve(127));
    keeper.once('exit', (code) => resolve(code ?? 1));
  });
  // It may be gone already.
  keeper.stdin?.on('error', () => undefined);
  return {
    stdout: keeper.stdout,
    stderr: keeper.stderr,
    exited,
    signal: (signal) => void keeper.kill(signal),
    stop: () => {
      keeper.stdin?.end();
      return exited;
    },
  };
}
