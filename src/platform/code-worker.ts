/** For one picture; a code takes 65 ms in the middle, and what takes longer was made to. */
const TIME_LIMIT_MS = 3_000;

/** A worker costs memory, and codes are rare. */
const REST_MS = 10_000;

/**
 * Reads pictures one after the other in a worker, which is started for the first, ended when it rests, and ended for good
 * with a picture that takes too long.
 */
export class CodeWorker {
  #worker: Worker | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #rest: ReturnType<typeof setTimeout> | undefined;

  /** @returns the web addresses of its codes; none if it was not read in time */
  read(picture: string): Promise<readonly string[]> {
    const read = this.#queue.then(() => this.#readOne(picture));
    this.#queue = read;
    return read;
  }

  async #readOne(picture: string): Promise<readonly string[]> {
    clearTimeout(this.#rest);
    const worker = (this.#worker ??= new Worker(new URL('../codes/codes-worker.ts', import.meta.url), {
      type: 'module',
    }));
    const addresses = await answerOf(worker, picture);
    if (addresses === null) this.#end();
    else this.#rest = setTimeout(() => this.#end(), REST_MS);
    return addresses ?? [];
  }

  #end(): void {
    this.#worker?.terminate();
    this.#worker = null;
  }
}

/** @returns null if it takes too long, or the worker cannot be had */
async function answerOf(worker: Worker, picture: string): Promise<readonly string[] | null> {
  const settled = new AbortController();
  const { signal } = settled;
  const answer = new Promise<readonly string[] | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), TIME_LIMIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    worker.addEventListener('message', ({ data }: MessageEvent<readonly string[]>) => resolve(data), {
      signal,
    });
    worker.addEventListener('error', () => resolve(null), { signal });
  });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(picture);
  return answer.finally(() => settled.abort());
}
