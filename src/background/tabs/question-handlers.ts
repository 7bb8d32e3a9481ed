import type { ContentHandlers, confirmedBy, tell } from '../../platform/message-bus.ts';
import type { QuestionRequest } from '../../protocol/question-messages.ts';

/** The tab's own document. */
const TOP = 0;

/**
 * Questions of frames, drawn by the tab's own document. Nothing of them is kept here: frames are known by what the
 * browser says of the sender, questions by an id that only the two who talk know, and this realm may be stopped at any
 * time in between.
 */
export function questionHandlers(bus: {
  readonly tell: typeof tell;
  readonly confirmedBy: typeof confirmedBy;
}): Pick<ContentHandlers, QuestionRequest['type']> {
  return {
    'ask-above': async ({ id, view, pointer }, { tabId, frameId }) => ({
      isShown:
        frameId !== TOP &&
        (await bus.confirmedBy({ type: 'question', frameId, id, view, pointer }, tabId, TOP)),
    }),
    'close-above': ({ id }, { tabId, frameId }) => {
      bus.tell({ type: 'close-question', frameId, id }, tabId, TOP);
      return Promise.resolve(null);
    },
    'answer-below': ({ frameId, id, goOn }, caller) => {
      if (caller.frameId === TOP) bus.tell({ type: 'question-answered', id, goOn }, caller.tabId, frameId);
      return Promise.resolve(null);
    },
    'still-asking': async ({ frameId, id }, caller) => ({
      isAsking:
        caller.frameId === TOP && (await bus.confirmedBy({ type: 'is-asking', id }, caller.tabId, frameId)),
    }),
  };
}
