import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';
import type { ReportFrame } from '../../protocol/tab-messages.ts';
import type { LinkPlace } from '../reader/once-trust.ts';

/** Messages remembered per tab. */
const MAX_MESSAGES = 200;

/**
 * Whoever comes back within this time was not opened anew: one frame shows both. Also ends what would go round for ever,
 * as each change has the frame asked again. Milliseconds.
 */
const BY_TURNS_MS = 3_000;

/** What one frame says of a message's sender. */
interface Claim {
  /** Null where it names two by turns. */
  readonly address: string | null;
  /** Whom it named before. */
  readonly before: string | null;
  /** When it began to name this one; `performance.now()`. */
  readonly since: number;
}

/** Of one message, by frame. */
type Claims = Map<number, Claim>;

/** Links of a message may have been judged with another sender than it has now; null where nobody is known. */
export type OnSenderChange = (tabId: number, sender: string | null, before: string | null) => void;

/**
 * Joins the head of a message with its body: they may be in different frames of one tab, and either may come first. When
 * two frames claim one message for different senders, nobody is believed: links are then judged without a sender. What
 * one frame claims may change: webmails show one message after the other under the same key.
 */
export class SenderMemory {
  readonly #tabs = new Map<number, Promise<Map<string, Claims>>>();
  readonly #onChange: OnSenderChange;

  /** @param onChange - not called for a message about which nobody had asked */
  constructor(onChange: OnSenderChange) {
    this.#onChange = onChange;
  }

  /**
   * @param address - of the head that came with the question; null if there was none, or none that is plain: a head that
   *   is drawn without an address says as little as none, as the address may come
   * @returns the sender's address, null if it is not known for certain
   */
  async join(place: LinkPlace, address: string | null): Promise<string | null> {
    const messages = await this.#messages(place.tabId);
    if (address !== null) return this.#claim(messages, place, address);
    const claims = messages.get(place.messageKey);
    // Remember that the body was here, so that its head is noticed as late.
    if (claims === undefined) remember(messages, place.messageKey, new Map());
    return claims === undefined ? null : senderOf(claims);
  }

  /**
   * A frame's facts of a message name this sender. They are told at each change of the head, while links that are known
   * are not asked about again where a message is opened a second time. Who has named nobody when asking begins not here.
   */
  async follow(place: LinkPlace, address: string | null): Promise<void> {
    const messages = await this.#messages(place.tabId);
    const hasClaim = messages.get(place.messageKey)?.has(place.frameId) === true;
    if (address !== null && hasClaim) await this.#claim(messages, place, address);
  }

  /**
   * A frame shows another document or is gone, and with the page go the frames in it: what they claimed of messages that
   * are not shown now is of the past. See `OpenMessages.forgetDocument`.
   */
  async forgetDocument(
    tabId: number,
    frameId: number,
    { isNewDocument, messageKeys }: Pick<ReportFrame, 'isNewDocument' | 'messageKeys'>,
  ): Promise<void> {
    const messages = await this.#messages(tabId);
    const isNewPage = frameId === 0 && isNewDocument;
    let isChanged = false;
    for (const [messageKey, claims] of messages) {
      for (const id of claims.keys()) {
        const isOver = id === frameId ? !messageKeys.includes(messageKey) : isNewPage;
        if (isOver && claims.delete(id)) isChanged = true;
      }
    }
    if (isChanged) await writeMessages(tabId, messages);
  }

  async forgetTab(tabId: number): Promise<void> {
    this.#tabs.delete(tabId);
    await removeFromSession([senderKey(tabId)]);
  }

  async #claim(
    messages: Map<string, Claims>,
    { tabId, frameId, messageKey }: LinkPlace,
    address: string,
  ): Promise<string | null> {
    const known = messages.get(messageKey);
    const claims: Claims = known ?? new Map();
    const before = senderOf(claims);
    const claim = claims.get(frameId);
    if (claim?.address === address) return before;
    claims.set(frameId, claimAfter(claim, address));
    remember(messages, messageKey, claims);
    const sender = senderOf(claims);
    await writeMessages(tabId, messages);
    if (known !== undefined && sender !== before) this.#onChange(tabId, sender, before);
    return sender;
  }

  #messages(tabId: number): Promise<Map<string, Claims>> {
    const known = this.#tabs.get(tabId);
    if (known !== undefined) return known;
    const reading = readMessages(tabId);
    this.#tabs.set(tabId, reading);
    return reading;
  }
}

function claimAfter(before: Claim | undefined, address: string): Claim {
  const now = performance.now();
  const isSoon = before !== undefined && now - before.since < BY_TURNS_MS;
  const isByTurns = isSoon && (before.address === null || before.before === address);
  return isByTurns
    ? { address: null, before: null, since: now }
    : { address, before: before?.address ?? null, since: now };
}

/** Whom all frames name that name anybody. */
function senderOf(claims: Claims): string | null {
  const [first, ...others] = new Set([...claims.values()].map(({ address }) => address));
  return others.length > 0 ? null : (first ?? null);
}

function remember(messages: Map<string, Claims>, messageKey: string, claims: Claims): void {
  messages.set(messageKey, claims);
  for (const oldest of messages.keys()) {
    if (messages.size <= MAX_MESSAGES) break;
    messages.delete(oldest);
  }
}

const senderKey = (tabId: number): string => `senders:${tabId}`;

/** Of each message by its key: by frame, who is named. Only this file knows the shape, and the session ends with the browser. */
type Stored = readonly (readonly [string, readonly (readonly [number, string | null])[]])[];

async function writeMessages(tabId: number, messages: ReadonlyMap<string, Claims>): Promise<void> {
  const stored: Stored = [...messages].map(([messageKey, claims]) => [
    messageKey,
    [...claims].map(([frameId, { address }]) => [frameId, address]),
  ]);
  await writeSession(senderKey(tabId), stored);
}

async function readMessages(tabId: number): Promise<Map<string, Claims>> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const stored = (await readSession(senderKey(tabId))) as Stored | undefined;
  return new Map(
    (stored ?? []).map(([messageKey, claims]) => [
      messageKey,
      new Map(claims.map(([frameId, address]) => [frameId, { address, before: null, since: -Infinity }])),
    ]),
  );
}
