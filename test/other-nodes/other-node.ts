import { ForksPoolWorker, type PoolOptions } from 'vitest/node';

/** Runs tests on another Node than the one that vitest itself runs on. */
export class OtherNode extends ForksPoolWorker {
  override readonly name = 'other-node';
  readonly #program: string;

  constructor(options: PoolOptions, program: string) {
    super(options);
    this.#program = program;
  }

  override start(): Promise<void> {
    // A process is forked from this program, at once.
    const own = process.execPath;
    process.execPath = this.#program;
    try {
      return super.start();
    } finally {
      process.execPath = own;
    }
  }
}
