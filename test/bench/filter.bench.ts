/**
 * Size, memory and making of filters and snapshots at 10⁶ entries, beside the programs that do something alike:
 *
 *     npm run bench -- filter.bench [--json] [--entries=N]
 *
 * Memory is what the process holds more after garbage collection (heap and array buffers); making is from a list of
 * host names to being ready to answer. Times of lookups, and of what the device does, are in `lookup.bench.ts`.
 */
import { FiltersEngine } from '@ghostery/adblocker';
import bloomFilters from 'bloom-filters';
import { BloomFilter as ReferenceBloom } from 'bloomfilter';
import { createHash } from 'node:crypto';
import PhishingDetector from 'eth-phishing-detect/src/detector.js';
import { bloomParametersFor } from '../../src/core/filter/bloom-parameters.ts';
import { compileForDevice } from '../../src/core/filter/compile-for-device.ts';
import { LayeredFilter } from '../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { encodeSnapshot } from '../../src/core/snapshot/encode-snapshot.ts';
import { falsePositiveRateOfSections, type Snapshot } from '../../src/core/snapshot/snapshot.ts';
import { runSteps } from '../../src/core/steps.ts';
import { deviceSnapshotOf, SECRET } from './bench-device.ts';
import { listedHosts, medianOf } from './bench-pages.ts';
import { churned, snapshotOf } from './device-bench.ts';
import { deltaOf } from '../core/snapshot/deltas.ts';

const collectGarbage = globalThis.gc;
if (collectGarbage === undefined) throw new Error('run with node --expose-gc, as `npm run bench` does');

const isJson = process.argv.includes('--json');
const entries = Number(process.argv.find((word) => word.startsWith('--entries='))?.slice(10) ?? 1_000_000);

interface Aim {
  readonly name: string;
  readonly measured: number;
  readonly unit: string;
  /** Not to be exceeded. */
  readonly aim: number;
}

interface Made {
  readonly name: string;
  /** ms from host names to ready. */
  readonly making: number;
  /** Bytes that stay in memory, per entry. */
  readonly bytesPerEntry: number;
}

const aims: Aim[] = [];
for (const sections of [1, 24]) measureWire(snapshotOf(entries, sections), sections);
measureResident();
const speeds = publisherSpeeds();
const made: Made[] = [];
for (const [name, make] of makers()) made.push(await measureMaking(name, make));

if (isJson) {
  console.log(JSON.stringify({ entries, aims, speeds, made }, null, 1));
} else {
  console.log(`${entries} entries\n`);
  for (const { name, measured, unit, aim } of aims) {
    const verdict = measured <= aim ? 'met' : `missed by ${((measured / aim - 1) * 100).toFixed(1)} %`;
    console.log(
      `${name.padEnd(48)}${significant(measured).padStart(12)} ${unit.padEnd(10)} aim ≤ ${significant(aim).padStart(9)}  ${verdict}`,
    );
  }
  console.log('\nmaking and keeping                ms     bytes an entry');
  for (const { name, making, bytesPerEntry } of made) {
    console.log(`${name.padEnd(28)}${making.toFixed(0).padStart(8)}${bytesPerEntry.toFixed(2).padStart(19)}`);
  }
  console.log('');
  for (const [name, value] of Object.entries(speeds))
    console.log(`${name.padEnd(48)}${significant(value).padStart(12)}`);
}

function significant(value: number): string {
  return value === 0 || (value >= 0.001 && value < 1e7)
    ? String(Number(value.toPrecision(5)))
    : value.toExponential(3);
}

/** Bits an entry against the limit of what any structure needs, and the size of a delta. */
function measureWire(snapshot: Snapshot, sections: number): void {
  const bytes = encodeSnapshot(snapshot);
  const sizes = snapshot.sections.map(({ fingerprints, fingerprintBits }) => ({
    entries: fingerprints.high.length,
    fingerprintBits,
  }));
  const total = sizes.reduce((sum, size) => sum + size.entries, 0);
  const limit = sizes.reduce(
    (sum, size) => sum + (size.entries / total) * (size.fingerprintBits - Math.log2(size.entries)),
    0,
  );
  const of = `${sections} section${sections === 1 ? '' : 's'}`;
  aims.push(
    { name: `snapshot, ${of}`, measured: (bytes.length * 8) / total, unit: 'bits', aim: 1.06 * limit },
    {
      name: `false-positive rate, ${of}`,
      measured: falsePositiveRateOfSections(sizes),
      unit: '',
      aim: 2 ** -30,
    },
    {
      name: `delta of 1 % churn, ${of}`,
      measured: deltaOf(snapshot, churned(snapshot)).length / 1000,
      unit: 'kB',
      aim: (63 * entries) / 1e6,
    },
  );
}

/** What the worker keeps in memory. */
function measureResident(): void {
  const device = runSteps(compileForDevice(snapshotOf(entries, 1), SECRET));
  const bytes = device.residentFilter.length + device.header.length;
  aims.push({
    name: 'resident filter and header',
    measured: bytes / 1e6,
    unit: 'MB',
    aim: (2 * entries) / 1e6,
  });
}

/** What a publisher does once for each entry or each publication. */
function publisherSpeeds(): Record<string, number> {
  const hosts = listedHosts(Math.min(entries, 200_000));
  const hasher = new EntryHasher(new Uint8Array(8).fill(3));
  const perEntry = timed(5, () => {
    for (const host of hosts) hasher.url(host, '/');
  });
  const from = snapshotOf(entries, 1);
  const to = churned(from);
  return {
    'hashing an entry, ns': (perEntry / hosts.length) * 1e6,
    'encoding a base, ms': timed(5, () => encodeSnapshot(from)),
    // Copies, because the digest of a snapshot is computed once.
    'making a delta, ms': timed(5, () => deltaOf({ ...from }, { ...to })),
    'making another delta to the same snapshot, ms': timed(5, () => deltaOf(from, to)),
  };
}

function timed(runs: number, work: () => void): number {
  const times: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = performance.now();
    work();
    times.push(performance.now() - start);
  }
  return medianOf(times);
}

/** Each gets the same hosts, and gives back what it keeps. */
function makers(): readonly (readonly [string, (hosts: readonly string[]) => unknown])[] {
  const { bitCount, hashCount } = bloomParametersFor(entries, 1e-3);
  return [
    [
      'spamlight',
      (hosts) => {
        const { header, residentFilter } = deviceSnapshotOf(hosts);
        return LayeredFilter.open(header, residentFilter, SECRET);
      },
    ],
    [
      'bloomfilter 1.1.0',
      (hosts) => {
        const filter = new ReferenceBloom(bitCount, hashCount);
        for (const host of hosts) filter.add(`${host}/`);
        return filter;
      },
    ],
    [
      'bloom-filters 3.0.4',
      (hosts) => {
        const filter = new bloomFilters.BloomFilter(bitCount, hashCount);
        for (const host of hosts) filter.add(`${host}/`);
        return filter;
      },
    ],
    ['Set of strings', (hosts) => new Set(hosts.map((host) => `${host}/`))],
    [
      'sorted SHA-256 prefixes',
      (hosts) =>
        Uint32Array.from(hosts, (host) =>
          createHash('sha256').update(`${host}/`).digest().readUInt32BE(),
        ).sort(),
    ],
    [
      '@ghostery/adblocker 2.18.2',
      (hosts) =>
        FiltersEngine.parse(hosts.map((host) => `||${host}^`).join('\n'), { loadCosmeticFilters: false }),
    ],
    [
      'eth-phishing-detect 1.2.0',
      (hosts) => new PhishingDetector({ whitelist: [], blacklist: hosts, fuzzylist: [], tolerance: 0 }),
    ],
  ];
}

async function measureMaking(name: string, make: (hosts: readonly string[]) => unknown): Promise<Made> {
  // New strings for each, so that nobody is charged or spared for what another one has done to them.
  let hosts: readonly string[] | null = listedHosts(entries);
  const start = performance.now();
  const kept: unknown[] = [make(hosts)];
  const making = performance.now() - start;
  hosts = null;
  const withIt = await heldBytes();
  kept.length = 0;
  return { name, making, bytesPerEntry: (withIt - (await heldBytes())) / entries };
}

/** After two collections with a pause between them: array buffers are given back a turn later. */
async function heldBytes(): Promise<number> {
  for (let collection = 0; collection < 2; collection++) {
    collectGarbage?.();
    await new Promise((resolve) => {
      setTimeout(resolve, 50);
    });
  }
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
