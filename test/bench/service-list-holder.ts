/** Beside `service-list.bench.ts`: holds a list as a process of the service does, answers links, and waits to be measured. */
import { setTimeout as sleep } from 'node:timers/promises';
import { LinkChecker } from '../../src/server/service/check/link-checker.ts';
import { ListInEngine } from '../../src/server/service/engine-list/list-in-engine.ts';
import { EngineNodes } from '../../src/server/service/engine/engine-nodes.ts';
import { openCompiledList } from '../../src/server/service/list/compiled-list.ts';

const BATCHES = 100;
const COLLECTIONS = 5;

const [, , how = '', folder = '', url = ''] = process.argv;
const nodes = new EngineNodes([url], 60_000);
await nodes.connect();
const engine = new ListInEngine(nodes);
const checker = new LinkChecker();
if (how === 'process') checker.use(await openCompiledList(folder));
if (how === 'engine') checker.use(await openCompiledList(folder, (layers) => engine.tableOf(layers)));
await engine.look();
for (let batch = 0; batch < BATCHES; batch++)
  await checker.check(
    Array.from({ length: 100 }, (_, index) => `https://shop-${batch}-${index}.example/1/2.html?id=${index}`),
    { now: Math.floor(Date.now() / 1000), deadline: Number.POSITIVE_INFINITY },
  );
// What was read and is held no more goes in several turns.
for (let turn = 0; turn < COLLECTIONS; turn++) {
  global.gc?.();
  await sleep(100);
}
const { heapUsed, external } = process.memoryUsage();
console.log(heapUsed + external);
setInterval(() => checker.facts(), 1000);
