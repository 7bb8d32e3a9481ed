import { once } from 'node:events';
import { expectedMessage, type ExplainedFailure } from '../explained-failure.ts';
import { writeFileWhole } from '../write-file.ts';
import type { Result } from '../../../core/result.ts';

/** A command's side effects, other than files; tests replace them. */
export interface Terminal {
  readonly input: AsyncIterable<unknown>;
  /** Standard output. Waits while a pipe is full. */
  out(line: string): Promise<void>;
  /** Standard error. */
  note(line: string): void;
  /** Unix seconds. */
  now(): number;
  /** Aborted by Ctrl-C or SIGTERM. Commands that read it can roll back; others exit at once. */
  readonly signal: AbortSignal;
}

/** Ends the command with exit code 1 and a sentence. Thrown by commands only; other functions return failures. */
export class CommandFailed extends Error {
  readonly kind: string;

  constructor(failure: ExplainedFailure) {
    super(failure.message);
    this.kind = failure.kind;
  }
}

export function orFail<Value>(result: Result<Value, ExplainedFailure>): Value {
  if (!result.ok) throw new CommandFailed(result.failure);
  return result.value;
}

export async function writeOrFail(path: string, content: string | Uint8Array): Promise<void> {
  try {
    await writeFileWhole(path, content);
  } catch (error) {
    const message = expectedMessage(error);
    throw new CommandFailed({ kind: 'unwritable', message: `${path} could not be written: ${message}.` });
  }
}

/** As in shells: 128 plus the signal number. */
const ENDED_BY = { SIGINT: 130, SIGTERM: 143 } as const;

export function processTerminal(): Terminal {
  const interrupted = new AbortController();
  let isHeeded = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    // The second signal kills. Explicit exit: the first process of a container ignores signals without a handler.
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
