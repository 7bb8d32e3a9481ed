import type { tell } from '../../platform/message-bus.ts';
import type { ContentMessage } from '../../protocol/background-messages.ts';
import type { RequestTo } from '../../protocol/requests.ts';

/** How long an answer lets the frame open its link. */
const VALID_MS = 5_000;

export interface ConfirmedLinksOptions {
  readonly tell: typeof tell;
  readonly open: (href: string, tabId: number, isBehind: boolean) => Promise<void>;
  /** Whether a click would open this link without a question. False if not judged in that frame. */
  readonly opensAtOnce: (href: string, place: Place) => Promise<boolean>;
  /** Whether the frame has opened few enough tabs without a question. */
  readonly admits: (place: Place) => Promise<boolean>;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface Place {
  readonly tabId: number;
  readonly frameId: number;
}

/**
 * Opens links for frames whose question was answered in the top document or a window: browsers let a page open tabs
 * only for seconds after a click in it.
 *
 * One link per answer: a compromised frame must not open more.
 *
 * Also opens a link whose check outlasts those seconds: only if a click would open it without a question, and only a
 * limited number.
 */
export class ConfirmedLinks {
  readonly #options: ConfirmedLinksOptions;
  readonly #agreed = new Map<string, Place & { readonly until: number }>();

  constructor(options: ConfirmedLinksOptions) {
    this.#options = options;
  }

  readonly tell: typeof tell = (message, tabId, frameId) => {
    if (isYes(message) && frameId !== undefined) {
      const now = this.#options.now();
      for (const [id, { until }] of this.#agreed) if (until < now) this.#agreed.delete(id);
      this.#agreed.set(message.id, { tabId, frameId, until: now + VALID_MS });
    }
    this.#options.tell(message, tabId, frameId);
  };

  async open({ id, href, isBehind }: RequestTo<'open-agreed'>, { tabId, frameId }: Place): Promise<void> {
    if (!/^https?:/i.test(href)) return;
    if (this.#isAgreed(id, { tabId, frameId }) || (await this.#opensLate(href, { tabId, frameId })))
      await this.#options.open(href, tabId, isBehind);
  }

  #isAgreed(id: string, { tabId, frameId }: Place): boolean {
    const agreed = this.#agreed.get(id);
    if (agreed === undefined || agreed.tabId !== tabId || agreed.frameId !== frameId) return false;
    this.#agreed.delete(id);
    return agreed.until >= this.#options.now();
  }

  async #opensLate(href: string, place: Place): Promise<boolean> {
    const { admits, opensAtOnce } = this.#options;
    return (await opensAtOnce(href, place)) && (await admits(place));
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
