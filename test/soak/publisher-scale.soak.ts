/**
 * A million and ten million entries, made from the real feeds by varying them, through a whole build of the built
 * command, beside `LC_ALL=C sort -u` of the same file: time, memory, bytes. Aims: 10⁶ in 15 s; 10⁷ in 150 s within
 * 2 GB; at most 3 times the time of the sort.
 *
 *     npm run soak -- publisher-scale              both
 *     npm run soak -- publisher-scale --n=1000000  one
 */
import { spawn, spawnSync } from 'node:child_process';
import {
  copyFileSync,
  createWriteStream,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { needSharedData, sharedData } from '../shared-data.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Seconds, and bytes of memory. */
const AIMS = new Map([
  [1_000_000, { seconds: 15, bytes: 2e9 }],
  [10_000_000, { seconds: 150, bytes: 2e9 }],
]);

/** URL lists and domain lists of several makers, as they are. */
const SOURCES = [
  'openphish_asof_2026-06-30',
  'tweetfeed_asof_2026-06-30',
  'phishing_database_links_active_20260313',
  'phishing_database_domains_active_20260313',
  'blocklistproject_phishing',
  'shadowwhisperer_malware',
  'chongluadao',
];

needSharedData('feeds');

interface Run {
  readonly seconds: number;
  readonly peakBytes: number;
  readonly cpuSeconds: number;
}

const asked = process.argv.find((word) => word.startsWith('--n='));
const sizes = asked === undefined ? [...AIMS.keys()] : [Number(asked.slice(4))];
const folder = mkdtempSync(join(tmpdir(), 'spamlight-soak-'));
/** A copy: another build may empty the folder meanwhile. */
const COMMAND = join(folder, 'spamlight.mjs');
let missed = 0;
try {
  const built = spawnSync(process.execPath, [join(ROOT, 'scripts/build.mjs'), 'cli'], { stdio: 'inherit' });
  if (built.status !== 0) throw new Error('the command could not be built');
  copyFileSync(join(ROOT, 'dist/cli/spamlight.mjs'), COMMAND);
  await run(['keygen', '--out', join(folder, 'key.json')]);
  for (const size of sizes) missed += await measure(size);
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.exitCode = missed === 0 ? 0 : 1;

async function measure(size: number): Promise<number> {
  const file = join(folder, `${size}.txt`);
  await writeVaried(file, size);
  const { size: bytes } = statSync(file);
  console.log(`\n${size.toLocaleString('en')} lines, ${(bytes / 1e6).toFixed(0)} MB`);
  writeFileSync(
    join(folder, 'feeds.json'),
    JSON.stringify({
      feeds: [
        {
          name: 'varied',
          file,
          format: 'url-list',
          category: 'phishing',
          licence: 'none',
          limits: { maxBytes: 1e11, maxEntries: 1e9 },
        },
      ],
    }),
  );
  // In turn, so that what else runs on this machine slows both alike.
  const sorts: Run[] = [];
  const builds: Run[] = [];
  for (let round = 0; round < (size > 2_000_000 ? 1 : 3); round++) {
    sorts.push(await sort(file));
    const out = join(folder, `channel-${size}-${round}`);
    builds.push(
      await run([
        'build',
        '--feeds',
        join(folder, 'feeds.json'),
        '--out',
        out,
        '--key',
        join(folder, 'key.json'),
        '--state',
        `${out}.state`,
      ]),
    );
    const base = statSync(join(out, 'base/1.slb')).size;
    const report = JSON.parse(readFileSync(join(out, 'report/1.json'), 'utf8')) as { entries: number };
    if (round === 0)
      console.log(
        `  snapshot  ${report.entries.toLocaleString('en')} entries, ${(base / 1e6).toFixed(1)} MB, ${((base * 8) / report.entries).toFixed(2)} bits an entry`,
      );
    rmSync(out, { recursive: true });
    rmSync(`${out}.state`, { recursive: true });
  }
  const build = median(builds);
  const sorted = median(sorts);
  const ratio = build.seconds / sorted.seconds;
  console.log(
    `  build     ${build.seconds.toFixed(1)} s (${build.cpuSeconds.toFixed(1)} s of processor time), at most ${(build.peakBytes / 1e6).toFixed(0)} MB`,
  );
  console.log(
    `  sort -u   ${sorted.seconds.toFixed(1)} s (${sorted.cpuSeconds.toFixed(1)} s of processor time)`,
  );
  console.log(
    `  ratio     ${ratio.toFixed(2)} by the clock, ${(build.cpuSeconds / sorted.cpuSeconds).toFixed(2)} by processor time`,
  );
  const aim = AIMS.get(size);
  const misses = [
    ...(aim !== undefined && build.seconds > aim.seconds ? [`longer than ${aim.seconds} s`] : []),
    ...(aim !== undefined && build.peakBytes > aim.bytes ? [`more than ${aim.bytes / 1e9} GB`] : []),
    ...(ratio > 3 ? ['more than 3 times the sort'] : []),
  ];
  if (misses.length > 0) console.log(`  MISSED    ${misses.join('; ')}`);
  rmSync(file);
  return misses.length;
}

/** Real lines over and over, each time with another number in host or path, so that nearly all differ. */
async function writeVaried(file: string, size: number): Promise<void> {
  const lines = SOURCES.flatMap((name) =>
    gunzipSync(readFileSync(sharedData(`feeds/${name}.txt.gz`)))
      .toString()
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#')),
  );
  const stream = createWriteStream(file);
  let block = '';
  for (let index = 0; index < size; index++) {
    const line = lines[index % lines.length] ?? '';
    const round = Math.floor(index / lines.length);
    block += `${round === 0 ? line : varied(line, round)}\n`;
    if (block.length > 1 << 20) {
      if (!stream.write(block)) await new Promise((resolve) => stream.once('drain', () => resolve(null)));
      block = '';
    }
  }
  await new Promise<void>((resolve) => {
    stream.end(block, () => resolve());
  });
}

function varied(line: string, round: number): string {
  const [, scheme = '', host = '', rest = ''] = /^([a-z]+:\/\/)?([^/]*)(.*)$/s.exec(line) ?? [];
  if (rest.length > 1) return `${scheme}${host}${rest}${rest.includes('?') ? '&' : '?'}v=${round}`;
  return /^[\d.:]+$/.test(host) ? `${scheme}${host}/${round}` : `${scheme}v${round}-${host}${rest}`;
}

function sort(file: string): Promise<Run> {
  return timed('sort', ['-u', '-o', `${file}.sorted`, file], { ...process.env, LC_ALL: 'C' }).finally(() =>
    rmSync(`${file}.sorted`, { force: true }),
  );
}

function run(args: readonly string[]): Promise<Run> {
  return timed(process.execPath, [COMMAND, ...args], process.env);
}

/** Runs a program, and looks 50 times a second how much memory it has and how long it has run. */
function timed(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<Run> {
  return new Promise((resolve, reject) => {
    const startedAt = performance.now();
    const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
    let peakBytes = 0;
    let cpuSeconds = 0;
    const look = setInterval(() => {
      try {
        const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
        peakBytes = Math.max(peakBytes, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024);
        const fields = readFileSync(`/proc/${child.pid}/stat`, 'utf8')
          .replace(/^.*\) /, '')
          .split(' ');
        cpuSeconds = (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
      } catch {
        // It has just ended, or this is no Linux: then only the clock counts.
      }
    }, 20);
    child.on('error', reject);
    child.on('exit', (code) => {
      clearInterval(look);
      if (code === 0) resolve({ seconds: (performance.now() - startedAt) / 1000, peakBytes, cpuSeconds });
      else reject(new Error(`${program} ${args.join(' ')} ended with ${code}`));
    });
  });
}

function median(runs: readonly Run[]): Run {
  const sorted = runs.toSorted((a, b) => a.seconds - b.seconds);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('no runs');
  return middle;
}
