import { resolveWithin } from '../../platform/delay.ts';
import {
  MAX_END_LENGTH,
  MAX_SIGHTINGS,
  type BodyFacts,
  type HeadFacts,
} from '../../../core/evidence/message-facts.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { SentLink } from '../links/link-checker.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import { addressesAround } from '../messages/message-head.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import { bodyFacts } from './message-facts.ts';

/** Delay after the last link verdict: links come first. */
const REST_MS = 60;

/** Between two requests about a message, which may change endlessly. */
const MIN_INTERVAL_MS = 2_000;

const CLICK_WAIT_MS = 150;

export interface MessageJudgeOptions {
  readonly send: (request: SendMessageFacts) => Promise<{ readonly verdict: MessageAnswer | null }>;
  readonly isUnreachable: (error: unknown) => boolean;
  readonly headOf: (message: OpenMessage) => HeadFacts | null;
  /** Undefined for links beyond the rate limit. */
  readonly sentLink: (link: FoundLink) => SentLink | undefined;
  readonly isAwaited: (link: FoundLink) => boolean;
  readonly onVerdict: () => void;
  readonly signal: AbortSignal;
}

interface Judged {
  sent: string;
  revision: number;
  sentAt: number;
  verdict: MessageAnswer | null;
  readonly isPart: boolean;
  readonly isBare: boolean;
  pending: Promise<void> | null;
}

/** Sends facts of open messages to the background and stores the verdicts. */
export class MessageJudge {
  readonly #options: MessageJudgeOptions;
  readonly #judged = new Map<string, Judged>();
  /** Messages whose question the reader accepted. */
  readonly #agreed = new Set<string>();
  #look: Look = { messages: [], links: [] };
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MessageJudgeOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#timer));
  }

  verdictOf(message: OpenMessage): MessageAnswer | null {
    return this.#judged.get(message.key)?.verdict ?? null;
  }

  isPartRead(message: OpenMessage): boolean {
    return this.#judged.get(message.key)?.isPart === true;
  }

  judgeSoon(look: Look): void {
    this.#look = look;
    const keys = new Set(look.messages.map(({ key }) => key));
    for (const key of this.#judged.keys()) {
      if (!keys.has(key)) this.#judged.delete(key);
    }
    if (this.#options.signal.aborted || look.messages.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#sendAll(), REST_MS);
  }

  /** Resends heads whose body is in another frame. */
  recheckHeads(): void {
    if (this.#look.messages.some(({ isHeadOnly }) => isHeadOnly)) this.judgeSoon(this.#look);
  }

  /** Call when rules or lists changed. Old verdicts stay until new ones arrive. */
  recheck(): void {
    for (const judged of this.#judged.values()) judged.sent = '';
  }

  receive(messageKey: string, verdict: MessageAnswer): void {
    const judged = this.#judged.get(messageKey);
    if (judged === undefined || verdict.revision !== judged.revision) return;
    judged.verdict = { ...verdict, asks: verdict.asks && !this.#agreed.has(messageKey) };
    this.#options.onVerdict();
  }

  /** The message's other links then warn without asking. */
  agree(message: OpenMessage): void {
    this.#agreed.add(message.key);
    const judged = this.#judged.get(message.key);
    if (judged?.verdict) judged.verdict = { ...judged.verdict, asks: false };
  }

  async settled(message: OpenMessage): Promise<void> {
    const pending = this.#judged.get(message.key)?.pending ?? null;
    if (pending === null) return;
    await resolveWithin(pending, CLICK_WAIT_MS);
  }

  isPending(message: OpenMessage): boolean {
    return this.#judged.get(message.key)?.pending != null;
  }

  #sendAll(): void {
    let isLater = false;
    for (const message of this.#look.messages) {
      if (message.isFramed && message.isHeadOnly !== true) continue;
      // Sends only one of several views of a message: views would overwrite each other's facts endlessly.
      if (this.#look.messages.find(({ key }) => key === message.key) !== message) continue;
      const links = this.#look.links.filter((link) => link.message.key === message.key && !link.isSender);
      // A page that is no message has only links to judge.
      if (message.isPage === true && links.length === 0) continue;
      if (links.some((link) => this.#options.isAwaited(link))) continue;
      const before = this.#judged.get(message.key);
      // No delay for a head, because the body's frame may already show another message. No delay for links that arrive
      // after their text.
      const isTooSoon =
        before !== undefined &&
        !message.isFramed &&
        (!before.isBare || links.length === 0) &&
        performance.now() - before.sentAt < MIN_INTERVAL_MS;
      if (isTooSoon) isLater = true;
      else this.#sendFacts(message, links, before);
    }
    if (isLater) this.#timer = setTimeout(() => this.#sendAll(), MIN_INTERVAL_MS);
  }

  #sendFacts(message: OpenMessage, links: readonly FoundLink[], before: Judged | undefined): void {
    const { send, headOf, sentLink, isUnreachable } = this.#options;
    const facts = {
      head: headOf(message),
      body: message.isFramed ? null : bodyFacts(message.body, links, sentLink),
    };
    const pages = addressesAround();
    const sent = JSON.stringify([facts, pages]);
    if (before?.sent === sent) return;
    const judged: Judged = {
      sent,
      revision: (before?.revision ?? 0) + 1,
      sentAt: performance.now(),
      verdict: before?.verdict ?? null,
      isPart: facts.body !== null && isPart(facts.body, links.length),
      isBare: links.length === 0,
      pending: null,
    };
    this.#judged.set(message.key, judged);
    judged.pending = send({
      type: 'message-facts',
      messageKey: message.key,
      revision: judged.revision,
      facts,
      pages,
    })
      .then(
        ({ verdict }) => {
          if (verdict !== null) this.receive(message.key, verdict);
        },
        (error: unknown) => {
          // The next change or recheck sends the facts again.
          judged.sent = '';
          if (!isUnreachable(error)) throw error;
        },
      )
      .finally(() => {
        judged.pending = null;
      });
  }
}

/** @param linkCount - all links, visible or not */
function isPart({ end, links }: BodyFacts, linkCount: number): boolean {
  return end.length >= MAX_END_LENGTH || (linkCount > MAX_SIGHTINGS && links.length >= MAX_SIGHTINGS);
}
