// How long a step of `npm test` took, and whether that is within twice its share.
//
// A wall clock alone would fail a run because of a busy neighbour, and processor time alone would not see a test that
// merely waits. So what others took of the processors meanwhile is taken off the wall clock: a second in which they had
// half of them counts half. A machine slower than the one on which the shares were set gets more, by a short
// calculation timed before the first step, and so does one with a single core. Only Linux tells what others take;
// elsewhere the time is printed and holds nothing.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';

/** How many times its share a step may take. */
const TOLERANCE = 2;
/** Processor time of the calculation where the shares were set: two cores at 2.1 GHz, Node 20. Milliseconds. */
const REFERENCE_MS = 10.6;
/** Of the cores there. */
const REFERENCE_CORES = 2;
/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

/**
 * @typedef {object} Times
 * @property {number} wall - seconds since some moment
 * @property {number} ours - processor seconds of this process and of all that it waited for
 * @property {number} all - processor seconds of everyone, taken by a hypervisor included
 * @property {number} cores - that `all` is about
 */

/** @returns {Times | null} null where the system does not tell */
export function readTimes() {
  try {
    return {
      wall: performance.now() / 1000,
      ...parseTimes(readFileSync('/proc/stat', 'latin1'), readFileSync('/proc/self/stat', 'latin1')),
      cores: cpus().length,
    };
  } catch {
    return null;
  }
}

/**
 * @param {string} machine - /proc/stat
 * @param {string} self - /proc/self/stat
 */
export function parseTimes(machine, self) {
  // user nice system idle iowait irq softirq steal; guests are in user already.
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0, steal = 0] =
    /^cpu +(.*)$/m.exec(machine)?.[1]?.split(' ').map(Number) ?? [];
  // The name of the program, in brackets, may hold anything; utime is the 14th field of all, cstime the 17th.
  const fields = self
    .slice(self.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const ours = fields.slice(11, 15).reduce((a, b) => a + b, 0);
  return {
    all: (user + nice + system + irq + softirq + steal) / TICKS_PER_SECOND,
    ours: ours / TICKS_PER_SECOND,
  };
}

/**
 * Seconds that it would have taken on a machine without others.
 *
 * @param {Times} before
 * @param {Times} after
 */
export function quietSeconds(before, after) {
  const wall = after.wall - before.wall;
  const others = Math.max(0, after.all - before.all - (after.ours - before.ours));
  return wall - Math.min(others / after.cores, wall);
}

/** How many times as long as on the machine of the shares everything takes here; at least 1. */
export function slowness() {
  return Math.max(1, calculationMs() / REFERENCE_MS) * Math.max(1, REFERENCE_CORES / availableParallelism());
}

/** Processor time of a fixed calculation, the best of several: others in between do not count. Milliseconds. */
export function calculationMs() {
  const data = Buffer.alloc(1 << 20, 7);
  let best = Infinity;
  for (let round = 0; round < 5; round++) {
    const start = process.cpuUsage();
    for (let times = 0; times < 8; times++) createHash('sha256').update(data).digest();
    let state = 1;
    for (let step = 0; step < 5_000_000; step++) state = (Math.imul(state, 48271) + step) | 0;
    if (state === 0) throw new Error('never, but nobody knows that while it is compiled');
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, (user + system) / 1000);
  }
  return best;
}

/**
 * @param {number | null} quiet - seconds, see `quietSeconds`; null where nobody knows
 * @param {number} share - seconds
 * @param {number} slow - see `slowness`
 * @returns {boolean}
 */
export function isWithinBudget(quiet, share, slow) {
  return quiet === null || quiet <= share * TOLERANCE * slow;
}
