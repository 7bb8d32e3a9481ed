import { within } from '../../platform/after.ts';
import {
  MAX_END_LENGTH,
  MAX_SIGHTINGS,
  type BodyFacts,
  type HeadFacts,
} from '../../../core/evidence/message-facts.ts';
import type { MessageAnswer, SendMessageFacts } from '../../protocol/evidence-messages.ts';
import type { AskedAbout } from '../links/link-checker.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import { addressesAround } from '../messages/message-head.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import { bodyFacts } from './message-facts.ts';

/** From the last answer for a link to the look at its message: the links come first. Milliseconds. */
const REST_MS = 60;

/** Between two looks at the same message, which may change without end. Milliseconds. */
const MIN_INTERVAL_MS = 2_000;

/** How long a click waits for the verdict on its message. Milliseconds. */
const CLICK_WAIT_MS = 150;

export interface MessageJudgeOptions {
  readonly tell: (request: SendMessageFacts) => Promise<{ readonly verdict: MessageAnswer | null }>;
  readonly isUnreachable: (error: unknown) => boolean;
  readonly headOf: (message: OpenMessage) => HeadFacts | null;
  /** Undefined for a link that was not asked about, as there were too many. */
  readonly askedAbout: (link: FoundLink) => AskedAbout | undefined;
  /** Nothing is known of it yet. */
  readonly isAwaited: (link: FoundLink) => boolean;
  readonly onVerdict: () => void;
  readonly signal: AbortSignal;
}

interface Judged {
  /** What was told, to tell it once. */
  told: string;
  revision: number;
  toldAt: number;
  verdict: MessageAnswer | null;
  readonly isPart: boolean;
  /** It was told without a link. */
  readonly isBare: boolean;
  pending: Promise<void> | null;
}

/** Tells the background what each open message is like, once and after changes, and keeps what it says to that. */
export class MessageJudge {
  readonly #options: MessageJudgeOptions;
  readonly #judged = new Map<string, Judged>();
  /** Keys of messages whose question the reader has answered with a yes. */
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

  /** Whether the message is too long for all of it to have been judged. */
  isPartRead(message: OpenMessage): boolean {
    return this.#judged.get(message.key)?.isPart === true;
  }

  /** The messages, or what is known of their links, may have changed. */
  lookSoon(look: Look): void {
    this.#look = look;
    const keys = new Set(look.messages.map(({ key }) => key));
    for (const key of this.#judged.keys()) {
      if (!keys.has(key)) this.#judged.delete(key);
    }
    if (this.#options.signal.aborted || look.messages.length === 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tellAll(), REST_MS);
  }

  /** The page has changed outside the messages: heads are there whose bodies another frame has. */
  headsMayHaveChanged(): void {
    if (this.#look.messages.some(({ isHeadOnly }) => isHeadOnly)) this.lookSoon(this.#look);
  }

  /** Rules or lists have changed: what was said counts until it is said anew. */
  recheck(): void {
    for (const judged of this.#judged.values()) judged.told = '';
  }

  /** A verdict has come; one on what the message was before is dropped. */
  take(messageKey: string, verdict: MessageAnswer): void {
    const judged = this.#judged.get(messageKey);
    if (judged === undefined || verdict.revision !== judged.revision) return;
    judged.verdict = { ...verdict, asks: verdict.asks && !this.#agreed.has(messageKey) };
    this.#options.onVerdict();
  }

  /** The reader went on: what speaks against the message is said, but asks once a message, not once a link. */
  agree(message: OpenMessage): void {
    this.#agreed.add(message.key);
    const judged = this.#judged.get(message.key);
    if (judged?.verdict) judged.verdict = { ...judged.verdict, asks: false };
  }

  /** Waits a moment for the verdict on a message, if one is on its way. */
  async settled(message: OpenMessage): Promise<void> {
    const pending = this.#judged.get(message.key)?.pending ?? null;
    if (pending === null) return;
    await within(pending, CLICK_WAIT_MS);
  }

  isPending(message: OpenMessage): boolean {
    return this.#judged.get(message.key)?.pending != null;
  }

  #tellAll(): void {
    let isLater = false;
    for (const message of this.#look.messages) {
      if (message.isFramed && message.isHeadOnly !== true) continue;
      // Of two views of one message one tells: each would take the other's word back, again and again.
      if (this.#look.messages.find(({ key }) => key === message.key) !== message) continue;
      const links = this.#look.links.filter((link) => link.message.key === message.key && !link.isSender);
      // What is no message has no sender and no subject, so that it is nothing but its links.
      if (message.isPage === true && links.length === 0) continue;
      // After its links.
      if (links.some((link) => this.#options.isAwaited(link))) continue;
      const before = this.#judged.get(message.key);
      // A head is told at once: the body of another message may be in its frame already.
      // Nor do links wait that come after the text they stand in.
      const isTooSoon =
        before !== undefined &&
        !message.isFramed &&
        (!before.isBare || links.length === 0) &&
        performance.now() - before.toldAt < MIN_INTERVAL_MS;
      if (isTooSoon) isLater = true;
      else this.#tell(message, links, before);
    }
    if (isLater) this.#timer = setTimeout(() => this.#tellAll(), MIN_INTERVAL_MS);
  }

  #tell(message: OpenMessage, links: readonly FoundLink[], before: Judged | undefined): void {
    const { tell, headOf, askedAbout, isUnreachable } = this.#options;
    const facts = {
      head: headOf(message),
      body: message.isFramed ? null : bodyFacts(message.body, links, askedAbout),
    };
    const pages = addressesAround();
    const told = JSON.stringify([facts, pages]);
    if (before?.told === told) return;
    const judged: Judged = {
      told,
      revision: (before?.revision ?? 0) + 1,
      toldAt: performance.now(),
      verdict: before?.verdict ?? null,
      isPart: facts.body !== null && isPart(facts.body, links.length),
      isBare: links.length === 0,
      pending: null,
    };
    this.#judged.set(message.key, judged);
    judged.pending = tell({
      type: 'message-facts',
      messageKey: message.key,
      revision: judged.revision,
      facts,
      pages,
    })
      .then(
        ({ verdict }) => {
          if (verdict !== null) this.take(message.key, verdict);
        },
        (error: unknown) => {
          // Told again at the next change or recheck; until then nothing is said of the message as a whole.
          judged.told = '';
          if (!isUnreachable(error)) throw error;
        },
      )
      .finally(() => {
        judged.pending = null;
      });
  }
}

/** Whether it is more than facts have room for. @param linkCount - of the message, seen or not */
function isPart({ end, links }: BodyFacts, linkCount: number): boolean {
  return end.length >= MAX_END_LENGTH || (linkCount > MAX_SIGHTINGS && links.length >= MAX_SIGHTINGS);
}
