import { afterEach, describe, expect, test, vi } from 'vitest';
import { readBlob } from '../../../../src/extension/background/lists/loaded-snapshots.ts';

afterEach(() => vi.useRealTimers());

/** A stored file that the browser gives no answer about, as one that a realm was reading when it was stopped. */
function silent(size: number): Blob {
  return Object.defineProperties(new Blob(), {
    size: { value: size },
    arrayBuffer: { value: () => new Promise(() => undefined) },
  });
}

describe('a stored file', () => {
  test('a stored file is read', async () => {
    expect(await readBlob(new Blob([Uint8Array.of(1, 2, 3)]))).toEqual(Uint8Array.of(1, 2, 3));
  });

  test.each([
    ['a slice', 4_000, 8_001],
    ['the largest', 64 * 1024 * 1024, 24_777],
  ])('a stored file without an answer is given up, the larger the later: %s', async (_, size, limitMs) => {
    vi.useFakeTimers();
    let read: Uint8Array | null | undefined;
    void readBlob(silent(size)).then((bytes) => (read = bytes));
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(read).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(read).toBeNull();
  });

  test('a stored file that is gone is none, and a mistake of ours is told', async () => {
    const failing = (error: Error | DOMException): Blob =>
      Object.defineProperty(new Blob(), 'arrayBuffer', {
        value: async () => {
          throw error;
        },
      });
    expect(await readBlob(failing(new DOMException('', 'NotReadableError')))).toBeNull();
    await expect(readBlob(failing(new TypeError('a mistake')))).rejects.toThrow('a mistake');
  });
});
