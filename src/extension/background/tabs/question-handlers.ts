import type { confirmInFrame, FrameHandlersOf, PageHandlersOf, tell } from '../../platform/message-bus.ts';
import type { OVERLAY_REQUESTS } from '../../protocol/overlay-messages.ts';
import type { QUESTION_REQUESTS } from '../../protocol/question-messages.ts';
import type { ConfirmedLinks } from './confirmed-links.ts';
import type { QuestionWindows } from './question-windows.ts';

/** Frame id of the top document. */
const TOP = 0;

/**
 * The top document draws questions and cards of frames. Stateless, because the background may be stopped: the browser
 * identifies frames, and only a question's two ends know its id.
 */
export function frameQuestionHandlers(
  bus: { readonly tell: typeof tell; readonly confirmInFrame: typeof confirmInFrame },
  windows: Pick<QuestionWindows, 'ask' | 'withdraw'>,
  agreed: Pick<ConfirmedLinks, 'open'>,
): FrameHandlersOf<typeof QUESTION_REQUESTS & typeof OVERLAY_REQUESTS> {
  return {
    'ask-above': async ({ id, view, pointer }, { tabId, frameId }) => ({
      isShown:
        frameId !== TOP &&
        (await bus.confirmInFrame({ type: 'question', frameId, id, view, pointer }, tabId, TOP)),
    }),
    'close-above': ({ id }, { tabId, frameId }) => {
      bus.tell({ type: 'close-question', frameId, id }, tabId, TOP);
      return Promise.resolve(null);
    },
    'show-above': async ({ id, what }, { tabId, frameId }) => ({
      isShown:
        frameId !== TOP && (await bus.confirmInFrame({ type: 'show-above', frameId, id, what }, tabId, TOP)),
    }),
    'done-below': ({ frameId, id, done }, caller) => {
      if (caller.frameId === TOP) bus.tell({ type: 'done-above', id, done }, caller.tabId, frameId);
      return Promise.resolve(null);
    },
    'ask-in-window': async (question, caller) => ({ isShown: await windows.ask(question, caller) }),
    'close-window': async ({ id }, caller) => {
      await windows.withdraw(id, caller);
      return null;
    },
    'answer-below': ({ frameId, id, goOn }, caller) => {
      if (caller.frameId === TOP) bus.tell({ type: 'question-answered', id, goOn }, caller.tabId, frameId);
      return Promise.resolve(null);
    },
    'open-agreed': async (request, caller) => {
      await agreed.open(request, caller);
      return null;
    },
    'still-asking': async ({ frameId, id }, caller) => ({
      isAsking:
        caller.frameId === TOP &&
        (await bus.confirmInFrame({ type: 'is-asking', id }, caller.tabId, frameId)),
    }),
  };
}

export function pageQuestionHandlers(
  windows: Pick<QuestionWindows, 'viewOf' | 'answer'>,
): PageHandlersOf<typeof QUESTION_REQUESTS> {
  return {
    'get-question': async ({ id }) => ({ view: await windows.viewOf(id) }),
    'answer-question': async ({ id, goOn }) => {
      await windows.answer(id, goOn);
      return null;
    },
  };
}
