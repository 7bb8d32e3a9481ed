import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const KEEPER = fileURLToPath(new URL('keeper.mjs', import.meta.url));

/**
 * @typedef {object} ManagedProgram
 * @property {import('node:stream').Readable | null} stdout
 * @property {import('node:stream').Readable | null} stderr
 * @property {Promise<number>} exited - exit code, or 128 + signal
 * @property {(signal: NodeJS.Signals) => void} signal - passed on
 * @property {() => Promise<number>} stop - ends it and its children, and waits
 */

/**
 * Starts a program that ends with us (keeper.mjs).
 *
 * @param {string} program
 * @param {readonly string[]} words
 * @param {object} [options]
 * @param {NodeJS.ProcessEnv} [options.env] - replaces ours
 * @param {string} [options.cwd]
 * @param {'pipe' | 'ignore' | number} [options.stdout]
 * @param {'pipe' | 'ignore' | number} [options.stderr]
 * @param {string} [options.folder] - deleted at the end
 * @returns {ManagedProgram}
 */
export function startProgram(
  program,
  words,
  { env = process.env, cwd, stdout = 'ignore', stderr = 'ignore', folder = '' } = {},
) {
  const keeper = spawn(process.execPath, [KEEPER, folder, program, ...words], {
    env,
    cwd,
    // Ctrl-C must not reach the keeper; it ends when its standard input does.
    detached: true,
    stdio: ['pipe', stdout, stderr],
  });
  /** @type {Promise<number>} */
  const exited = new Promise((resolve) => {
    keeper.once('error', () => resolve(127));
    keeper.once('exit', (code) => resolve(code ?? 1));
  });
  // Ignore an ended process.
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
