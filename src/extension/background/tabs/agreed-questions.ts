import type { tell } from '../../platform/message-bus.ts';
import type { ToContent } from '../../protocol/told.ts';
import type { OpenAgreed } from '../../protocol/question-messages.ts';

/** From the reader's answer to the frame that opens what it is about: both are here. Milliseconds. */
const VALID_MS = 5_000;

export interface AgreedQuestionsOptions {
  readonly tell: typeof tell;
  /** Opens an address in a tab beside this one. */
  readonly open: (href: string, tabId: number, isBehind: boolean) => Promise<void>;
  /** Milliseconds, from any beginning. */
  readonly now: () => number;
}

interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/**
 * Opens links for frames whose question was answered with yes somewhere else: in the tab's own document, or in a window;
 * and of cards that were shown there.
 * Browsers let a page open a tab only for some seconds after something was clicked in it, and then it was not in it.
 *
 * One link an answer, so that a frame whose page was broken into opens nothing that nobody was asked about more than once.
 */
export class AgreedQuestions {
  readonly #options: AgreedQuestionsOptions;
  readonly #agreed = new Map<string, Place & { readonly until: number }>();

  constructor(options: AgreedQuestionsOptions) {
    this.#options = options;
  }

  /** Tells a frame something, and remembers it where that is a yes. */
  readonly tell: typeof tell = (message, tabId, frameId) => {
    if (isYes(message) && frameId !== undefined) {
      const now = this.#options.now();
      for (const [id, { until }] of this.#agreed) if (until < now) this.#agreed.delete(id);
      this.#agreed.set(message.id, { tabId, frameId, until: now + VALID_MS });
    }
    this.#options.tell(message, tabId, frameId);
  };

  async open({ id, href, isBehind }: OpenAgreed, { tabId, frameId }: Place): Promise<void> {
    const agreed = this.#agreed.get(id);
    if (agreed === undefined || agreed.tabId !== tabId || agreed.frameId !== frameId) return;
    this.#agreed.delete(id);
    if (agreed.until >= this.#options.now() && /^https?:/i.test(href))
      await this.#options.open(href, tabId, isBehind);
  }
}

function isYes(
  message: ToContent,
): message is Extract<ToContent, { readonly type: 'question-answered' | 'done-above' }> {
  return (
    (message.type === 'question-answered' && message.goOn === true) ||
    (message.type === 'done-above' && message.done.kind === 'open')
  );
}
