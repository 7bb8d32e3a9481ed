// node keeper.mjs FOLDER PROGRAM WORDS…: runs a program for as long as whoever started this is there, and no longer.
//
// The program gets a process group of its own. When our standard input ends, which it does however the starter goes
// (its own end, Ctrl-C, SIGKILL), the whole group is told to end, and killed if it does not. The folder, if it is not
// empty text, goes with it. Signals are passed on to the program. A process by itself, because a process that was
// killed can clean up nothing.
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { constants } from 'node:os';

/** From being told to end to being killed, ms. */
const GRACE_MS = 3_000;

const [folder = '', program = '', ...words] = process.argv.slice(2);
const child = spawn(program, words, { detached: true, stdio: ['ignore', 'inherit', 'inherit'] });

/** @param {NodeJS.Signals} signal */
function signalGroup(signal) {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // Nobody is left in the group.
  }
}

/** @param {number} code */
function leave(code) {
  // What the program has started may outlive it.
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
