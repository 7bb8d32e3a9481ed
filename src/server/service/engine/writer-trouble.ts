import { ErrorReply } from '@redis/client';
import { storeFailure } from '../../node/changes/store-failure.ts';
import { EngineUnavailable } from './engine-node.ts';
import { StaleHead } from './engine-scripts.ts';
import { DamagedShard } from './shard-draft.ts';

/** The engine must not be written to. The message goes to the log. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
}

/** For the log; `fault` is a bug. */
export function troubleOf(error: unknown): string {
  if (error instanceof EngineUnavailable) return 'away';
  if (error instanceof StaleHead) return 'stale';
  if (error instanceof DamagedShard) return 'damaged';
  if (error instanceof EngineRefused) return error.message;
  if (error instanceof ErrorReply) return error.message.startsWith('OOM') ? 'full' : 'refused';
  return storeFailure('', error)?.kind ?? 'fault';
}

/** @param memory - reply to `INFO memory` @throws EngineRefused */
export function rejectEvictionPolicy(memory: string): void {
  // Eviction would make listed links look unlisted.
  if (/^maxmemory_policy:allkeys/m.test(memory)) throw new EngineRefused('evicts-keys');
}

/** Waits for all before failing: writes in flight would mix with the retry. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
