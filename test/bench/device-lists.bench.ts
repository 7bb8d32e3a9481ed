/**
 * What a public list costs on the device: processor time, the longest piece of work between two turns of the event loop, and
 * memory, at sizes up to the limit. Text is made as it is read, so that it is not counted.
 *
 *     npx tsx test/bench/device-lists.bench.ts [entries …]
 */
import { CanaryKeys } from '../../src/extension/background/lists/device-lists/canary-keys.ts';
import { compileList } from '../../src/extension/background/lists/device-lists/compile-list.ts';
import { VerdictPriority } from '../../src/extension/background/lists/device-lists/verdict-priority.ts';
import { ListIntake } from '../../src/extension/background/lists/device-lists/list-intake.ts';
import { Pace, runUnlessStopped } from '../../src/extension/background/lists/device-lists/pace.ts';
import type { Steps } from '../../src/core/steps.ts';

const KEY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8);
const SECRET = new Uint8Array(16).fill(7);
const PACE = new Pace(new VerdictPriority());
const NOW = 1_795_132_800;
const CHUNK_ENTRIES = 2_000;

const sizes = process.argv.slice(2).map(Number);

/** Processor time of this process, in milliseconds: on a busy machine the clock tells of the others. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};

/** The longest piece of work in which nothing else had a turn, in milliseconds of processor time. */
class TurnWatch {
  #longest = 0;
  #last = processorTime();
  #stopped = false;

  constructor() {
    this.#look();
  }

  take(): number {
    const longest = this.#longest;
    this.#longest = 0;
    this.#last = processorTime();
    return longest;
  }

  stop(): void {
    this.#stopped = true;
  }

  #look(): void {
    const now = processorTime();
    this.#longest = Math.max(this.#longest, now - this.#last);
    this.#last = now;
    if (!this.#stopped) setImmediate(() => this.#look());
  }
}

/** The same work, looked at between its steps. */
function* watched<Value>(work: Steps<Value>, look: () => void): Steps<Value> {
  for (;;) {
    const step = work.next();
    look();
    if (step.done === true) return step.value;
    yield;
  }
}

async function measure(entries: number): Promise<void> {
  const { signal } = new AbortController();
  const watch = new TurnWatch();
  const canaries = await runUnlessStopped(CanaryKeys.make(KEY), PACE, signal);
  if (canaries === null) return;
  watch.take();
  const begun = processorTime();
  let peak = 0;
  const look = (): void => {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    peak = Math.max(peak, heapUsed + arrayBuffers);
  };
  const intake = new ListIntake(KEY, canaries, PACE);
  for (let at = 0; at < entries; at += CHUNK_ENTRIES) {
    let text = '';
    for (let index = at; index < Math.min(entries, at + CHUNK_ENTRIES); index++) {
      text += `www.host-${(index * 7919) % entries}.bad-${index % 9973}.example\n`;
    }
    await intake.pushBytes(new TextEncoder().encode(text));
    look();
  }
  const read = await intake.finish();
  if (!read.ok) throw new Error(read.failure.kind);
  const readAt = processorTime();
  const readTurn = watch.take();
  const options = { key: KEY, secret: SECRET, addedAt: NOW, now: NOW, serial: 1 } as const;
  const compiled = await runUnlessStopped(
    watched(compileList(read.value, { ...options, category: 'spam' }), look),
    PACE,
    signal,
  );
  if (compiled === null) return;
  look();
  const doneAt = processorTime();
  const compileTurn = watch.take();
  watch.stop();
  const { state, device } = compiled;
  const bytes = state.length + device.residentFilter.length + device.verificationTable.length;
  const ms = (time: number): string => `${Math.round(time)} ms`;
  console.log(
    [
      `${entries} entries`,
      `read ${ms(readAt - begun)} (longest turn ${ms(readTurn)})`,
      `compiled ${ms(doneAt - readAt)} (longest turn ${ms(compileTurn)})`,
      `memory at most ${Math.round(peak / 1e6)} MB`,
      `stored ${(bytes / 1e6).toFixed(1)} MB, ${(state.length / 1e6).toFixed(1)} of it state`,
    ].join(' · '),
  );
}

for (const entries of sizes.length > 0 ? sizes : [100_000, 2_000_000]) await measure(entries);
