/**
 * A million clients over thirty days on the schedule that ships: what a channel's host gets. The same in
 * small is in test/extension/background/lists/schedule.test.ts.
 *
 *     npm run soak -- schedule
 */
import { type Simulation, simulate } from '../extension/background/lists/schedule-simulation.ts';

const CLIENTS = Number(process.env['CLIENTS'] ?? 1_000_000);
const HOUR = 3_600;
const DAY = 86_400;

/** Published every ten minutes; a webmail is visible for as long as the browser is open. */
const HEAD = { head: { publishedEvery: 600 } };

const CASES: readonly (readonly [string, Simulation])[] = [
  ['browsers that run all the time', { clients: CLIENTS, days: 30, seed: 1 }],
  [
    'an outage of six hours on the third day',
    { clients: CLIENTS / 10, days: 6, seed: 2, outage: { from: 2 * DAY, to: 2 * DAY + 6 * HOUR } },
  ],
  [
    'offices of one time zone: open for nine hours, from between 7 and 9',
    { clients: CLIENTS / 10, days: 10, seed: 3, workday: { startsAt: 8 * HOUR, spread: 2 * HOUR, hours: 9 } },
  ],
  [
    'webmails visible all the time, published every ten minutes',
    { clients: CLIENTS / 10, days: 4, seed: 4, ...HEAD },
  ],
  [
    'the same, an outage of six hours on the third day',
    { clients: CLIENTS / 10, days: 6, seed: 5, outage: { from: 2 * DAY, to: 2 * DAY + 6 * HOUR }, ...HEAD },
  ],
  [
    'the same, offices of one time zone',
    {
      clients: CLIENTS / 10,
      days: 10,
      seed: 6,
      workday: { startsAt: 8 * HOUR, spread: 2 * HOUR, hours: 9 },
      ...HEAD,
    },
  ],
];

let failed = 0;
for (const [name, simulation] of CASES) {
  const startedAt = performance.now();
  const load = simulate(simulation);
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
  console.log(
    `${name}: ${simulation.clients.toLocaleString('en')} clients, ${simulation.days} days (${seconds} s)`,
  );
  console.log(`  requests           ${load.requestsPerClientAndDay.toFixed(2)} per client and day`);
  console.log(`  bytes              ${(load.bytesPerClientAndDay / 1000).toFixed(1)} kB per client and day`);
  console.log(`  mean               ${load.meanPerSecond.toFixed(1)} requests/s`);
  console.log(`  busiest minute     ${load.peakPerSecond.toFixed(1)} requests/s`);
  console.log(`  peak to mean       ${load.peakToMean.toFixed(2)}`);
  if (simulation.workday === undefined && simulation.outage === undefined && load.peakToMean > 1.5) failed++;
}
if (failed > 0) {
  console.error(`${failed} of ${CASES.length} simulations have a peak above 1.5 times the mean`);
  process.exitCode = 1;
}
