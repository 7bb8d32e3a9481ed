/**
 * How long it takes from an entry appearing in a feed to a list with it being in use, and what a reader downloads. The
 * job's lateness and the caches are the distributions below, which docs/updates.md names with their sources.
 *
 *     npm run soak -- freshness
 *     ENTRIES=100000 npm run soak -- freshness        a smaller list with as many changes
 */
import { runFreshness } from './freshness-run.ts';
import { type Publishing, simulateFreshness, type Spread } from './freshness-simulation.ts';

const MINUTE = 60;
const READERS = Number(process.env['READERS'] ?? 4_000);
const ENTRIES = Number(process.env['ENTRIES'] ?? 1_000_000);
/** 1 % of 10⁶ in a day, whatever the size of the list. */
const CHURN = 10_000;
const MOST_BYTES = 300_000;

const NOBODY_LATE: Spread = { from: 0, to: MINUTE };
const QUEUED: Spread = { from: 5 * MINUTE, to: 20 * MINUTE };

interface Case {
  readonly name: string;
  readonly publishing: Publishing;
  /** Minutes. */
  readonly aim?: { readonly p50: number; readonly p95: number };
  /** What docs/publishing.md advises: it has to meet its aim. */
  readonly isAdvised?: true;
}

const own = (minutes: number): Publishing => ({
  every: minutes * MINUTE,
  late: NOBODY_LATE,
  takes: { from: 20, to: MINUTE },
  cache: MINUTE,
  refreshAfter: 300,
  hasHead: true,
});
const service = (minutes: number, cacheMinutes: number): Publishing => ({
  every: minutes * MINUTE,
  late: QUEUED,
  takes: { from: MINUTE, to: 3 * MINUTE },
  cache: cacheMinutes * MINUTE,
  refreshAfter: 300,
  hasHead: true,
});
const AT_ONCE = { p50: 6, p95: 15 };
const STATIC = { p50: 15, p95: 30 };

const CASES: readonly Case[] = [
  {
    name: 'before: hourly job of a service, cache 10 min, no head',
    publishing: { ...service(60, 10), refreshAfter: 3600, hasHead: false },
  },
  { name: 'own timer, every 10 min, cache 1 min', publishing: own(10), aim: AT_ONCE },
  { name: 'own timer, every 5 min, cache 1 min', publishing: own(5), aim: AT_ONCE },
  { name: 'own timer, every 3 min, cache 1 min', publishing: own(3), aim: AT_ONCE, isAdvised: true },
  { name: 'own timer, every 2 min, cache 1 min', publishing: own(2), aim: AT_ONCE },
  { name: 'job of a service, every 10 min, cache 1 min', publishing: service(10, 1), aim: AT_ONCE },
  { name: 'job of a service, every 10 min, cache 10 min', publishing: service(10, 10), aim: STATIC },
  {
    name: 'job of a service, every 5 min, cache 10 min',
    publishing: service(5, 10),
    aim: STATIC,
    isAdvised: true,
  },
];

let failed = 0;
console.log(`from the feed to the list in use, minutes (${READERS} readers, nine hours each)`);
for (const { name, publishing, aim, isAdvised } of CASES) {
  const { p50, p95, heads, indexes } = simulateFreshness(publishing, { readers: READERS, seed: 1 });
  const isMissed = aim !== undefined && (p50 > aim.p50 || p95 > aim.p95);
  if (isMissed && isAdvised === true) failed++;
  const wanted = aim === undefined ? '' : `   aim ${aim.p50} / ${aim.p95}${isMissed ? ': missed' : ''}`;
  console.log(
    `  ${name.padEnd(56)} p50 ${p50.toFixed(1).padStart(5)}   p95 ${p95.toFixed(1).padStart(5)}   ${heads.toFixed(0)} heads, ${indexes.toFixed(1)} indexes${wanted}`,
  );
}

/** Name, publishing, and the hour from midnight at which the reader installs: the evening before, or the same morning. */
const REAL: readonly (readonly [string, Publishing, number])[] = [
  ['job of a service, every 10 min, cache 10 min', service(10, 10), -6],
  ['own timer, every 3 min, cache 1 min', own(3), 6.5],
];
for (const [name, publishing, installedAt] of REAL) {
  console.log(
    `one reader, real build, server and updates: ${name}; ${ENTRIES} entries, ${CHURN} come and go in a day`,
  );
  const { delays, bytes, requests, builds, headBytes, indexBytes } = await runFreshness({
    publishing,
    entries: ENTRIES,
    churn: CHURN,
    installedAt,
    opensAt: 8,
    openHours: 9,
    seed: 7,
    onBuild: (text) => {
      if (process.env['VERBOSE'] !== undefined) console.log(`  ${text}`);
    },
  });
  const at = (share: number): string => (delays[Math.floor(share * (delays.length - 1))] ?? 0).toFixed(1);
  console.log(
    `  p50 ${at(0.5)} min, p95 ${at(0.95)} min; ${builds} builds; head ${headBytes} B, index ${indexBytes} B`,
  );
  for (const [kind, each] of requests)
    console.log(
      `  ${kind.padEnd(12)} ${String(each.count).padStart(4)} requests, ${(each.bytes / 1000).toFixed(1)} kB`,
    );
  console.log(
    `  ${(bytes / 1000).toFixed(1)} kB from opening the browser to closing it, with what the night brought`,
  );
  if (bytes > MOST_BYTES) failed++;
}
if (failed > 0) {
  console.error(`${failed} figures are beyond their aims`);
  process.exitCode = 1;
}
