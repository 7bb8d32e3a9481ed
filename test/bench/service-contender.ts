/** Beside the service in `service.bench.ts`: an empty Fastify that sends back what it gets, or the checker without HTTP. */
import cluster from 'node:cluster';
import fastify from 'fastify';
import { LinkChecker } from '../../src/server/service/check/link-checker.ts';
import { openCompiledList } from '../../src/server/service/list/compiled-list.ts';
import { urlsOf } from './service-urls.ts';

/** Processor time after which nothing is compiled any more. */
const WARM_MICROSECONDS = 2e6;

const [, , role = '', ...words] = process.argv;

if (role === 'echo') await echo();
else await loop(words[0] ?? '', Number(words[1]), Number(words[2]));

async function echo(): Promise<void> {
  if (cluster.isPrimary) {
    const workers = Array.from({ length: 2 }, () => cluster.fork());
    let listening = 0;
    cluster.on('listening', (_, { port }) => {
      if (++listening === workers.length)
        console.log(
          JSON.stringify({ port, pids: [process.pid, ...workers.map(({ process: { pid } }) => pid)] }),
        );
    });
    return;
  }
  const app = fastify({ bodyLimit: 2 << 20 });
  app.post('/', async ({ body }) => body);
  await app.listen({ host: '127.0.0.1', port: 0 });
}

async function loop(folder: string, batch: number, seconds: number): Promise<void> {
  const list = await openCompiledList(folder);
  const checker = new LinkChecker();
  checker.use(list);
  const batches = Array.from({ length: 200 }, (_, index) => urlsOf(batch, index, list.facts.entries));
  let warm = 0;
  const once = async (round: number): Promise<void> => {
    const now = Math.floor(Date.now() / 1000);
    await checker.check(batches[round % batches.length] ?? [], { now, deadline: Number.POSITIVE_INFINITY });
  };
  for (const start = process.cpuUsage(); process.cpuUsage(start).user < WARM_MICROSECONDS;)
    await once(warm++);
  const cpu = process.cpuUsage();
  const endsAt = performance.now() + seconds * 1000;
  let round = 0;
  for (; performance.now() < endsAt; round++) await once(round);
  const { user, system } = process.cpuUsage(cpu);
  console.log(JSON.stringify({ urls: round * batch, cpuSeconds: (user + system) / 1e6 }));
}
