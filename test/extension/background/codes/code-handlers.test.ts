import { describe, expect, test } from 'vitest';
import { frameCodeHandlers } from '../../../../src/extension/background/codes/code-handlers.ts';
import type { ContentCaller } from '../../../../src/extension/platform/message-bus.ts';

const CALLER: ContentCaller = { realm: 'content', tabId: 1, frameId: 0, isPrivate: false, tabUrl: null };
const PICTURE = { type: 'read-codes', picture: 'data:image/png;base64,AAAA' } as const;

function handlers({ isPaused = false }: { readonly isPaused?: boolean } = {}) {
  const clock = { now: 1_000 };
  const read: string[] = [];
  const { 'read-codes': handle } = frameCodeHandlers({
    codes: {
      read: (picture) => {
        read.push(picture);
        return Promise.resolve(['https://a.example/']);
      },
    },
    isPaused: () => Promise.resolve(isPaused),
    now: () => clock.now,
  });
  return { clock, read, ask: () => handle(PICTURE, CALLER) };
}

describe('pictures of messages', () => {
  test('pictures of messages are read', async () => {
    expect(await handlers().ask()).toEqual({ addresses: ['https://a.example/'] });
  });

  test('pictures of messages are not read where checking is paused', async () => {
    const { ask, read } = handlers({ isPaused: true });
    for (let picture = 0; picture < 100; picture++) expect(await ask()).toEqual({ notRead: 'paused' });
    expect(read).toEqual([]);
  });

  test('pictures of messages that are not read in time hold none that could be opened', async () => {
    const { 'read-codes': handle } = frameCodeHandlers({
      codes: { read: () => Promise.resolve(null) },
      isPaused: () => Promise.resolve(false),
      now: () => 0,
    });
    expect(await handle(PICTURE, CALLER)).toEqual({ addresses: [] });
  });

  test('pictures of messages are not read without end, and those that are not are not said to hold none', async () => {
    const { ask, read, clock } = handlers();
    for (let picture = 0; picture < 40; picture++) await ask();
    expect(await ask()).toEqual({ notRead: 'too-many' });
    expect(read).toHaveLength(40);
    clock.now += 60;
    expect(await ask()).toEqual({ addresses: ['https://a.example/'] });
  });
});
