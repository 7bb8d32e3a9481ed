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
/** What a server says to the commands that are used here. */
export type Reply = Buffer | string | number | null;

/** The server does not answer, or not in time, or not for these keys. Names nothing that was asked. */
export class EngineAway extends Error {
  override readonly name = 'EngineAway';
}

/** Whether it is the server's doing that something could not be asked, and no fault of ours. */
export function isServersDoing(error: unknown): boolean {
  return error instanceof EngineAway || error instanceof ErrorReply;
}

/** So many failures in a row, and it is left alone for a while. */
const FAILURES = 5;
const ALONE_MS = 500;

const AS_BYTES = { typeMapping: { [RESP_TYPES.BLOB_STRING]: Buffer } };

/** One server of the engine: its connection, and what is known of the process at the other end of it. */
export class EngineNode {
  readonly #client: RedisClientType;
  readonly #policy;
  #run: string | null = null;
  /** Counts connections: what is known of a process holds for one. */
  #connection = 0;

  /** @param client - with `disableOfflineQueue`, so that a command is never sent over another connection than it was given to */
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

  /** Which run of a server this is: 40 hexadecimal digits. Null as long as there is no connection, or it is not known. */
  run(): string | null {
    return this.#run;
  }

  /**
   * Sends commands at once, in order, over one connection.
   *
   * @throws EngineAway if not all of them were answered in time by the same process
   * @throws ErrorReply if one of them was refused
   */
  async ask(commands: readonly Command[]): Promise<readonly Reply[]> {
    const connection = this.#connection;
    try {
      const replies = await this.#policy.execute(
        () =>
          Promise.all(
            commands.map((words) => this.#client.sendCommand<Reply>(words, AS_BYTES).catch(replyOrThrow)),
          ),
        // One of its own: the one they share otherwise has a listener for each that is under way.
        new AbortController().signal,
      );
      if (connection !== this.#connection) throw new EngineAway('the connection broke');
      return replies.map((reply) => {
        // Told of after all are answered: an error of one command says nothing of the server's health.
        if (reply instanceof ErrorReply) throw reply;
        return reply;
      });
    } catch (error) {
      throw asAway(error);
    }
  }

  async #recognise(): Promise<void> {
    const connection = this.#connection;
    try {
      const told = String(await this.#client.sendCommand<Reply>(['INFO', 'server'], AS_BYTES));
      const run = /^run_id:([0-9a-f]{40})\r?$/m.exec(told)?.[1] ?? null;
      if (connection === this.#connection) this.#run = run;
    } catch {
      // The connection broke meanwhile: the next one is asked again.
    }
  }
}

/** Errors that a server sends for one command are its answer; those of the connection concern all. */
function replyOrThrow(error: unknown): ErrorReply {
  if (error instanceof ErrorReply) return error;
  throw error;
}

/** Not for these keys, or not now: another server may. */
const ELSEWHERE = /^(MOVED|ASK|TRYAGAIN|CLUSTERDOWN|LOADING|MASTERDOWN|READONLY|NOREPLICAS)\b/;

function asAway(error: unknown): unknown {
  if (error instanceof ErrorReply) {
    const [code = ''] = error.message.split(' ');
    return ELSEWHERE.test(error.message) ? new EngineAway(code) : error;
  }
  if (error instanceof BrokenCircuitError) return new EngineAway('it is left alone');
  if (error instanceof TaskCancelledError) return new EngineAway('it did not answer in time');
  return error instanceof Error ? new EngineAway(error.name) : error;
}
