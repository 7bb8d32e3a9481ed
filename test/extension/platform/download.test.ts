import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { download } from '../../../src/extension/platform/download.ts';

const PATIENCE = { stallMs: 30_000, totalMs: 600_000 };
const URL_OF_LIST = 'https://lists.example/latest.jws';

/** A server whose answer comes when the test says so. */
class SlowServer {
  #answer: (response: Response) => void = () => {};
  #body: ReadableStreamDefaultController<Uint8Array> | null = null;

  readonly fetch = (_url: string, { signal }: { readonly signal: AbortSignal }): Promise<Response> =>
    new Promise((resolve, reject) => {
      this.#answer = resolve;
      signal.addEventListener('abort', () => {
        reject(signal.reason);
        this.#body?.error(signal.reason);
      });
    });

  async sendHeaders(): Promise<void> {
    this.#answer(new Response(new ReadableStream({ start: (body) => void (this.#body = body) })));
    await vi.advanceTimersByTimeAsync(0);
  }

  sendAll(text: string): void {
    this.#body?.enqueue(new TextEncoder().encode(text));
    this.#body?.close();
  }
}

let server: SlowServer;
beforeEach(() => {
  vi.useFakeTimers();
  server = new SlowServer();
  vi.stubGlobal('fetch', server.fetch);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const started = (): ReturnType<typeof download> =>
  download(URL_OF_LIST, { maxBytes: 1000, patience: PATIENCE });

test('a server that is slow with its headers has as long again for the body', async () => {
  const done = started();
  await vi.advanceTimersByTimeAsync(20_000);
  await server.sendHeaders();
  await vi.advanceTimersByTimeAsync(20_000);
  server.sendAll('list');
  expect(await done).toEqual({ ok: true, value: new TextEncoder().encode('list') });
});

test.each([
  ['headers that never come', async () => {}, 0],
  ['a body that never begins', () => server.sendHeaders(), 20_000],
])('a download is given up after the same time without a byte: %s are given up', async (_, send, after) => {
  const done = started();
  await vi.advanceTimersByTimeAsync(after);
  await send();
  let isOver = false;
  void done.then(() => (isOver = true));
  await vi.advanceTimersByTimeAsync(PATIENCE.stallMs - 1);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(await done).toEqual({ ok: false, failure: { kind: 'timed-out', seconds: 30 } });
});
