/**
 * A check service whose processes are killed, whose disk fills up and whose clock is set, again and again under load.
 * Counted is what must be 0: an acknowledged addition that does not hold, then or in the end.
 *
 *     npm run soak -- changes
 *     npm run soak -- changes --times=5 --only=kill,full,clock
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from '../../scripts/build.mjs';
import {
  aChannel,
  builtCommand,
  startService,
  type RunningService,
} from '../server/service/processes/a-process.ts';
import { actions, addAll, loadOf } from '../server/service/processes/load.ts';

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const times = Number(option('times', '100'));
const only = option('only', 'kill,full,clock').split(',');

/** Of those acknowledged in earlier rounds, so many are asked for after each. */
const EARLIER = 300;
/** Batches that are refused before there is room again. */
const REFUSED = 3;
/** Full disks until the service is killed on one. */
const A_RUN = 10;
const YEAR_MS = 365 * 86_400_000;

await ensureBuilt('cli');
const built = builtCommand();
const folder = mkdtempSync(join(tmpdir(), 'spamlight-changes-soak-'));
const lost = new Set<string>();
let wrong = 0;
try {
  aChannel(built, built.folder)(['bad.example']);
  for (const [name, soak] of [
    ['kill', kills],
    ['full', fullDisks],
    ['clock', clocks],
  ] as const) {
    if (!only.includes(name)) continue;
    const startedAt = performance.now();
    const data = join(folder, name);
    const acknowledged = await soak([
      '--channel',
      join(built.folder, 'channel'),
      '--data',
      data,
      '--refresh',
      '1',
    ]);
    await withService(['--channel', join(built.folder, 'channel'), '--data', data], (service) =>
      look(service, acknowledged),
    );
    console.log(
      `${name}, ${times} times in ${((performance.now() - startedAt) / 1000).toFixed(0)} s: ${acknowledged.length} additions acknowledged, ${lost.size} lost, ${wrong} wrong answers under load`,
    );
  }
} finally {
  built.remove();
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = lost.size + wrong === 0 ? 0 : 1;

async function withService(
  args: readonly string[],
  work: (service: RunningService) => Promise<void>,
  shell?: string,
): Promise<void> {
  const service = await startService(built, args, shell);
  try {
    await work(service);
  } finally {
    await service.killAll();
  }
}

/** Notes what is acknowledged and does not hold. */
async function look(service: RunningService, hosts: readonly string[]): Promise<void> {
  const found = await actions(service, hosts);
  hosts.forEach((host, index) => {
    if (found[index] !== 'block') lost.add(host);
  });
}

function latest(acknowledged: readonly string[], round: number): readonly string[] {
  const from = (round * 7919) % Math.max(1, acknowledged.length - EARLIER);
  return [...acknowledged.slice(-EARLIER), ...acknowledged.slice(from, from + EARLIER)];
}

async function kills(args: readonly string[]): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  for (let round = 0; round < times; round++)
    await withService(args, async (service) => {
      await look(service, latest(acknowledged, round));
      const load = loadOf(service, `k${round}`);
      const enough = 2 + (round % 11);
      await service.until('batches are acknowledged', () => load.batches() >= enough);
      // All of it, or the one that writes.
      if (round % 2 === 0) await service.killAll();
      else await service.end('SIGKILL');
      await load.stop();
      acknowledged.push(...load.acknowledged);
      wrong += load.wrong.length;
    });
  return acknowledged;
}

async function fullDisks(args: readonly string[]): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  const log = join(args[3] ?? '', 'changes/changes.db-wal');
  let batch = 0;
  for (let from = 0; from < times; from += A_RUN)
    await withService(args, async (service) => {
      // Killed on the full disk once in a while.
      const until = Math.min(times, from + A_RUN);
      for (let round = from; round < until; round++) {
        // What a full disk is to a process: no file may grow beyond what this one has.
        limit(service, String(sizeOf(log) + 4096 * (round % 7)));
        for (let refused = 0; refused < REFUSED;) {
          const hosts = Array.from({ length: 20 }, (_, index) => `d${batch}-${index}.example`);
          batch++;
          if ((await addAll(service, hosts)).status === 200) acknowledged.push(...hosts);
          else refused++;
          await look(service, acknowledged.slice(-40));
        }
        if (round === until - 1) continue;
        limit(service, 'unlimited');
        const hosts = [`after-${round}.example`];
        await service.until('there is room', async () => (await addAll(service, hosts)).status === 200);
        acknowledged.push(...hosts);
        await look(service, latest(acknowledged, round));
      }
    });
  return acknowledged;
}

function limit({ pid }: RunningService, bytes: string): void {
  const { status, stderr } = spawnSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

async function clocks(args: readonly string[]): Promise<readonly string[]> {
  const acknowledged: string[] = [];
  const shift = join(folder, 'shift');
  const clock = join(folder, 'clock.mjs');
  writeFileSync(shift, '0');
  writeFileSync(
    clock,
    `import { readFileSync } from 'node:fs';
     const now = Date.now;
     let [read, shift] = [0, 0];
     Date.now = () => {
       const real = now();
       if (real - read > 20) [read, shift] = [real, Number(readFileSync(${JSON.stringify(shift)}, 'utf8')) || 0];
       return real + shift;
     };`,
  );
  await withService(
    args,
    async (service) => {
      const load = loadOf(service, 'c', 2);
      for (let round = 0; round < times; round++) {
        writeFileSync(shift, String(((round * 7) % 21) * YEAR_MS - 10 * YEAR_MS));
        const enough = load.batches() + 2;
        await service.until('batches are acknowledged', () => load.batches() >= enough);
        await look(service, latest(load.acknowledged, round));
      }
      await load.stop();
      acknowledged.push(...load.acknowledged);
    },
    `export NODE_OPTIONS=--import=${pathToFileURL(clock).href}`,
  );
  return acknowledged;
}
