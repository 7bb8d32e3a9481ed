// node keeper.mjs FOLDER PROGRAM WORDS…: runs a program as long as its starter.
//
// Standard input ends with the starter, even after SIGKILL. Then the program's process group is terminated, and FOLDER
// deleted if given. Signals are passed on. A separate process, since a killed one cannot clean up; PR_SET_PDEATHSIG
// reaches only the first process, and only on Linux.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/** ms from SIGTERM to SIGKILL. */
const GRACE_MS = 3_000;

const [folder = '', program = '', ...words] = process.argv.slice(2);
const child = spawn(program, words, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty.
  }
}

/** @param {number} code */
function leave(code) {
  // Children may outlive the program.
  signalGroup('SIGKILL');
  if (folder !== '') rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  process.exit(code);
}

child.on('error', (error) => {
  process.stderr.write(`${program}: ${error.message}\n`);
  leave(127);
});
child.on('exit', (code, signal) => leave(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));

for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
  process.on(signal, () => child.kill(signal));
}

function end() {
  signalGroup('SIGTERM');
  setTimeout(() => signalGroup('SIGKILL'), GRACE_MS).unref();
}
process.stdin.on('error', end).on('close', end).on('end', end).resume();
