// Finds a run's processes by a mark in their environment, which children inherit.
import { readdirSync, readFileSync } from 'node:fs';

export const RUN_MARK = 'SPAMLIGHT_RUN';

/** @typedef {{readonly pid: number, readonly command: string}} RunningProcess */

/**
 * Without this process; null if unknown, since only Linux has /proc.
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
      // A zombie has no command line.
      if (command !== '') found.push({ pid: Number(name), command });
    } catch {
      // The process has ended, or is another user's.
    }
  }
  // Our own process is readable, so none means that /proc gave no answer.
  return readable === 0 ? null : found;
}

/**
 * Kills what does not end in time.
 *
 * @param {string} mark
 * @param {number} [patience] - ms
 * @returns {Promise<readonly RunningProcess[] | null>} those killed
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
    // It has ended.
  }
}
