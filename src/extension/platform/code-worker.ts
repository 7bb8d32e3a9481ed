/** Per picture; the median is 65 ms. */
const TIME_LIMIT_MS = 3_000;

/** Separate, so that a slow start does not count against a picture. */
const START_LIMIT_MS = 5_000;

/** Idle time before the worker is terminated to free memory. */
const REST_MS = 10_000;

/** `ready` once, then web addresses per picture; null on failure. */
export type CodeWorkerMessage = 'ready' | readonly string[] | null;

/** One picture at a time. The worker starts on demand and ends when idle or on a timeout. */
export class CodeWorker {
  #started: { readonly worker: Worker; readonly ready: Promise<CodeWorkerMessage> } | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param picture - `data:image/png;base64,…`, or an image file
   *
   * @returns web addresses; null on failure or timeout
   */
  read(picture: string | Uint8Array<ArrayBuffer>): Promise<readonly string[] | null> {
    const read = this.#queue.then(() => this.#readOne(picture));
    this.#queue = read;
    return read;
  }

  async #readOne(picture: string | Uint8Array<ArrayBuffer>): Promise<readonly string[] | null> {
    clearTimeout(this.#rest);
    const { worker, ready } = (this.#started ??= startWorker());
    const addresses = (await ready) === null ? null : await readAddresses(worker, picture);
    if (addresses === null) this.#end();
    else this.#rest = setTimeout(() => this.#end(), REST_MS);
    return addresses;
  }

  #end(): void {
    this.#started?.worker.terminate();
    this.#started = null;
  }
}

function startWorker(): { readonly worker: Worker; readonly ready: Promise<CodeWorkerMessage> } {
  const worker = new Worker(new URL('../codes/codes-worker.ts', import.meta.url), { type: 'module' });
  return { worker, ready: nextMessage(worker, START_LIMIT_MS) };
}

async function readAddresses(
  worker: Worker,
  picture: string | Uint8Array<ArrayBuffer>,
): Promise<readonly string[] | null> {
  const answer = nextMessage(worker, TIME_LIMIT_MS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(picture);
  const said = await answer;
  return said === 'ready' ? null : said;
}

function nextMessage(worker: Worker, limitMs: number): Promise<CodeWorkerMessage> {
  const settled = new AbortController();
  const { signal } = settled;
  const said = new Promise<CodeWorkerMessage>((resolve) => {
    const timer = setTimeout(() => resolve(null), limitMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    worker.addEventListener('message', ({ data }: MessageEvent<CodeWorkerMessage>) => resolve(data), {
      signal,
    });
    worker.addEventListener('error', () => resolve(null), { signal });
  });
  return said.finally(() => settled.abort());
}
