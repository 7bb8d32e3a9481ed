import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { WorkerPool } from '../../../../src/server/service/processes/worker-pool.ts';

const forked = vi.hoisted(
  (): { readonly id: number; emit(event: string, ...values: unknown[]): unknown }[] => [],
);

vi.mock('node:cluster', () => ({
  default: {
    setupPrimary: () => undefined,
    fork: () => {
      const worker = Object.assign(new EventEmitter(), { id: forked.length, isConnected: () => false });
      forked.push(worker);
      return worker;
    },
  },
}));

beforeEach(() => {
  vi.useFakeTimers();
  forked.length = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

test('the cluster of the service restarts a worker that died, but not after the service has stopped', async () => {
  const pool = new WorkerPool(1, { onMessage: () => undefined, onDeath: () => undefined });
  forked[0]?.emit('exit', 1, null);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(2);
  forked[1]?.emit('exit', 1, null);
  await pool.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(forked).toHaveLength(2);
});
