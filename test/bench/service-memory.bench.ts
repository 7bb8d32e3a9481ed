/**
 * Memory of the check service with a list of so many entries: two processes with a copy each, and two threads of one
 * process with one copy between them. Both have their HTTP side and have answered some thousand links; both are measured as
 * the proportional set size of all that belongs to them, after a collection.
 *
 *     npm run bench -- service-memory --entries=10000000
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { SeededRandom } from '../../src/server/publisher/tune/seeded-random.ts';
import { fingerprintBitsFor, type Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { writeCompiledList } from '../../src/server/service/list/compiled-list.ts';
import { NOW } from '../server/service/a-change.ts';
import { progress } from './progress.ts';

const WANTED = 30;

const option = (name: string, otherwise: string): string =>
  process.argv.find((word) => word.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

const folder = mkdtempSync(join(tmpdir(), 'spamlight-memory-'));
try {
  progress('the program is built');
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: fileURLToPath(new URL('service-memory-holder.ts', import.meta.url)),
      outDir: folder,
      emptyOutDir: false,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'holder.mjs' } },
    },
    ssr: { noExternal: true },
  });
  for (const entries of option('entries', '1000000,10000000').split(',').map(Number)) {
    progress(`a list of ${entries} entries is compiled`);
    const list = await aListOf(entries);
    const copy = readdirSync(list).reduce((sum, name) => sum + statSync(join(list, name)).size, 0);
    const processes = await measure('processes', list);
    const threads = await measure('threads', list);
    const tree = sum(processes);
    const less = (bytes: number): string => `${((100 * (tree - bytes)) / tree).toFixed(0)} % less`;
    const apart = (processes[0] ?? 0) + sum(threads);
    console.log(
      `${entries} entries, a copy ${mega(copy)}: 2 processes and their primary ${processes.map(mega).join(' + ')} = ${mega(tree)}; ` +
        `2 threads that share it, and a primary ${mega(apart)}: ${less(apart)} (wanted: ${WANTED} %); ` +
        `the primary a thread of theirs ${mega(sum(threads))}: ${less(sum(threads))}`,
    );
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

/** Fingerprints that no link has: what they are does not matter here, only how many. */
async function aListOf(entries: number): Promise<string> {
  const fingerprintBits = fingerprintBitsFor(entries);
  const random = new SeededRandom(1);
  const high = Uint32Array.from({ length: entries }, () => random.uint32()).sort();
  const low = new Uint32Array(entries);
  const shift = 64 - fingerprintBits;
  for (let index = 0; index < entries; index++) {
    const isSame = index > 0 && high[index] === high[index - 1];
    low[index] = ((isSame ? ((low[index - 1] ?? 0) >>> shift) + 1 : 0) << shift) >>> 0;
  }
  const snapshot: Snapshot = {
    serial: 1,
    publishedAt: NOW,
    epoch: { key: Uint8Array.from([1, 2, 3, 4, 5, 6, 7, 8]), startedAt: NOW, plannedEntries: entries },
    sections: [
      {
        kind: 'url',
        category: 'phishing',
        action: 'danger',
        group: 'bench',
        fingerprintBits,
        fingerprints: { high, low },
      },
    ],
    exclusions: { high: new Uint32Array(), low: new Uint32Array() },
    opaque: [],
  };
  const facts = { channel: 'bench', serial: 1, publishedAt: NOW, expiresAt: NOW + 14 * 86_400 };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an index no more than its facts is read
  const verified = {
    index: facts,
    rootKey: '',
    keyListNumber: 1,
    keysExpireAt: facts.expiresAt,
  } as Parameters<typeof writeCompiledList>[0];
  return writeCompiledList(verified, snapshot, NOW, join(folder, String(entries)));
}

/** @returns proportional set size of each process. Bytes */
async function measure(how: string, list: string): Promise<readonly number[]> {
  progress(`${how} are started`);
  const child = spawn(process.execPath, ['--expose-gc', join(folder, 'holder.mjs'), how, list], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
    return (JSON.parse(line) as number[]).map((pid) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      return Number(/^Pss: +(\d+) kB$/m.exec(rollup)?.[1] ?? Number.NaN) * 1024;
    });
  } finally {
    child.kill();
    await once(child, 'exit');
  }
}
