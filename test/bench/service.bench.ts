/**
 * The check service under load from another process, which sends at a fixed rate and counts from when a request was due;
 * beside it in the same run an empty Fastify that sends the same body back, and the same checker in a loop without HTTP.
 * Others may be at work on this machine, and the load itself is: what is compared is processor time.
 *
 * --entries=100000,1000000 --batches=1,10,100 --events=100000 --changes=1000 --rounds=3 --minutes=10 --channels=FOLDER
 *
 * Each figure is the median of some rounds, in which all that is compared takes turns. After so many minutes no round is
 * begun, and what was left out is said; what is under way is ended, at most a minute later. Channels are kept in a folder
 * for the next time if one is named; --batches=0 makes them, and measures nothing. Progress is on standard error.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/build.mjs';
import {
  aChannel,
  builtCommand,
  startService,
  TOKEN,
  type RunningService,
} from '../server/service/processes/a-process.ts';
import { load, quantile, type LoadPlan, type LoadResult } from './open-loop.ts';
import { progress } from './progress.ts';
import { listedHost, urlsOf } from './service-urls.ts';

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const CONNECTIONS = 32;
/** Processor time after which nothing is compiled any more. Seconds, over all processes. */
const WARM_SECONDS = 4;
/** In which a million changes come: 6,700 a second, where millions an hour are asked of the service. */
const EVENT_SECONDS = 150;
const CHANGES_AT_ONCE = Number(option('changes', '1000'));
/** For changes that are under way when time is over. */
const GRACE_MS = 60_000;

const seconds = 2;
const rounds = Number(option('rounds', '3'));
const endsAt = performance.now() + Number(option('minutes', '10')) * 60_000;
const batches = option('batches', '1,10,100').split(',').map(Number);
const events = Number(option('events', '100000'));

progress('the command is built');
await ensureBuilt('cli');
const built = builtCommand();
const echo = await startEcho();
try {
  for (const entries of option('entries', '100000,1000000').split(',').map(Number)) await measure(entries);
} finally {
  echo.end();
  built.remove();
}

function hasTimeFor(what: string): boolean {
  if (performance.now() < endsAt) return true;
  console.log(`  no time left for ${what}`);
  return false;
}

/** @returns the folder of a channel with so many entries */
function channelOf(entries: number, otherwise: string): string {
  const kept = option('channels', '');
  const folder = kept === '' ? otherwise : join(kept, String(entries));
  const channel = join(folder, 'channel');
  if (existsSync(channel)) return channel;
  progress(`a channel of ${entries} entries is built`);
  mkdirSync(folder, { recursive: true });
  aChannel(built, folder)(Array.from({ length: entries }, (_, index) => listedHost(index)));
  return channel;
}

async function measure(entries: number): Promise<void> {
  if (!hasTimeFor(`${entries} entries`)) return;
  const folder = mkdtempSync(join(tmpdir(), 'spamlight-bench-'));
  const channel = channelOf(entries, folder);
  if (batches.every((batch) => batch === 0)) return;
  const data = join(folder, 'data');
  progress(`a service of ${entries} entries is started`);
  const service = await startService(built, ['--channel', channel, '--data', data, '--refresh', '86400']);
  try {
    await service.until('both processes answer', () => service.ready() === 2);
    console.log(`\n${entries} entries, 2 processes`);
    const pids = [service.pid, ...childrenOf(service.pid)];
    const list = join(data, 'lists', readdirSync(join(data, 'lists'))[0] ?? '');
    for (const batch of batches)
      if (hasTimeFor(`batches of ${batch}`)) await measureBatch(service, pids, entries, batch, list);
    console.log(memoryText(pids, list));
    if (events > 0 && hasTimeFor('changes')) await measureEvents(service, pids, entries);
  } finally {
    await service.killAll();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measureBatch(
  { url }: RunningService,
  pids: readonly number[],
  entries: number,
  batch: number,
  list: string,
): Promise<void> {
  const bodies = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify({ urls: urlsOf(batch, index, entries) }),
  );
  const plan = { url, path: '/v1/check', bodies, connections: CONNECTIONS, pids };
  const mirror = { ...plan, url: echo.url, path: '/', pids: echo.pids };
  progress(`batches of ${batch}: warming up`);
  await warmUp(plan);
  await warmUp(mirror);
  const found: Round[] = [];
  for (let round = 0; round < rounds && (round === 0 || performance.now() < endsAt); round++) {
    progress(`batches of ${batch}: round ${round + 1} of ${rounds}`);
    const full = await load({ ...plan, seconds, rate: null });
    const rate = full.answers / full.seconds / 2;
    const half = await load({ ...plan, seconds: seconds * 2, rate });
    const echoFull = await load({ ...mirror, seconds, rate: null });
    const echoHalf = await load({ ...mirror, seconds: seconds * 2, rate });
    const bare = await bareLoops(list, batch);
    found.push({ full, half, echoFull, echoHalf, bare });
  }
  const of = (value: (round: Round) => number): number => median(found.map(value));
  const perCpu = ({ answers, serverSeconds }: LoadResult): number => (answers * batch) / serverSeconds;
  const ratio = of(({ full, bare }) => perCpu(full) / bare);
  console.log(
    `  batches of ${batch}: ${Math.round(of(({ full }) => (full.answers / full.seconds) * batch))} URLs/s at full load, ${Math.round(of(({ full }) => perCpu(full)))} a second of processor time; ` +
      `the bare loop ${Math.round(of(({ bare }) => bare))}: ratio ${ratio.toFixed(2)}; ` +
      `the echo ${Math.round(of(({ echoFull }) => perCpu(echoFull)))}`,
  );
  const times = (which: (round: Round) => LoadResult): string =>
    timesText([0.5, 0.99, 0.999].map((share) => of((round) => quantile(which(round).times, share))));
  const lost = found.reduce((sum, { half: { refused, failed } }) => sum + refused + failed, 0);
  console.log(
    `    medians of ${found.length} rounds; at half of it: ${times(({ half }) => half)}, ${lost} refused or failed; the echo at that rate: ${times(({ echoHalf }) => echoHalf)}`,
  );
}

interface Round {
  readonly full: LoadResult;
  readonly half: LoadResult;
  readonly echoFull: LoadResult;
  readonly echoHalf: LoadResult;
  /** URLs a second of processor time. */
  readonly bare: number;
}

async function warmUp(plan: Omit<LoadPlan, 'seconds' | 'rate'>): Promise<void> {
  for (let had = 0; had < WARM_SECONDS;)
    had += (await load({ ...plan, seconds: 1, rate: null })).serverSeconds;
}

/** What changes do to checks: as many as come in `EVENT_SECONDS` for a million, and then as fast as they are taken. */
async function measureEvents(
  service: RunningService,
  pids: readonly number[],
  entries: number,
): Promise<void> {
  const bodies = Array.from({ length: 200 }, (_, index) =>
    JSON.stringify({ urls: urlsOf(10, index, entries) }),
  );
  const checks = { url: service.url, path: '/v1/check', bodies, connections: 8, pids, rate: 100 };
  progress('checks before changes');
  const quiet = quantile((await load({ ...checks, seconds: seconds * 5 })).times, 0.99);
  for (const [name, perSecond] of [
    [`${Math.round(1e6 / EVENT_SECONDS)} a second`, 1e6 / EVENT_SECONDS],
    ['as fast as they are taken', null],
  ] as const) {
    const stop = new AbortController();
    const meanwhile: LoadResult[] = [];
    const asking = (async () => {
      while (!stop.signal.aborted) meanwhile.push(await load({ ...checks, seconds }));
    })();
    const { acknowledged, took } = await sendChanges(service, name, perSecond);
    stop.abort();
    await asking;
    const p99 = quantile(
      meanwhile.flatMap(({ times }) => times),
      0.99,
    );
    console.log(
      `  changes, ${name}: ${acknowledged} of ${events} acknowledged in ${took.toFixed(1)} s (10⁶ in ${((took / acknowledged) * 1e6).toFixed(0)} s); ` +
        `checks meanwhile p99 ${p99.toFixed(1)} ms, before ${quiet.toFixed(1)} ms: ratio ${(p99 / quiet).toFixed(1)}`,
    );
  }
}

/** @param perSecond - sent when they are due; null: as soon as those before them are acknowledged */
async function sendChanges(
  service: RunningService,
  name: string,
  perSecond: number | null,
): Promise<{ readonly acknowledged: number; readonly took: number }> {
  const startedAt = performance.now();
  let acknowledged = 0;
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let from = next; from < events && performance.now() < endsAt + GRACE_MS; from = next) {
      if ((from / CHANGES_AT_ONCE) % Math.ceil(events / (10 * CHANGES_AT_ONCE)) === 0)
        progress(`${acknowledged} of ${events} changes acknowledged, ${name}`);
      next += CHANGES_AT_ONCE;
      if (perSecond !== null) {
        const early = startedAt + (from / perSecond) * 1000 - performance.now();
        if (early > 0) await sleep(early);
      }
      const changes = Array.from({ length: Math.min(CHANGES_AT_ONCE, events - from) }, (_, index) => ({
        id: `e${from + index}`,
        action: 'add',
        entry: `${perSecond === null ? 'fast' : 'event'}-${from + index}.example`,
        sequence: 1,
      }));
      for (;;) {
        const response = await fetch(`${service.url}/v1/changes`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', authorization: `Bearer ${TOKEN}` },
          body: JSON.stringify({ changes }),
        });
        await response.arrayBuffer();
        if (response.status === 200) break;
        // It says how long to wait, in whole seconds.
        await sleep(1000 * Number(response.headers.get('retry-after') ?? '0'));
      }
      acknowledged += changes.length;
    }
  };
  await Promise.all([lane(), lane()]);
  return { acknowledged, took: (performance.now() - startedAt) / 1000 };
}

/** What sharing one copy of the list between all processes would save of their memory. */
function memoryText(pids: readonly number[], list: string): string {
  const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  const each = pids.map((pid) => {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
    return Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1024;
  });
  const tree = each.reduce((sum, bytes) => sum + bytes, 0);
  const copy = readdirSync(list).reduce((sum, name) => sum + statSync(join(list, name)).size, 0);
  const [primary = 0, ...workers] = each;
  const share = (count: number): string => {
    const perWorker = (tree - primary) / workers.length;
    return `${((100 * (count - 1) * copy) / (primary + count * perWorker)).toFixed(0)} %`;
  };
  return `  memory: ${each.map(mega).join(' + ')}; a copy of the list ${mega(copy)}: sharing it would save ${share(2)} with 2 processes, ${share(8)} with 8, ${share(64)} with 64`;
}

function timesText([p50 = 0, p99 = 0, p999 = 0]: readonly number[]): string {
  return `p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)}, p999 ${p999.toFixed(1)} ms`;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

/** URLs that the checker judges in a second of processor time, in two processes at once. */
async function bareLoops(list: string, batch: number): Promise<number> {
  const results = await Promise.all(
    Array.from({ length: 2 }, async () => {
      const child = contender('loop', list, String(batch), String(seconds));
      const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
      return JSON.parse(line) as { readonly urls: number; readonly cpuSeconds: number };
    }),
  );
  const [urls, cpu] = [0, 1].map((which) =>
    results.reduce((sum, one) => sum + (which === 0 ? one.urls : one.cpuSeconds), 0),
  );
  return (urls ?? 0) / (cpu ?? 1);
}

async function startEcho(): Promise<{ readonly url: string; readonly pids: readonly number[]; end(): void }> {
  const child = contender('echo');
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { port, pids } = JSON.parse(line) as { readonly port: number; readonly pids: readonly number[] };
  return { url: `http://127.0.0.1:${port}`, pids, end: () => child.kill() };
}

function contender(...words: readonly string[]) {
  const program = fileURLToPath(new URL('service-contender.ts', import.meta.url));
  return spawn(process.execPath, ['--import', 'tsx', program, ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
}

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout.split('\n').filter(Boolean).map(Number);
}
