import { once } from 'node:events';
import type { ToldFailure } from '../told-failure.ts';
import type { Result } from '../../core/result.ts';

/** What a command may do to the world besides its files; tests hand in their own. */
export interface Terminal {
  readonly input: AsyncIterable<unknown>;
  /** One line of what was asked for. Waits when the reader of a pipe is slower. */
  out(line: string): Promise<void>;
  /** One line about how it went. */
  note(line: string): void;
  /** Unix time, seconds. */
  now(): number;
  /** Aborted by Ctrl-C. */
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

export function processTerminal(signal: AbortSignal): Terminal {
  return {
    input: process.stdin,
    async out(line) {
      if (!process.stdout.write(`${line}\n`)) await once(process.stdout, 'drain');
    },
    note(line) {
      process.stderr.write(`${line}\n`);
    },
    now: () => Math.floor(Date.now() / 1000),
    signal,
  };
}
