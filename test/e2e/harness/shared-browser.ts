import { StoodStill, type Browser } from './browser.ts';

/** One browser for the tests of a worker, one after the other; to each it is as one just started. */
export class SharedBrowser {
  readonly #launch: () => Promise<Browser>;
  #browser: Browser | null = null;

  constructor(launch: () => Promise<Browser>) {
    this.#launch = launch;
  }

  /** With the extension just installed, and nothing else. */
  async take(): Promise<Browser> {
    if (this.#browser === null) this.#browser = await this.#launch();
    else await this.#orNone(this.#browser.install());
    return this.#browser;
  }

  /** Clears it at once: what the extension still asks for belongs to the test that is over. */
  async giveBack(): Promise<void> {
    if (this.#browser === null) return;
    try {
      await this.#orNone(this.#browser.clear());
    } catch (error) {
      if (!(error instanceof StoodStill)) throw error;
      // No test's doing; but nobody shall wonder at a browser that was started in the middle.
      process.stderr.write(`${error.message}: the next test gets another browser.\n`);
    }
  }

  async close(): Promise<void> {
    const browser = this.#browser;
    this.#browser = null;
    await browser?.close();
  }

  /** A browser that cannot be cleared or installed into is no longer handed to anyone. */
  async #orNone(step: Promise<void>): Promise<void> {
    try {
      await step;
    } catch (error) {
      await this.close();
      throw error;
    }
  }
}
