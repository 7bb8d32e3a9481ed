/**
 * Beside `service-memory.bench.ts`: holds a list as the service does, in two processes with a copy each, or in two threads
 * with one between them, and goes on until it is ended. It says when both have answered some thousand links.
 */
import cluster from 'node:cluster';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { LayeredFilter } from '../../src/core/filter/layered-filter.ts';
import { EntryHasher } from '../../src/core/hash/entry-hash.ts';
import { LinkChecker } from '../../src/server/service/check/link-checker.ts';
import { DEFAULT_POLICY } from '../../src/server/service/check/policy.ts';
import { buildApp } from '../../src/server/service/http/app.ts';
import { PRESSURE_LIMITS } from '../../src/server/service/http/pressure.ts';
import { Tokens } from '../../src/server/service/http/tokens.ts';
import { decodeChannelEvidence } from '../../src/core/lookup/channel-evidence.ts';
import { openCompiledList, type LoadedList } from '../../src/server/service/list/compiled-list.ts';
import { tableInMemory } from '../../src/server/service/list/list-table.ts';
import { urlsOf } from './service-urls.ts';

interface Shared {
  readonly folder: string;
  readonly parts: Readonly<Record<'header' | 'resident' | 'table', SharedArrayBuffer>>;
  readonly facts: LoadedList['facts'];
  readonly secret: string;
}

const COUNT = 2;
const BATCHES = 300;

const [, program = '', how = '', folder = ''] = process.argv;
const now = (): number => Math.floor(Date.now() / 1000);

if (!isMainThread) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- given below
  const { parts, facts, secret } = workerData as Shared;
  const [header, resident, table] = [parts.header, parts.resident, parts.table].map(
    (part) => new Uint8Array(part),
  );
  if (header === undefined || resident === undefined || table === undefined) throw new RangeError('parts');
  const filter = LayeredFilter.open(header, resident, new Uint8Array(Buffer.from(secret, 'base64')));
  if (!filter.ok) throw new Error(filter.failure.kind);
  await answer({
    facts,
    filter: filter.value,
    hasher: new EntryHasher(filter.value.epochKey),
    table: tableInMemory(filter.value, table),
    ...decodeChannelEvidence(new Uint8Array(), new Uint8Array()),
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- to the thread that has started this one
  parentPort?.postMessage('ready');
} else if (how === 'threads') {
  const shared = (name: string): SharedArrayBuffer => {
    const bytes = readFileSync(join(folder, name));
    const buffer = new SharedArrayBuffer(bytes.length);
    new Uint8Array(buffer).set(bytes);
    return buffer;
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- written by the bench
  const { facts, secret } = JSON.parse(readFileSync(join(folder, 'list.json'), 'utf8')) as Shared;
  const parts = { header: shared('header'), resident: shared('resident'), table: shared('table') };
  // What was read is not kept beside what is shared.
  global.gc?.();
  let ready = 0;
  for (let index = 0; index < COUNT; index++)
    new Worker(program, { workerData: { folder, parts, facts, secret } satisfies Shared }).on(
      'message',
      () => ++ready === COUNT && console.log(JSON.stringify([process.pid])),
    );
} else if (cluster.isPrimary) {
  const workers = Array.from({ length: COUNT }, () => cluster.fork());
  let ready = 0;
  for (const worker of workers)
    worker.on('message', () => {
      if (++ready === COUNT)
        console.log(JSON.stringify([process.pid, ...workers.map((one) => one.process.pid)]));
    });
} else {
  await answer(await openCompiledList(folder));
  process.send?.('ready');
}

async function answer(list: LoadedList): Promise<void> {
  const checker = new LinkChecker();
  checker.use(list);
  const { app } = await buildApp({
    version: '0',
    checker,
    policy: DEFAULT_POLICY,
    tokens: new Tokens([]),
    isOpen: true,
    keepQuery: false,
    changes: null,
    reports: null,
    gatherMetrics: null,
    isEngineStale: () => false,
    pressure: PRESSURE_LIMITS,
    now,
    onFault: (error) => {
      throw error;
    },
  });
  for (let batch = 0; batch < BATCHES; batch++)
    await app.inject({
      method: 'POST',
      url: '/v1/check',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: JSON.stringify({ urls: urlsOf(100, batch, list.facts.entries) }),
    });
  global.gc?.();
  // Kept: what has nothing left to do would end.
  setInterval(() => checker.facts(), 1000);
}
