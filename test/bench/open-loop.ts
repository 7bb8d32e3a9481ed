import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';

/** What came of some load. Times in milliseconds. */
export interface LoadResult {
  readonly answers: number;
  /** Told to come again: 429 and 503. */
  readonly refused: number;
  readonly failed: number;
  readonly seconds: number;
  /** Processor time of the server while it lasted. */
  readonly serverSeconds: number;
  /** From when a request was due, not from when it could be sent: a server that stands still is not let off the wait. */
  readonly times: readonly number[];
}

export interface LoadPlan {
  readonly url: string;
  readonly path: string;
  readonly bodies: readonly string[];
  readonly seconds: number;
  readonly connections: number;
  /** Requests a second, sent when they are due, whatever has been answered; null: each connection as fast as it goes. */
  readonly rate: number | null;
  /** Whose processor time counts. */
  readonly pids: readonly number[];
  readonly token?: string;
}

export async function load(plan: LoadPlan): Promise<LoadResult> {
  const { url, path, bodies, seconds, connections, rate, pids, token } = plan;
  const pool = new Pool(url, { connections, pipelining: 1 });
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
  };
  const times: number[] = [];
  let [sent, refused, failed] = [0, 0, 0];
  const ask = async (dueAt: number): Promise<void> => {
    try {
      const { statusCode, body } = await pool.request({
        path,
        method: 'POST',
        headers,
        body: bodies[sent++ % bodies.length] ?? '',
      });
      await body.dump();
      if (statusCode === 200) times.push(performance.now() - dueAt);
      else if (statusCode === 429 || statusCode === 503) refused++;
      else failed++;
    } catch {
      failed++;
    }
  };
  const cpuBefore = processorSeconds(pids);
  const startedAt = performance.now();
  const endsAt = startedAt + seconds * 1000;
  if (rate === null) {
    const lane = async (): Promise<void> => {
      while (performance.now() < endsAt) await ask(performance.now());
    };
    await Promise.all(Array.from({ length: connections }, lane));
  } else {
    const waiting: Promise<void>[] = [];
    for (let due = 0; due < rate * seconds;) {
      const dueAt = startedAt + (due / rate) * 1000;
      // At least a turn of its own each time: who only looks at the clock sends nothing and hears no answer.
      await sleep(Math.max(0, dueAt - performance.now()));
      for (; startedAt + (due / rate) * 1000 <= performance.now() && due < rate * seconds; due++)
        waiting.push(ask(startedAt + (due / rate) * 1000));
    }
    await Promise.all(waiting);
  }
  const took = (performance.now() - startedAt) / 1000;
  const serverSeconds = processorSeconds(pids) - cpuBefore;
  await pool.close();
  return { answers: times.length, refused, failed, seconds: took, serverSeconds, times };
}

const TICKS_PER_SECOND = 100;

/** Processor time that processes have had so far. */
export function processorSeconds(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return sum + (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  }, 0);
}

export function quantile(times: readonly number[], share: number): number {
  return (
    [...times].sort((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ??
    Number.NaN
  );
}
