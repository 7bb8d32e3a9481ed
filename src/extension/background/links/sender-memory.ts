import { readSession, removeFromSession, writeSession } from '../../platform/session-storage.ts';
import type { ReportFrame } from '../../protocol/tab-messages.ts';
import type { LinkPlace } from '../reader/once-trust.ts';

/** Per tab. */
const MAX_MESSAGES = 200;

/**
 * A frame that returns to the previous sender this soon alternates between two: neither is believed. Also ends a loop,
 * since each change makes the frame ask again.
 */
const BY_TURNS_MS = 3_000;

interface Claim {
  /** Null if the frame alternates between two senders. */
  readonly address: string | null;
  readonly before: string | null;
  /** `performance.now()`. */
  readonly since: number;
}

/** By frame. */
type Claims = Map<number, Claim>;

export type OnSenderChange = (tabId: number, sender: string | null, before: string | null) => void;

/**
 * Head and body may be in different frames. If frames name different senders, none is believed. A frame may change its
 * claim: webmails show several messages under one key.
 */
export class SenderMemory {
  readonly #tabs = new Map<number, Promise<Map<string, Claims>>>();
  readonly #onChange: OnSenderChange;

  /** @param onChange - only for messages whose links were checked */
  constructor(onChange: OnSenderChange) {
    this.#onChange = onChange;
  }

  /**
   * @param address - null if the head has no plain address yet
   * @returns null if the sender is not certain
   */
  async join(place: LinkPlace, address: string | null): Promise<string | null> {
    const messages = await this.#messages(place.tabId);
    if (address !== null) return this.#claim(messages, place, address);
    const claims = messages.get(place.messageKey);
    // Remember the message, so that a late head is noticed.
    if (claims === undefined) remember(messages, place.messageKey, new Map());
    return claims === undefined ? null : senderOf(claims);
  }

  /**
   * Call when a frame's facts name a sender: links of a reopened message are not checked again, so only its facts tell.
   * Ignored if the frame's link checks named no sender.
   */
  async follow(place: LinkPlace, address: string | null): Promise<void> {
    const messages = await this.#messages(place.tabId);
    const hasClaim = messages.get(place.messageKey)?.has(place.frameId) === true;
    if (address !== null && hasClaim) await this.#claim(messages, place, address);
  }

  /** Drops a frame's claims about messages not shown now. See `OpenMessages.forgetDocument`. */
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

/** Sender's address by message key and frame. Not parsed: written only here, for this session. */
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
