import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { CodeWorker } from '../../../src/extension/platform/code-worker.ts';

/** What the browser gives: it answers when the test says so. */
class StubWorker extends EventTarget {
  static all: StubWorker[] = [];
  readonly asked: string[] = [];
  isEnded = false;

  constructor() {
    super();
    StubWorker.all.push(this);
  }

  postMessage(picture: string): void {
    this.asked.push(picture);
  }

  terminate(): void {
    this.isEnded = true;
  }

  ready(): void {
    this.dispatchEvent(new MessageEvent('message', { data: 'ready' }));
  }

  answer(...addresses: readonly string[]): void {
    this.dispatchEvent(new MessageEvent('message', { data: addresses }));
  }
}

beforeEach(() => {
  vi.useFakeTimers();
  StubWorker.all = [];
  vi.stubGlobal('Worker', StubWorker);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function theWorker(number = 0): Promise<StubWorker> {
  await vi.advanceTimersByTimeAsync(0);
  const worker = StubWorker.all[number];
  if (worker === undefined) throw new Error('no worker was started');
  return worker;
}

/** The same, once it has said that it is there. */
async function theReadyWorker(number = 0): Promise<StubWorker> {
  const worker = await theWorker(number);
  worker.ready();
  await vi.advanceTimersByTimeAsync(0);
  return worker;
}

describe('the worker that reads codes', () => {
  test('the worker that reads codes has time to start that no picture is charged with', async () => {
    const codes = new CodeWorker();
    const read = codes.read('one');
    const worker = await theWorker();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(worker.asked).toEqual([]);
    worker.ready();
    await vi.advanceTimersByTimeAsync(2_999);
    worker.answer('https://a.example/');
    expect(await read).toEqual(['https://a.example/']);
    expect(worker.isEnded).toBe(false);
  });

  test('the worker that reads codes is given up where it is not there in time, and another is started for the next picture', async () => {
    const codes = new CodeWorker();
    const [read, next] = [codes.read('one'), codes.read('two')];
    const worker = await theWorker();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await read).toBeNull();
    expect(worker.isEnded).toBe(true);
    const other = await theReadyWorker(1);
    expect(other.asked).toEqual(['two']);
    other.answer();
    expect(await next).toEqual([]);
  });

  test('the worker that reads codes is started for the first picture, reads the next ones in order, and ends when it rests', async () => {
    const codes = new CodeWorker();
    expect(StubWorker.all).toEqual([]);
    const [first, second] = [codes.read('one'), codes.read('two')];
    const worker = await theReadyWorker();
    expect(worker.asked).toEqual(['one']);
    worker.answer('https://a.example/');
    expect(await first).toEqual(['https://a.example/']);
    await vi.advanceTimersByTimeAsync(0);
    expect(worker.asked).toEqual(['one', 'two']);
    worker.answer();
    expect(await second).toEqual([]);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(worker.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(worker.isEnded).toBe(true);
    expect(StubWorker.all).toHaveLength(1);
  });

  test('the worker that reads codes is ended by a picture that keeps it busy, and the next picture gets another', async () => {
    const codes = new CodeWorker();
    const [busy, next] = [codes.read('busy'), codes.read('next')];
    const worker = await theReadyWorker();
    await vi.advanceTimersByTimeAsync(2_999);
    expect(worker.isEnded).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(await busy).toBeNull();
    expect(worker.isEnded).toBe(true);
    const other = await theReadyWorker(1);
    expect(other.asked).toEqual(['next']);
    other.answer('https://a.example/');
    expect(await next).toEqual(['https://a.example/']);
    // What the first would have said comes to nothing.
    worker.answer('https://late.example/');
    expect(other.isEnded).toBe(false);
  });

  test('a worker that reads codes and cannot be started, or fails, is given up', async () => {
    const codes = new CodeWorker();
    const read = codes.read('one');
    const worker = await theWorker();
    worker.dispatchEvent(new Event('error'));
    expect(await read).toBeNull();
    expect(worker.isEnded).toBe(true);
  });
});
