/** What goes wrong for those who write to an engine, in the words of the log. */
import { ErrorReply } from '@redis/client';
import { storeFailure } from '../../node/changes/store-failure.ts';
import { EngineAway } from './engine-node.ts';
import { StaleHead } from './engine-scripts.ts';
import { DamagedShard } from './shard-draft.ts';

/** The engine is not one to write to: the message is what the log says. */
export class EngineRefused extends Error {
  override readonly name = 'EngineRefused';
}

/** In the log; `fault` is one of ours. */
export function troubleOf(error: unknown): string {
  if (error instanceof EngineAway) return 'away';
  if (error instanceof StaleHead) return 'stale';
  if (error instanceof DamagedShard) return 'damaged';
  if (error instanceof EngineRefused) return error.message;
  if (error instanceof ErrorReply) return error.message.startsWith('OOM') ? 'full' : 'refused';
  return storeFailure('', error)?.kind ?? 'fault';
}

/** @param memory - what the server says of it: `INFO memory` @throws EngineRefused */
export function refuseEviction(memory: string): void {
  // A server that throws out what it likes when memory is short would make listed links look unlisted.
  if (/^maxmemory_policy:allkeys/m.test(memory)) throw new EngineRefused('evicts-keys');
}

/** Waits for all of them before it fails: what is still being written would come in the middle of what is tried next. */
export async function settleAll(works: readonly Promise<void>[]): Promise<void> {
  const results = await Promise.allSettled(works);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
}

export function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
