import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';

/** Messages remembered per tab. */
const MAX_MESSAGES = 200;

/**
 * Joins the head of a message with its body: they may be in different frames of one tab, and either may come
 * first. When two heads claim one message, nobody is believed: links are then judged without a sender.
 */
export class SenderMemory {
  readonly #tabs = new Map<number, Promise<Map<string, string | null>>>();
  readonly #onLateSender: (tabId: number, address: string) => void;

  /** @param onLateSender - a sender became known after links of the message may have been judged */
  constructor(onLateSender: (tabId: number, address: string) => void) {
    this.#onLateSender = onLateSender;
  }

  /**
   * @param address - of this head, null if it has none that is plain
   * @param isHead - false if the request came without a head
   * @returns the sender's address, null if it is not known for certain
   */
  async join(
    tabId: number,
    messageKey: string,
    address: string | null,
    isHead: boolean,
  ): Promise<string | null> {
    const messages = await this.#messages(tabId);
    const known = messages.get(messageKey);
    // A head that is drawn without an address says as little as none: the address may come.
    if (!isHead || address === null) {
      // Remember that the body was here, so that its head is noticed as late.
      if (known === undefined) remember(messages, messageKey, '');
      return known === undefined || known === '' ? null : known;
    }
    const isContradicted = known !== undefined && known !== '' && known !== address;
    const sender = isContradicted ? null : address;
    if (known === sender) return sender;
    remember(messages, messageKey, sender);
    await writeSession(senderKey(tabId), [...messages]);
    if (known === '' && sender !== null) this.#onLateSender(tabId, sender);
    return sender;
  }

  async forgetTab(tabId: number): Promise<void> {
    this.#tabs.delete(tabId);
    await removeFromSession([senderKey(tabId)]);
  }

  #messages(tabId: number): Promise<Map<string, string | null>> {
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    const reading = readMessages(tabId);
    this.#tabs.set(tabId, reading);
    return reading;
  }
}

function remember(messages: Map<string, string | null>, messageKey: string, sender: string | null): void {
  messages.set(messageKey, sender);
  for (const oldest of messages.keys()) {
    if (messages.size <= MAX_MESSAGES) break;
    messages.delete(oldest);
  }
}

const senderKey = (tabId: number): string => `senders:${tabId}`;

async function readMessages(tabId: number): Promise<Map<string, string | null>> {
  const stored = await readSession(senderKey(tabId));
  // Only this class writes the key, and the session ends with the browser: the shape is its own.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return new Map(stored as readonly (readonly [string, string | null])[] | undefined);
}
