import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { answerPictures } from '../../../src/extension/platform/code-channel.ts';
import { CodeReader } from '../../../src/extension/platform/code-reader.ts';

afterEach(() => vi.unstubAllGlobals());

/** Chromium's part: a document that can be opened and closed. */
function stubOffscreen(): { readonly calls: string[] } {
  const calls: string[] = [];
  let isOpen = false;
  vi.stubGlobal('chrome', {
    offscreen: {
      hasDocument: () => Promise.resolve(isOpen),
      createDocument: () => {
        calls.push('open');
        isOpen = true;
        return Promise.resolve();
      },
      closeDocument: () => {
        calls.push('close');
        isOpen = false;
        return Promise.resolve();
      },
    },
  });
  return { calls };
}

test('pictures behind one that takes long are searched in their own time, and the offscreen document is closed after the last', async () => {
  const channels: BroadcastChannel[] = [];
  const Real = BroadcastChannel;
  vi.stubGlobal(
    'BroadcastChannel',
    class extends Real {
      constructor(name: string) {
        super(name);
        channels.push(this);
      }
    },
  );
  onTestFinished(() => channels.forEach((channel) => channel.close()));
  const { calls } = stubOffscreen();
  const asked: string[] = [];
  let finish: () => void = () => undefined;
  const slowAnswer = new Promise<readonly string[]>((resolve) => (finish = () => resolve([])));
  answerPictures((picture) => {
    asked.push(picture);
    return picture === 'slow' ? slowAnswer : Promise.resolve([`https://${picture}.example/`]);
  });
  const reader = new CodeReader();
  const [slow, next] = [reader.read('slow'), reader.read('next')];
  await vi.waitFor(() => expect(asked).toEqual(['slow']));
  finish();
  expect(await slow).toEqual([]);
  expect(await next).toEqual(['https://next.example/']);
  expect(asked).toEqual(['slow', 'next']);
  await vi.waitFor(() => expect(calls).toEqual(['open', 'close']));
});

test('where there is neither a worker nor an offscreen document, it is not said that there is no code', async () => {
  expect(await new CodeReader().read('one')).toBeNull();
});
