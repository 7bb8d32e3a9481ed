/**
 * The changes of a check service: how fast they are taken in, how long it takes to begin again with all of them, and what
 * they take in memory. `--command` names another build of `spamlight`, which is measured in the same run.
 *
 *     npm run bench -- changes --entries=1000000,10000000 [--command=FILE] [--seconds=10]
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureBuilt } from '../../scripts/build.mjs';
import {
  aChannel,
  builtCommand,
  startService,
  type RunningService,
} from '../server/service/processes/a-process.ts';
import { progress } from './progress.ts';

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const seconds = Number(option('seconds', '10'));
const LANES = 16;
const AT_ONCE = 40;
/** Most that a request may hold. */
const MOST_AT_ONCE = 1000;
const CHECKED = 100;

const hostOf = (index: number): string => `listed-${index.toString(36)}.example`;
const changeOf = (host: string): object => ({
  id: host,
  action: 'add',
  entry: `${host}/account/verify/login.html`,
  sequence: 1,
});
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

await ensureBuilt('cli');
const built = builtCommand();
aChannel(built, built.folder)(['bad.example']);
const other = option('command', '');
const commands = [['this build', built.command], ...(other === '' ? [] : [['the other', other]])] as const;
try {
  for (const entries of option('entries', '1000000').split(',').map(Number))
    for (const [name, command] of commands) await measure(name, command, entries);
} finally {
  built.remove();
}

async function measure(name: string, command: string, entries: number): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-changes-'));
  const args = ['--channel', join(built.folder, 'channel'), '--data', join(folder, 'data')];
  const start = (): Promise<RunningService> => startService({ ...built, command }, args);
  const emptyAt = performance.now();
  let service = await start();
  try {
    await check(service, 1);
    const readyEmpty = (performance.now() - emptyAt) / 1000;
    await service.until('both answer', () => service.ready() === 2);
    const empty = memoryOf(service);
    progress(`${name}: ${entries} changes`);
    const filledAt = performance.now();
    const kept = await send(service, batchesOf(entries));
    const filling = (performance.now() - filledAt) / 1000;
    progress(`${name}: for ${seconds} s`);
    const sent = await send(service, batchesFor(seconds));
    await service.end('SIGTERM');
    await service.killAll();
    progress(`${name}: again`);
    const startedAt = performance.now();
    service = await start();
    const first = await check(service, entries);
    const ready = (performance.now() - startedAt) / 1000;
    const begun = memoryOf(service);
    await service.until('both answer', () => service.ready() === 2);
    // Until each process has what it keeps of them.
    const filled = await untilSteady(service, entries);
    const steady = memoryOf(service);
    console.log(
      `${name}, ${entries} changes: in batches of ${MOST_AT_ONCE} ${Math.round(kept / filling)} a second, of ${AT_ONCE} ${Math.round(sent / seconds)}; ` +
        `again after ${ready.toFixed(2)} s (${first}; without changes ${readyEmpty.toFixed(2)}), as fast as it gets after ${filled.toFixed(1)} s; ` +
        `primary and workers ${mega(empty)} without changes, ${mega(begun)} at the first answer, ${mega(steady)} then`,
    );
  } finally {
    await service.killAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Batches with all that there is to check again. */
function* batchesOf(entries: number): Generator<readonly object[]> {
  for (let from = 0; from < entries; from += MOST_AT_ONCE)
    yield Array.from({ length: Math.min(MOST_AT_ONCE, entries - from) }, (_, index) =>
      changeOf(hostOf(from + index)),
    );
}

function* batchesFor(forSeconds: number): Generator<readonly object[]> {
  const until = performance.now() + forSeconds * 1000;
  for (let from = 0; performance.now() < until; from += AT_ONCE)
    yield Array.from({ length: AT_ONCE }, (_, index) => changeOf(`sent-${from + index}.example`));
}

/** Several at a time. @returns how many changes were acknowledged */
async function send(service: RunningService, batches: Generator<readonly object[]>): Promise<number> {
  let acknowledged = 0;
  const lane = async (): Promise<void> => {
    for (const changes of batches) {
      const { status } = await service.post('/v1/changes', { changes });
      if (status === 200) acknowledged += changes.length;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  return acknowledged;
}

async function check(service: RunningService, entries: number): Promise<string> {
  const hosts = [hostOf(0), hostOf(entries - 1), 'good.example'];
  const { body } = await service.post('/v1/check', {
    urls: hosts.map((host) => `http://${host}/account/verify/login.html`),
  });
  return body.results.map(({ action }) => action).join(' ');
}

/** @returns after how many seconds half of the last forty requests took at most twice as long as the fastest */
async function untilSteady(service: RunningService, entries: number): Promise<number> {
  const startedAt = performance.now();
  const times: number[] = [];
  let round = 0;
  for (;;) {
    const urls = Array.from(
      { length: CHECKED },
      (_, index) => `http://a.b.shop-${round * CHECKED + index}.example/1/2/3.html?id=${index}`,
    );
    const before = performance.now();
    await service.post('/v1/check', { urls });
    times.push(performance.now() - before);
    const latest = times.slice(-40).toSorted((a, b) => a - b)[20] ?? 0;
    const best = Math.min(...times.slice(-400));
    const elapsed = (performance.now() - startedAt) / 1000;
    if (++round > 100 && latest < Math.max(3, best * 2) && elapsed > Math.log10(entries) / 2) return elapsed;
    if (elapsed > 300) return elapsed;
    await sleep(20);
  }
}

/** Of all processes, shared pages by their share. Bytes. */
function memoryOf({ pid }: RunningService): number {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return [pid, ...stdout.split('\n').filter(Boolean).map(Number)]
    .map(
      (one) => Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${one}/smaps_rollup`, 'utf8'))?.[1]) * 1024,
    )
    .reduce((sum, bytes) => sum + bytes, 0);
}
