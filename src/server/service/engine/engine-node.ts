import type { RedisClientType } from '@redis/client';
import { ErrorReply, RESP_TYPES } from '@redis/client';
import {
  BrokenCircuitError,
  circuitBreaker,
  ConsecutiveBreaker,
  handleAll,
  TaskCancelledError,
  timeout,
  TimeoutStrategy,
  wrap,
} from 'cockatiel';

export type Command = readonly (string | Buffer)[];
export type Reply = Buffer | string | number | null;

/** No answer in time, or from a server without these keys. Contains nothing of the request. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

export function isEngineFailure(error: unknown): boolean {
  return error instanceof EngineUnavailable || error instanceof ErrorReply;
}

const FAILURES = 5;
const ALONE_MS = 500;

const AS_BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

export class EngineNode {
  readonly #client: RedisClientType;
  readonly #policy;
  #run: string | null = null;
  /** Counts connections: `#run` is valid for one. */
  #connection = 0;

  /** @param client - with `disableOfflineQueue`, so that no command moves to another connection */
  constructor(client: RedisClientType, timeoutMs: number) {
    this.#client = client;
    this.#policy = wrap(
      circuitBreaker(handleAll, { halfOpenAfter: ALONE_MS, breaker: new ConsecutiveBreaker(FAILURES) }),
      timeout(timeoutMs, TimeoutStrategy.Aggressive),
    );
    const forget = (): void => {
      this.#connection++;
      this.#run = null;
    };
    client.on('error', forget);
    client.on('reconnecting', forget);
    client.on('end', forget);
    client.on('ready', () => void this.#recognise());
    if (client.isReady) void this.#recognise();
  }

  /** The server's run id, 40 hexadecimal digits. Null if unknown. */
  run(): string | null {
    return this.#run;
  }

  /**
   * @throws EngineUnavailable if not all were answered in time by the same process
   * @throws ErrorReply if one was refused
   */
  async ask(commands: readonly Command[]): Promise<readonly Reply[]> {
    const connection = this.#connection;
    try {
      const replies = await this.#policy.execute(
        () =>
          Promise.all(
            commands.map((words) => this.#client.sendCommand<Reply>(words, AS_BYTES).catch(replyOrThrow)),
          ),
        // Cockatiel's shared default signal collects a listener per call in flight.
        new AbortController().signal,
      );
      if (connection !== this.#connection) throw new EngineUnavailable('the connection broke');
      return replies.map((reply) => {
        // Outside the policy: a refused command must not open the circuit breaker.
        if (reply instanceof ErrorReply) throw reply;
        return reply;
      });
    } catch (error) {
      throw toEngineError(error);
    }
  }

  async #recognise(): Promise<void> {
    const connection = this.#connection;
    try {
      const told = String(await this.#client.sendCommand<Reply>(['INFO', 'server'], AS_BYTES));
      const run = /^run_id:([0-9a-f]{40})\r?$/m.exec(told)?.[1] ?? null;
      if (connection === this.#connection) this.#run = run;
    } catch {
      // The next connection triggers another try.
    }
  }
}

function replyOrThrow(error: unknown): ErrorReply {
  if (error instanceof ErrorReply) return error;
  throw error;
}

/** Another server may answer, or this one later. */
const ELSEWHERE = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN|READONLY|NOREPLICAS)\b/;

function toEngineError(error: unknown): unknown {
  if (error instanceof ErrorReply) {
    const [code = ''] = error.message.split(' ');
    return ELSEWHERE.test(error.message) ? new EngineUnavailable(code) : error;
  }
  if (error instanceof BrokenCircuitError) return new EngineUnavailable('it is left alone');
  if (error instanceof TaskCancelledError) return new EngineUnavailable('it did not answer in time');
  return error instanceof Error ? new EngineUnavailable(error.name) : error;
}
