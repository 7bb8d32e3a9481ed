import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { MailWorker, type MailToRead } from '../../../src/extension/platform/mail-worker.ts';

/** A worker that says what the test says. */
class FakeWorker extends EventTarget {
  static readonly all: FakeWorker[] = [];
  readonly posted: unknown[] = [];
  isEnded = false;

  constructor() {
    super();
    FakeWorker.all.push(this);
  }

  postMessage(message: unknown): void {
    this.posted.push(message);
  }

  terminate(): void {
    this.isEnded = true;
  }

  says(data: unknown): void {
    this.dispatchEvent(new MessageEvent('message', { data }));
  }
}

const mail = (): MailToRead => ({ name: 'a.eml', type: '', content: new Uint8Array(3) });
const never = (): AbortSignal => new AbortController().signal;
const worker = (place = 0): FakeWorker => {
  const found = FakeWorker.all.at(place);
  if (found === undefined) throw new Error('no worker');
  return found;
};

beforeEach(() => {
  FakeWorker.all.length = 0;
  vi.stubGlobal('Worker', FakeWorker);
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the worker that reads mail', () => {
  test('the worker that reads mail is started with the first message, and reads the next one too', async () => {
    const reader = new MailWorker();
    expect(FakeWorker.all).toEqual([]);
    for (const posted of [1, 2]) {
      const read = reader.read(mail(), never());
      if (posted === 1) worker().says('ready');
      await vi.waitFor(() => expect(worker().posted.length).toBe(posted));
      worker().says('unreadable');
      expect(await read).toBe('unreadable');
    }
    expect(FakeWorker.all.length).toBe(1);
  });

  test('the worker that reads mail is ended with a message that takes too long; the next one gets another', async () => {
    const reader = new MailWorker();
    const read = reader.read(mail(), never());
    worker().says('ready');
    await vi.advanceTimersByTimeAsync(20_001);
    expect(await read).toBe('too-long');
    expect(worker().isEnded).toBe(true);
    const next = reader.read(mail(), never());
    worker(1).says('ready');
    await vi.waitFor(() => expect(worker(1).posted.length).toBe(1));
    worker(1).says('unreadable');
    expect(await next).toBe('unreadable');
  });

  test.each([
    ['a bug while it reads', 'failed', true],
    ['a script that does not load', 'failed', false],
  ] as const)('the worker that reads mail: %s is told', async (_, expected, isReady) => {
    const reader = new MailWorker();
    const read = reader.read(mail(), never());
    if (isReady) {
      worker().says('ready');
      await vi.waitFor(() => expect(worker().posted.length).toBe(1));
      worker().says('failed');
    } else worker().dispatchEvent(new Event('error'));
    expect(await read).toBe(expected);
    expect(worker().isEnded).toBe(true);
  });

  test('stopping one mail ends no other worker that reads mail', async () => {
    const reader = new MailWorker();
    const stopped = new AbortController();
    // It has not even started.
    const first = reader.read(mail(), stopped.signal);
    stopped.abort();
    reader.end();
    const second = reader.read(mail(), never());
    await vi.advanceTimersByTimeAsync(15_000);
    worker(1).says('ready');
    await vi.advanceTimersByTimeAsync(5_001);
    expect(await first).toBe('too-long');
    expect(worker(1).isEnded).toBe(false);
    worker(1).says('unreadable');
    expect(await second).toBe('unreadable');
  });
});
