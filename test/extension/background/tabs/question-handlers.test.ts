import { describe, expect, test } from 'vitest';
import { frameQuestionHandlers } from '../../../../src/extension/background/tabs/question-handlers.ts';
import type { ContentMessage } from '../../../../src/extension/protocol/background-messages.ts';

const VIEW = { kind: 'slow', href: 'https://b.example/', isForm: false } as const;

const caller = (frameId: number) =>
  ({ realm: 'content', tabId: 7, frameId, isPrivate: false, tabUrl: null }) as const;

function handlersWith(says: boolean) {
  const sent: { readonly message: ContentMessage; readonly tabId: number; readonly frameId?: number }[] = [];
  const record = (message: ContentMessage, tabId: number, frameId?: number): void => {
    sent.push({ message, tabId, ...(frameId === undefined ? {} : { frameId }) });
  };
  const handlers = frameQuestionHandlers(
    {
      tell: record,
      confirmInFrame: (message, tabId, frameId) => {
        record(message, tabId, frameId);
        return Promise.resolve(says);
      },
    },
    { ask: () => Promise.resolve(says), withdraw: () => Promise.resolve() },
    { open: () => Promise.resolve() },
  );
  return { handlers, sent };
}

describe('a question of a frame', () => {
  test('a question of a frame is shown by its own tab, under the number that the browser gives the frame', async () => {
    const { handlers, sent } = handlersWith(true);
    const request = { type: 'ask-above', id: 'q', view: VIEW, pointer: null } as const;
    expect(await handlers['ask-above'](request, caller(3))).toEqual({ isShown: true });
    await handlers['close-above']({ type: 'close-above', id: 'q' }, caller(3));
    expect(sent).toEqual([
      { message: { ...request, type: 'question', frameId: 3 }, tabId: 7, frameId: 0 },
      { message: { type: 'close-question', frameId: 3, id: 'q' }, tabId: 7, frameId: 0 },
    ]);
  });

  test('a frame is told when nobody shows its question, and a question of the tab itself is not sent round', async () => {
    const request = { type: 'ask-above', id: 'q', view: VIEW, pointer: null } as const;
    const alone = handlersWith(false);
    expect(await alone.handlers['ask-above'](request, caller(3))).toEqual({ isShown: false });
    const { handlers, sent } = handlersWith(true);
    expect(await handlers['ask-above'](request, caller(0))).toEqual({ isShown: false });
    expect(sent).toEqual([]);
  });

  test('a question of a frame is answered, and asked whether it is still there, by the tab itself alone', async () => {
    const { handlers, sent } = handlersWith(true);
    const answer = { type: 'answer-below', frameId: 3, id: 'q', goOn: true } as const;
    const asked = { type: 'still-asking', frameId: 3, id: 'q' } as const;
    await handlers['answer-below'](answer, caller(4));
    expect(await handlers['still-asking'](asked, caller(4))).toEqual({ isAsking: false });
    expect(sent).toEqual([]);
    await handlers['answer-below'](answer, caller(0));
    expect(await handlers['still-asking'](asked, caller(0))).toEqual({ isAsking: true });
    expect(sent).toEqual([
      { message: { type: 'question-answered', id: 'q', goOn: true }, tabId: 7, frameId: 3 },
      { message: { type: 'is-asking', id: 'q' }, tabId: 7, frameId: 3 },
    ]);
  });
});

describe('a card of a frame', () => {
  const what = { kind: 'leave' } as const;

  test('a card of a frame is shown by its own tab, under the number that the browser gives the frame, and never for the tab itself', async () => {
    const { handlers, sent } = handlersWith(true);
    expect(await handlers['show-above']({ type: 'show-above', id: 'c', what }, caller(3))).toEqual({
      isShown: true,
    });
    expect(sent).toEqual([
      { message: { type: 'show-above', frameId: 3, id: 'c', what }, tabId: 7, frameId: 0 },
    ]);
    expect(await handlers['show-above']({ type: 'show-above', id: 'c', what }, caller(0))).toEqual({
      isShown: false,
    });
    expect(sent).toHaveLength(1);
  });

  test('what is done with the card of a frame is said to its frame, by the tab itself alone', async () => {
    const { handlers, sent } = handlersWith(true);
    const done = { type: 'done-below', frameId: 3, id: 'c', done: { kind: 'open' } } as const;
    await handlers['done-below'](done, caller(4));
    expect(sent).toEqual([]);
    await handlers['done-below'](done, caller(0));
    expect(sent).toEqual([
      { message: { type: 'done-above', id: 'c', done: { kind: 'open' } }, tabId: 7, frameId: 3 },
    ]);
  });
});
