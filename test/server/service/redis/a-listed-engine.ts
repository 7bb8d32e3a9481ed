import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Snapshot } from '../../../../src/core/snapshot/snapshot.ts';
import { LinkChecker, type CheckedLink } from '../../../../src/server/service/check/link-checker.ts';
import { EngineListWriter } from '../../../../src/server/service/engine-list/engine-list-writer.ts';
import { ListInEngine } from '../../../../src/server/service/engine-list/list-in-engine.ts';
import type { EngineIdentity } from '../../../../src/server/service/engine/engine-identity.ts';
import { EngineNodes } from '../../../../src/server/service/engine/engine-nodes.ts';
import {
  openCompiledList,
  writeCompiledList,
  type LoadedList,
} from '../../../../src/server/service/list/compiled-list.ts';
import { NOW } from '../a-change.ts';
import { until } from './a-redis.ts';

export const ROOT_KEY = 'k'.repeat(43);

export function aListsFolder(): { readonly path: string; readonly remove: () => void } {
  const path = mkdtempSync(join(tmpdir(), 'spamlight-lists-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** A compiled list on disk, as the primary process leaves it. */
export function aCompiledList(
  parent: string,
  snapshot: Snapshot,
  { keyListNumber = 1, rootKey = ROOT_KEY }: { keyListNumber?: number; rootKey?: string } = {},
): Promise<string> {
  const { serial, publishedAt } = snapshot;
  const expiresAt = publishedAt + 14 * 86_400;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of an index no more than its facts is read
  const verified = {
    index: { channel: 'test', serial, publishedAt, expiresAt },
    rootKey,
    keyListNumber,
    keysExpireAt: expiresAt,
  } as Parameters<typeof writeCompiledList>[0];
  return writeCompiledList(verified, snapshot, NOW, parent);
}

export interface AListWriter {
  readonly events: readonly string[];
  readonly trouble: () => string | null;
  readonly use: (folder: string) => void;
  readonly stop: () => Promise<void>;
}

/** What brings lists to an engine, as the primary process of a service has it. */
export function aListWriter(
  urls: readonly string[],
  identity: EngineIdentity,
  { timeoutMs = 2000, ...world }: { timeoutMs?: number; fullRetryMs?: number; oldMs?: number } = {},
): AListWriter {
  const events: string[] = [];
  let trouble: string | null = 'not-found-yet';
  const writer = new EngineListWriter(new EngineNodes(urls, timeoutMs), identity, {
    log: (event, facts = {}) => events.push([event, ...Object.values(facts)].join(' ')),
    onTrouble: (kind) => (trouble = kind),
    ...world,
  });
  const stopping = new AbortController();
  const running = writer.run(stopping.signal);
  return {
    events,
    trouble: () => trouble,
    use: (folder) => writer.use(folder),
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}

export interface AListReader {
  readonly engine: ListInEngine;
  readonly checker: LinkChecker;
  /** Takes a list into use, of which layer 2 is in the engine. */
  readonly use: (folder: string) => Promise<LoadedList>;
  readonly check: (hosts: readonly string[]) => Promise<readonly CheckedLink[]>;
  /** `danger`, `caution`, `clear` or why it is not checked: of the page of each host. */
  readonly say: (hosts: readonly string[]) => Promise<readonly string[]>;
  readonly stop: () => void;
}

/** @param timeoutMs - longer than the service waits: writer, reader and test share this process */
export async function aListReader(urls: readonly string[], timeoutMs = 2000): Promise<AListReader> {
  const nodes = new EngineNodes(urls, timeoutMs);
  await nodes.connect();
  const engine = new ListInEngine(nodes);
  const checker = new LinkChecker();
  const check: AListReader['check'] = (hosts) =>
    checker.check(
      hosts.map((host) => `http://${host}/page`),
      { now: NOW, deadline: Number.POSITIVE_INFINITY },
    );
  return {
    engine,
    checker,
    use: async (folder) => {
      const list = await openCompiledList(folder, (layers) => engine.tableOf(layers));
      checker.use(list);
      return list;
    },
    check,
    say: async (hosts) =>
      (await check(hosts)).map(({ verdict, trouble }) =>
        verdict.kind === 'unchecked'
          ? (trouble ?? verdict.because)
          : verdict.kind === 'flagged'
            ? verdict.level
            : verdict.kind,
      ),
    stop: () => nodes.close(),
  };
}

/** Until a reader finds all of its list in the engine. */
export function untilWhole({ engine, checker }: AListReader, neverMs?: number): Promise<void> {
  return until(
    'the list is in the engine',
    async () => {
      await engine.look();
      return checker.trouble() === null;
    },
    neverMs,
  );
}
