/**
 * The check service at work on raw mail, and on links beside a thousand slow connections: mails of all collections as
 * they were sent, one after another at a fixed rate from another process, counted from when each was due.
 *
 *     npx tsx test/bench/service-messages.bench.ts [--rates=10,25,50] [--seconds=15] [--rounds=3]
 */
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from '../../scripts/build.mjs';
import { readMails } from '../../src/server/publisher/evaluate/read-mails.ts';
import { asSent, ENCODINGS } from '../core/mail/as-sent.ts';
import { aChannel, builtCommand, startService } from '../server/service/processes/a-process.ts';
import { needSharedData, sharedData } from '../shared-data.ts';
import { load, quantile, type LoadPlan, type LoadResult } from './open-loop.ts';
import { progress } from './progress.ts';
import { listedHost, urlsOf } from './service-urls.ts';

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const rates = option('rates', '10,25,50').split(',').map(Number);
const seconds = Number(option('seconds', '15'));
const rounds = Number(option('rounds', '3'));

const ENTRIES = 100_000;
/** One mail in so many: 1,500 of all, of every collection its share. */
const STEP = 17;
const SLOW_CONNECTIONS = 1_000;

needSharedData('mail');
progress('the command is built');
await ensureBuilt('cli');
const built = builtCommand();
const folder = mkdtempSync(join(tmpdir(), 'spamlight-bench-'));

async function mailBodies(): Promise<readonly string[]> {
  const files = readdirSync(sharedData('mail')).filter((name) => name.endsWith('.jsonl.gz'));
  const bodies: string[] = [];
  let count = 0;
  for await (const mail of readMails(files.map((name) => sharedData(`mail/${name}`)))) {
    if (count++ % STEP !== 0) continue;
    const raw = asSent(mail, ENCODINGS[bodies.length % ENCODINGS.length] ?? '8bit');
    bodies.push(JSON.stringify({ raw: Buffer.from(raw).toString('base64') }));
  }
  return bodies;
}

const timesText = ({ times, refused, failed }: LoadResult): string =>
  `p50 ${quantile(times, 0.5).toFixed(1)} ms, p95 ${quantile(times, 0.95).toFixed(1)} ms, p99 ${quantile(times, 0.99).toFixed(1)} ms; ` +
  `${((times.filter((time) => time <= 50).length / times.length) * 100).toFixed(1)} % within 50 ms; ${refused} refused, ${failed} failed`;

/** In a process of its own, which ends with its input: who measures must not be the one who is busy. */
async function slowly(url: string): Promise<{ stop(): Promise<void> }> {
  const child = fork(
    fileURLToPath(new URL('slow-connections.ts', import.meta.url)),
    [url, String(SLOW_CONNECTIONS)],
    {
      execArgv: ['--import', 'tsx'],
    },
  );
  await once(child, 'message');
  return {
    async stop(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

try {
  progress(`a channel of ${ENTRIES} entries is built`);
  aChannel(built, folder)(Array.from({ length: ENTRIES }, (_, index) => listedHost(index)));
  const args = ['--channel', join(folder, 'channel'), '--data', join(folder, 'data'), '--refresh', '86400'];
  const service = await startService(built, args);
  try {
    await service.until('both processes answer', () => service.ready() === 2);
    const pids = [service.pid, ...childrenOf(service.pid)];
    progress('mails are read');
    const bodies = await mailBodies();
    const mails: Omit<LoadPlan, 'rate' | 'seconds'> = {
      url: service.url,
      path: '/v1/check-message',
      bodies,
      connections: 32,
      pids,
    };
    progress('warming up');
    await load({ ...mails, rate: 25, seconds: 20 });
    console.log(`${bodies.length} mails as they were sent, ${ENTRIES} entries, 2 processes`);
    for (const rate of rates) {
      progress(`${rate} mails a second`);
      const result = await load({ ...mails, rate, seconds });
      const each = (result.serverSeconds / result.answers) * 1_000;
      console.log(`  ${rate} a second: ${timesText(result)}; ${each.toFixed(1)} ms of a processor each`);
    }
    const links = Array.from({ length: 200 }, (_, index) =>
      JSON.stringify({ urls: urlsOf(10, index, ENTRIES) }),
    );
    const checks = { ...mails, path: '/v1/check', bodies: links, connections: 8, rate: 100, seconds };
    await load(checks);
    const ratios: number[] = [];
    for (let round = 0; round < rounds; round++) {
      progress(`slow connections, round ${round + 1} of ${rounds}`);
      const quiet = await load(checks);
      const slow = await slowly(service.url);
      await sleep(2_000);
      const beside = await load(checks);
      await slow.stop();
      await sleep(1_000);
      const answered = beside.answers / (beside.answers + beside.refused + beside.failed);
      const [before, meanwhile] = [quantile(quiet.times, 0.99), quantile(beside.times, 0.99)];
      ratios.push(meanwhile / before);
      console.log(
        `  beside ${SLOW_CONNECTIONS} slow connections: ${(answered * 100).toFixed(2)} % of checks answered, p99 ${meanwhile.toFixed(1)} ms; without ${before.toFixed(1)} ms`,
      );
    }
    console.log(
      `  p99 beside them and without: ratio ${median(ratios).toFixed(1)}, the median of ${rounds} rounds`,
    );
  } finally {
    await service.killAll();
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
  built.remove();
}

function childrenOf(pid: number): readonly number[] {
  const { stdout } = spawnSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .filter((line) => line !== '')
    .map(Number);
}
