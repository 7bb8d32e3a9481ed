import { once } from 'node:events';
import type { ToldFailure } from '../told-failure.ts';
import type { Result } from '../../../core/result.ts';

/** What a command may do to the world besides its files; tests hand in their own. */
export interface Terminal {
  readonly input: AsyncIterable<unknown>;
  /** One line of what was asked for. Waits when the reader of a pipe is slower. */
  out(line: string): Promise<void>;
  /** One line about how it went. */
  note(line: string): void;
  /** Unix time, seconds. */
  now(): number;
  /**
   * Aborted by Ctrl-C. Asked for by commands that have something to roll back or to close: whoever has asked ends by
   * itself, and every other command is ended at once.
   */
  readonly signal: AbortSignal;
}

/** Ends a command with exit code 1 and a sentence. Thrown by commands alone; what they call returns failures. */
export class CommandFailed extends Error {
  readonly kind: string;

  constructor(failure: ToldFailure) {
    super(failure.message);
    this.kind = failure.kind;
  }
}

/** The value, or the end of the command. */
export function orFail<Value>(result: Result<Value, ToldFailure>): Value {
  if (!result.ok) throw new CommandFailed(result.failure);
  return result.value;
}

/** Exit codes of what a signal has ended, as shells have it: 128 and the signal's number. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

export function processTerminal(): Terminal {
  const interrupted = new AbortController();
  let isHeeded = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // Once: the second time nobody wants to wait. An exit of ours, since the first process of a container is sent
    // nothing that it does not handle.
    process.once(signal, () => {
      if (!isHeeded) process.exit(ENDED_BY[signal]);
      interrupted.abort();
    });
  }
  return {
    input: process.stdin,
    async out(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
    note(line) {
      process.stderr.write(`${line}\n`);
    },
    now: () => Math.floor(Date.now() / 1000),
    get signal() {
      isHeeded = true;
      return interrupted.signal;
    },
  };
}
