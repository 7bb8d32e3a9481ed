/** For one picture; a code takes 65 ms in the middle, and what takes longer was made to. */
const TIME_LIMIT_MS = 3_000;

/** For the worker to be there: no picture is to blame for a machine that is busy. */
const START_LIMIT_MS = 5_000;

/** A worker costs memory, and codes are rare. */
const REST_MS = 10_000;

/** What the worker says: once that it is there, then the web addresses in each picture; null for one that it failed on. */
export type CodeWorkerSays = 'ready' | readonly string[] | null;

/**
 * Reads pictures one after the other in a worker, which is started for the first, ended when it rests, and ended for good
 * with a picture that takes too long.
 */
export class CodeWorker {
  #started: { readonly worker: Worker; readonly ready: Promise<CodeWorkerSays> } | null = null;
  #queue: Promise<unknown> = Promise.resolve();
  #rest: ReturnType<typeof setTimeout> | undefined;

  /**
   * @param picture - `data:image/png;base64,…` as a page draws it, or the bytes of a picture as they were sent
   * @returns the web addresses of its codes; null if it was not read, or not in time
   */
  read(picture: string | Uint8Array<ArrayBuffer>): Promise<readonly string[] | null> {
    const read = this.#queue.then(() => this.#readOne(picture));
    this.#queue = read;
    return read;
  }

  async #readOne(picture: string | Uint8Array<ArrayBuffer>): Promise<readonly string[] | null> {
    clearTimeout(this.#rest);
    const { worker, ready } = (this.#started ??= started());
    const addresses = (await ready) === null ? null : await answerOf(worker, picture);
    if (addresses === null) this.#end();
    else this.#rest = setTimeout(() => this.#end(), REST_MS);
    return addresses;
  }

  #end(): void {
    this.#started?.worker.terminate();
    this.#started = null;
  }
}

function started(): { readonly worker: Worker; readonly ready: Promise<CodeWorkerSays> } {
  const worker = new Worker(new URL('../codes/codes-worker.ts', import.meta.url), { type: 'module' });
  return { worker, ready: heard(worker, START_LIMIT_MS) };
}

/** @returns null if it takes too long */
async function answerOf(
  worker: Worker,
  picture: string | Uint8Array<ArrayBuffer>,
): Promise<readonly string[] | null> {
  const answer = heard(worker, TIME_LIMIT_MS);
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
  worker.postMessage(picture);
  const said = await answer;
  return said === 'ready' ? null : said;
}

/** @returns what the worker says next; null if that takes too long, or the worker fails */
function heard(worker: Worker, limitMs: number): Promise<CodeWorkerSays> {
  const settled = new AbortController();
  const { signal } = settled;
  const said = new Promise<CodeWorkerSays>((resolve) => {
    const timer = setTimeout(() => resolve(null), limitMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
    worker.addEventListener('message', ({ data }: MessageEvent<CodeWorkerSays>) => resolve(data), { signal });
    worker.addEventListener('error', () => resolve(null), { signal });
  });
  return said.finally(() => settled.abort());
}
