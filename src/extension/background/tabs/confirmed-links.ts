import type { tell } from '../../platform/message-bus.ts';
import type { ContentMessage } from '../../protocol/background-messages.ts';
import type { OpenAgreed } from '../../protocol/question-messages.ts';

/** Both ends are local. */
const VALID_MS = 5_000;

export interface ConfirmedLinksOptions {
  readonly tell: typeof tell;
  readonly open: (href: string, tabId: number, isBehind: boolean) => Promise<void>;
  /** Milliseconds. */
  readonly now: () => number;
}

interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/**
 * Opens links for frames whose question was answered elsewhere, in the top document or a window. Browsers let a page
 * open tabs only for seconds after a click in it.
 *
 * One link per answer: a compromised frame must not open more.
 */
export class ConfirmedLinks {
  readonly #options: ConfirmedLinksOptions;
  readonly #agreed = new Map<string, Place & { readonly until: number }>();

  constructor(options: ConfirmedLinksOptions) {
    this.#options = options;
  }

  /** Remembers a yes. */
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
  message: ContentMessage,
): message is Extract<ContentMessage, { readonly type: 'question-answered' | 'done-above' }> {
  return (
    (message.type === 'question-answered' && message.goOn === true) ||
    (message.type === 'done-above' && message.done.kind === 'open')
  );
}
