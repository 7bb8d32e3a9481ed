import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Change } from '../../../../src/server/node/changes/change.ts';
import {
  ChangeStore,
  storePath,
  type ChangeOutcome,
} from '../../../../src/server/node/changes/change-store.ts';
import { ChangeWriter } from '../../../../src/server/service/changes/change-writer.ts';
import { LinkChecker, type CheckedLink } from '../../../../src/server/service/check/link-checker.ts';
import { identityOf } from '../../../../src/server/service/engine/engine-identity.ts';
import { EngineNodes } from '../../../../src/server/service/engine/engine-nodes.ts';
import { EngineWriter } from '../../../../src/server/service/engine/engine-writer.ts';
import { PositionWaiters } from '../../../../src/server/service/engine/position-waiters.ts';
import { RedisEngine } from '../../../../src/server/service/engine/redis-engine.ts';
import { NOW } from '../a-change.ts';
import { aList } from '../a-list.ts';
import { until } from './a-redis.ts';

/** A writer of an engine, as the primary process of a service has one. */
export interface AWriter {
  readonly events: readonly string[];
  /** Resolves when all of them are on disk and hold in the engine. */
  readonly take: (changes: readonly Change[]) => Promise<readonly ChangeOutcome[]>;
  readonly stop: () => Promise<void>;
}

export async function aWriter(
  urls: readonly string[],
  folder: string,
  timeoutMs = 2000,
  { onReached = () => {}, mostHeldBytes }: { onReached?: () => void; mostHeldBytes?: number } = {},
): Promise<AWriter> {
  const inEngine = new PositionWaiters();
  const changes = join(folder, 'changes');
  const table = await ChangeWriter.open(changes);
  if (!table.ok) throw new Error(table.failure.message);
  const store = ChangeStore.read(storePath(changes), 1000);
  const events: string[] = [];
  const nodes = new EngineNodes(urls, timeoutMs);
  const writer = new EngineWriter(nodes, store, await identityOf(folder), table.value.last(), {
    log: (event, facts = {}) => events.push([event, ...Object.values(facts)].join(' ')),
    onReached: (position) => {
      onReached();
      inEngine.reach(position);
    },
    onTrouble: () => {},
    ...(mostHeldBytes === undefined ? {} : { mostHeldBytes }),
  });
  const stopping = new AbortController();
  const running = writer.run(stopping.signal);
  return {
    events,
    take: async (some) => {
      const taken = await table.value.append(some);
      if (!taken.ok) throw new Error(taken.failure.message);
      writer.advance(taken.value.last);
      await inEngine.when(taken.value.last);
      return taken.value.outcomes;
    },
    stop: async () => {
      stopping.abort();
      await running;
      store.close();
      await table.value.close();
    },
  };
}

/** A process that answers, with a list on which nothing but `listed.example` stands. */
export interface AReader {
  readonly engine: RedisEngine;
  readonly check: (hosts: readonly string[], now?: number) => Promise<readonly CheckedLink[]>;
  /** `danger`, `clear` or why it is not checked: of the page of each host. */
  readonly say: (hosts: readonly string[], now?: number) => Promise<readonly string[]>;
  readonly stop: () => void;
}

export async function aReader(urls: readonly string[], timeoutMs = 250): Promise<AReader> {
  const nodes = new EngineNodes(urls, timeoutMs);
  await nodes.connect();
  const engine = new RedisEngine(nodes, 1 << 24);
  const checker = new LinkChecker(engine);
  checker.use(aList({ danger: ['listed.example'] }));
  const check: AReader['check'] = (hosts, now = NOW) =>
    checker.check(
      hosts.map((host) => `http://${host}/page`),
      { now, deadline: Number.POSITIVE_INFINITY },
    );
  return {
    engine,
    check,
    say: async (hosts, now) =>
      (await check(hosts, now)).map(({ verdict, trouble }) =>
        verdict.kind === 'unchecked'
          ? (trouble ?? verdict.because)
          : verdict.kind === 'flagged'
            ? verdict.level
            : verdict.kind,
      ),
    stop: () => nodes.close(),
  };
}

/** What it says in the end: a busy machine may be late, which is no answer, and asked for again. */
export async function sayAll(
  reader: AReader,
  hosts: readonly string[],
  neverMs?: number,
): Promise<readonly string[]> {
  const found = new Map<string, string>();
  const isOpen = (host: string): boolean => !/^(danger|clear)$/.test(found.get(host) ?? '');
  const askAll = async (): Promise<boolean> => {
    const open = hosts.filter(isOpen).slice(0, 200);
    (await reader.say(open)).forEach((said, index) => found.set(open[index] ?? '', said));
    return open.length === 0;
  };
  await until('all are answered', askAll, neverMs).catch((error: unknown) => {
    const last = [...new Set(found.values())].join(', ');
    throw new Error(`of ${hosts.length} there are ${hosts.filter(isOpen).length} (${last})`, {
      cause: error,
    });
  });
  return hosts.map((host) => found.get(host) ?? '');
}

/** Until a reader finds the engine as it should be. */
export async function untilCurrent(reader: AReader, neverMs?: number): Promise<void> {
  await until(
    'the engine is current',
    async () => {
      await reader.engine.look();
      return (await reader.check(hostsOf('probe', 300))).every(({ trouble }) => trouble === null);
    },
    neverMs,
  );
}

export const hostsOf = (name: string, count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `${name}-${index}.example`);

export function aDataFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'spamlight-engine-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
