import { afterEach, describe, expect, test, vi } from 'vitest';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function busWith(runtime: object) {
  vi.stubGlobal('chrome', {
    runtime,
    i18n: { getMessage: (key: string, values: string[]) => `${key} ${values.join()}` },
  });
  return import('../../../src/extension/platform/frame-bus.ts');
}

const request = { type: 'get-preferences' } as const;

describe('a frame', () => {
  test('the bus of a frame gets the answer of the background', async () => {
    const { askBackground } = await busWith({ sendMessage: async () => ({ onDanger: 'ask' }) });
    expect(await askBackground(request)).toEqual({ onDanger: 'ask' });
  });

  test('the bus of a frame may get null as an answer', async () => {
    const { askBackground } = await busWith({ sendMessage: async () => null });
    expect(await askBackground({ type: 'link-opened', href: '' })).toBeNull();
  });

  test.each([
    ['nobody answers', async () => undefined],
    [
      'the background is not there',
      async () => {
        throw new Error('Could not establish connection. Receiving end does not exist.');
      },
    ],
    [
      'the extension was updated',
      () => {
        throw new Error('Extension context invalidated.');
      },
    ],
    [
      'the background refuses, through the polyfill',
      async () => ({ __mozWebExtensionPolyfillReject__: true, message: 'Spamlight refused the request' }),
    ],
  ])('the bus of a frame hears of it when %s', async (_, sendMessage) => {
    const { askBackground, NoAnswer } = await busWith({ sendMessage });
    await expect(askBackground(request)).rejects.toBeInstanceOf(NoAnswer);
  });

  test('the bus of a frame listens to what the background tells, and to nothing else', async () => {
    const listeners: ((message: unknown) => unknown)[] = [];
    const runtime = {
      id: 'x',
      onMessage: {
        addListener: (listener: (message: unknown) => unknown) => listeners.push(listener),
        removeListener: () => listeners.splice(0),
      },
    };
    const { onBackgroundMessage } = await busWith(runtime);
    const told: unknown[] = [];
    const abort = new AbortController();
    onBackgroundMessage((message) => void told.push(message), abort.signal);
    // Only the background can send here, and the listener takes no type that it does not know.
    for (const message of [{ type: 'recheck' }, {}, null, undefined, 'recheck']) {
      expect(listeners[0]?.(message)).toBe(false);
    }
    expect(told).toEqual([{ type: 'recheck' }]);
    abort.abort();
    expect(listeners).toEqual([]);
  });

  test('the bus of a frame answers what the background asks, and says no where it cannot', async () => {
    const listeners: ((message: unknown, sender: unknown, respond: (answer: unknown) => void) => unknown)[] =
      [];
    const runtime = { onMessage: { addListener: (listener: () => unknown) => listeners.push(listener) } };
    const { onBackgroundMessage } = await busWith(runtime);
    onBackgroundMessage(
      (message) =>
        message.type === 'is-asking' ? Promise.resolve(message.id === 'a') : Promise.reject(new Error('no')),
      new AbortController().signal,
    );
    const answerTo = (message: object): Promise<unknown> =>
      new Promise((resolve) => {
        expect(listeners[0]?.(message, {}, resolve)).toBe(true);
      });
    expect(await answerTo({ type: 'is-asking', id: 'a' })).toBe(true);
    expect(await answerTo({ type: 'is-asking', id: 'b' })).toBe(false);
    expect(await answerTo({ type: 'stop' })).toBe(false);
  });

  test('the bus of a frame knows when its extension is gone', async () => {
    const runtime: { id?: string } = { id: 'x' };
    const { isExtensionAlive } = await busWith(runtime);
    expect(isExtensionAlive()).toBe(true);
    delete runtime.id;
    expect(isExtensionAlive()).toBe(false);
  });
});
