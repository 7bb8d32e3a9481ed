/**
 * Speed of looking links up, and of bringing a snapshot onto the device, in Node, Chromium and Firefox, at 10⁶ entries:
 *
 *     npm run bench -- lookup [--json] [--only=node,chromium,firefox] [--entries=N]
 *
 * Contenders run in one process, interleaved page by page; medians, least times and ratios. The browsers are the ones
 * of the end-to-end tests (SPAMLIGHT_CHROMIUM, SPAMLIGHT_FIREFOX); one that is not there is left out and named.
 */
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import { build } from 'vite';
import type { DeviceReport, Work } from './device-bench.ts';
import type { ColdStart, Contender, LookupReport, Timing } from './lookup-bench.ts';
import { medianOf } from './bench-pages.ts';
import { runInBrowser, type BrowserName } from './run-in-browser.ts';

const COLD_STARTS = 7;

interface EngineReport {
  readonly engine: string;
  readonly lookup: Omit<LookupReport, 'device'>;
  readonly coldStarts: readonly ColdStart[];
  readonly devices: readonly DeviceReport[];
}

/** What a browser runs; `url` is the bundled module. A worker of its own is a realm that has run nothing yet. */
const BROWSER_SCRIPT = `
  const startCold = (device, seed) => new Promise((resolve, reject) => {
    const source = \`import { coldStart } from '\${url}'; onmessage = ({ data }) => postMessage(coldStart(data.device, data.seed));\`;
    const worker = new Worker(URL.createObjectURL(new Blob([source], { type: 'text/javascript' })), { type: 'module' });
    worker.onerror = (event) => reject(new Error(event.message));
    worker.onmessage = ({ data }) => { worker.terminate(); resolve(data); };
    worker.postMessage({ device, seed });
  });
  const { deviceBench, lookupBench } = await import(url);
  const devices = [1, 24].map((sections) => deviceBench({ entries, sections }));
  const { device, ...lookup } = await lookupBench({ entries });
  const coldStarts = [];
  for (let run = 0; run < ${COLD_STARTS}; run++) coldStarts.push(await startCold(device, 7000 + run * 10));
  return { lookup, coldStarts, devices };
`;

function option(name: string): string | undefined {
  return process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

const entries = Number(option('entries') ?? 1_000_000);
const only = option('only')?.split(',');
const isJson = process.argv.includes('--json');
const BROWSERS: readonly (readonly [BrowserName, string])[] = [
  ['chromium', process.env['SPAMLIGHT_CHROMIUM'] ?? '/usr/bin/chromium'],
  ['firefox', process.env['SPAMLIGHT_FIREFOX'] ?? '/usr/bin/firefox-esr'],
];

const folder = await mkdtemp(join(tmpdir(), 'spamlight-bench-'));
try {
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'error',
    build: {
      lib: { entry: 'test/bench/in-any-engine.ts', formats: ['es'], fileName: () => 'module.mjs' },
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'es2023',
      // `bloom-filters` names the global in parts that are not used here.
      rolldownOptions: { output: { banner: 'globalThis.Buffer ??= Uint8Array;' } },
    },
  });
  const module = join(folder, 'module.mjs');
  const reports: EngineReport[] = [];
  if (only?.includes('node') ?? true) reports.push(await runInNode(module));
  for (const [browser, program] of BROWSERS) {
    if (!(only?.includes(browser) ?? true)) continue;
    if (!existsSync(program)) {
      console.error(`${browser} is left out: there is no ${program}`);
      continue;
    }
    const value = await runInBrowser(
      browser,
      program,
      module,
      `const entries = ${entries};${BROWSER_SCRIPT}`,
    );
    // Our own module's answer, through JSON.
    reports.push({ ...(value as Omit<EngineReport, 'engine'>), engine: browser });
  }
  if (isJson) console.log(JSON.stringify(reports, null, 1));
  else reports.forEach(print);
} finally {
  await rm(folder, { recursive: true, force: true });
}

async function runInNode(module: string): Promise<EngineReport> {
  const url = pathToFileURL(module).href;
  const startCold = (device: LookupReport['device'], seed: number): Promise<ColdStart> =>
    new Promise((resolve, reject) => {
      const source = `
        const { parentPort, workerData } = require('node:worker_threads');
        import(${JSON.stringify(url)}).then(({ coldStart }) =>
          parentPort.postMessage(coldStart(workerData.device, workerData.seed)));`;
      const worker = new Worker(source, { eval: true, workerData: { device, seed } });
      worker.once('error', reject);
      worker.once('message', (message: ColdStart) => {
        resolve(message);
        void worker.terminate();
      });
    });
  // The bundle and not the sources, so that all engines run the same code.
  const { deviceBench, lookupBench } = (await import(url)) as typeof import('./in-any-engine.ts');
  const devices = [1, 24].map((sections) => deviceBench({ entries, sections }));
  const { device, ...lookup } = await lookupBench({ entries });
  const coldStarts: ColdStart[] = [];
  for (let run = 0; run < COLD_STARTS; run++) coldStarts.push(await startCold(device, 7000 + run * 10));
  return { lookup, coldStarts, devices, engine: `node ${process.versions.node}` };
}

function print({ engine, lookup, coldStarts, devices }: EngineReport): void {
  console.log(`\n${engine}, ${lookup.entries} entries; ms, median (least)`);
  console.log(`  200 links × 30 expressions, the same page again:  ${timing(lookup.samePage)}`);
  console.log(`  200 links × 30 expressions, another page each:    ${timing(lookup.otherPages)}`);
  const openings = coldStarts.map(({ open, pages }) => open + (pages[0] ?? 0));
  console.log(`  first page in a fresh realm, opening included:    ${timing(timingOf(openings))}`);
  console.log(
    `  the pages after it:                               ${[1, 2, 3].map((page) => medianOf(coldStarts.map(({ pages }) => pages[page] ?? 0)).toFixed(2)).join(', ')}`,
  );
  printRace('200 links × 30 expressions', lookup.expressions);
  printRace('200 links, hosts and their parents', lookup.hosts);
  for (const device of devices) {
    console.log(
      `  ${device.sections} section(s): ${device.bitsPerEntry.toFixed(2)} bits an entry, 1 % churn ${device.deltaBytes} bytes, resident ${device.residentBytes + device.headerBytes} bytes, table ${device.tableBytes} bytes`,
    );
    for (const name of ['decode', 'build', 'decodeAndBuild', 'applyDelta', 'encode'] as const) {
      console.log(`    ${name.padEnd(16)}${work(device[name])}`);
    }
  }
}

function printRace(title: string, contenders: readonly Contender[]): void {
  console.log(`  ${title}, interleaved:`);
  for (const { name, median, least, ratio } of contenders) {
    console.log(
      `    ${name.padEnd(28)}${median.toFixed(2).padStart(10)} (${least.toFixed(2)})${`${ratio.toFixed(1)} ×`.padStart(12)}`,
    );
  }
}

function timingOf(times: readonly number[]): Timing {
  return { median: medianOf(times), least: Math.min(...times) };
}

function timing({ median, least }: Timing): string {
  return `${median.toFixed(2)} (${least.toFixed(2)})`;
}

function work({ median, least, longestStep }: Work): string {
  return `${median.toFixed(0).padStart(6)} (${least.toFixed(0)}), longest step ${longestStep.toFixed(1)}`;
}
