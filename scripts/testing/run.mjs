// Programs of a test run: each ends when the run does, and takes its temporary files with it.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keep } from '../kept.mjs';
import { ROOT } from '../prepare.mjs';
import { RUN_MARK } from '../processes.mjs';
import { check } from './counts.mjs';

/** Marks the processes of this run. */
export const RUN = randomUUID();

/** @param {string} name - of a program that an npm package brings */
export const bin = (name) => join(ROOT, 'node_modules', '.bin', name);

/** @type {Set<import('../kept.mjs').Kept>} */
const running = new Set();

/**
 * Where programs print that run beside others, whose lines would stand between theirs: the number of an open file.
 *
 * @type {AsyncLocalStorage<number>}
 */
export const printedTo = new AsyncLocalStorage();

/**
 * @param {string} program
 * @param {readonly string[]} words
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>} exit code; what it prints goes to our standard error as it comes, or as `printedTo` says
 */
export async function run(program, words, env = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-test-'));
  // Servers that give up root must get to what is theirs in it.
  chmodSync(folder, 0o711);
  const settings = {
    ...process.env,
    TMPDIR: folder,
    // What Playwright has compiled is worth keeping.
    PWTEST_CACHE_DIR: join(ROOT, 'node_modules', '.cache', 'playwright'),
    [RUN_MARK]: RUN,
    ...env,
  };
  const output = printedTo.getStore() ?? 2;
  const kept = keep(program, words, { cwd: ROOT, env: settings, stdout: output, stderr: output, folder });
  running.add(kept);
  const code = await kept.exited;
  running.delete(kept);
  return code;
}

/** Passes a signal on to the programs that run. @param {NodeJS.Signals} signal */
export function interrupt(signal) {
  for (const kept of running) kept.signal(signal);
}

/** A tool that either holds or does not: counts as one. @param {string} program @param {readonly string[]} words */
export async function gate(program, words) {
  return check((await run(program, words)) === 0);
}
