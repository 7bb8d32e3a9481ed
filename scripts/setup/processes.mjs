// The processes that a run has started, found by a mark in their environment, which children inherit.
import { readdirSync, readFileSync } from 'node:fs';

/** Name of the environment variable whose value marks the processes of one run. */
export const RUN_MARK = 'SPAMLIGHT_RUN';

/** @typedef {{readonly pid: number, readonly command: string}} RunningProcess */

/**
 * The living processes of a run besides this one; null where the system does not tell (only Linux does, in /proc).
 *
 * @param {string} mark
 * @returns {readonly RunningProcess[] | null}
 */
export function processesOf(mark) {
  let readable = 0;
  /** @type {RunningProcess[]} */
  const found = [];
  let names;
  try {
    names = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return null;
  }
  for (const name of names) {
    try {
      const environment = readFileSync(`/proc/${name}/environ`, 'latin1').split('\0');
      readable += 1;
      if (Number(name) === process.pid || !environment.includes(`${RUN_MARK}=${mark}`)) continue;
      const command = readFileSync(`/proc/${name}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      // One that has ended and waits for its parent to hear of it has no command line any more.
      if (command !== '') found.push({ pid: Number(name), command });
    } catch {
      // It ended meanwhile, or is another user's.
    }
  }
  // Our own can always be read: seeing none would be no answer.
  return readable === 0 ? null : found;
}

/**
 * Waits for the processes of a run to end, and kills those that do not.
 *
 * @param {string} mark
 * @param {number} [patience] - ms
 * @returns {Promise<readonly RunningProcess[] | null>} those that had to be killed
 */
export async function endAll(mark, patience = 5_000) {
  const end = Date.now() + patience;
  for (;;) {
    const running = processesOf(mark);
    if (running === null || running.length === 0) return running;
    if (Date.now() > end) {
      for (const { pid } of running) kill(pid);
      return running;
    }
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
}

/** @param {number} pid */
function kill(pid) {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
