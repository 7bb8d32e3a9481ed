import {
  MAX_LINK_TEXT_LENGTH,
  MAX_LINKS_PER_REQUEST,
  type CheckLinks as CheckLinksRequest,
  type LinkVerdict,
} from '../../protocol/link-messages.ts';
import type { FoundLink } from './found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';

export interface SentLink {
  /** Index within the message. */
  readonly number: number;
  readonly text: string;
}

/** For links of one message. Rejects without an answer. */
export type CheckLinks = (
  request: CheckLinksRequest,
) => Promise<{ readonly verdicts: readonly LinkVerdict[] }>;

/** A page with more tries to keep the machine busy: further links count as unchecked. */
const MAX_HREFS_PER_MINUTE = 5_000;

/** Urgent requests cannot overtake those queued in the background. */
const MAX_REQUESTS_IN_FLIGHT = 4;

/** Links then count as unchecked. */
const ANSWER_TIMEOUT_MS = 10_000;

/** The last one repeats. A first failure is not shown: usually the background is starting. */
const RETRY_DELAYS_MS: readonly number[] = [200, 1_000, 5_000, 30_000];

/** Evicted links are checked again at a click. */
const MAX_VERDICTS = 20_000;

/** Messages whose links are numbered; the oldest is dropped. */
const MAX_COUNTED = 500;

const NOT_ANSWERED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'overloaded', asks: false },
  layers: [],
  scopes: [],
};

export interface CheckerOptions {
  readonly checkLinks: CheckLinks;
  readonly senderOf: (message: OpenMessage) => string | null;
  readonly textOf: (link: FoundLink) => string;
  readonly tagOf: (link: FoundLink) => string;
  readonly isUnreachable: (error: unknown) => boolean;
  readonly onVerdicts: () => void;
  readonly signal: AbortSignal;
}

interface Known {
  readonly answer: LinkVerdict;
  readonly generation: number;
}

/**
 * Requests missing verdicts in batches, in page order.
 *
 * A verdict belongs to an href in a message, never to an element, which may be reused or changed.
 */
export class LinkChecker {
  readonly #options: CheckerOptions;
  readonly #known = new Map<string, Known>();
  /** Requested since the last recheck. */
  readonly #asked = new Set<string>();
  readonly #numbered = new Map<string, SentLink>();
  readonly #counts = new Map<string, number>();
  readonly #keys = new WeakMap<FoundLink, string>();
  #shown: readonly FoundLink[] = [];
  #queue: FoundLink[] = [];
  #inFlight = 0;
  #generation = 0;
  /** Links without an answer. `#round` counts consecutive retries. */
  readonly #unanswered = new Set<string>();
  #round = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #minute = { startedAt: 0, hrefs: 0 };

  constructor(options: CheckerOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => {
      clearTimeout(this.#retry);
    });
  }

  /** Undefined while pending. */
  answerFor(link: FoundLink): LinkVerdict | undefined {
    return this.#known.get(this.#keyOf(link))?.answer;
  }

  sentLink(link: FoundLink): SentLink | undefined {
    const key = this.#keyOf(link);
    return this.#known.has(key) ? this.#numbered.get(key) : undefined;
  }

  request(links: readonly FoundLink[]): void {
    this.#shown = links;
    for (const link of links) {
      const key = this.#keyOf(link);
      if (this.#asked.has(key)) continue;
      this.#asked.add(key);
      if (!this.#isWithinRate()) {
        this.#remember(key, NOT_ANSWERED);
        continue;
      }
      this.#queue.push(link);
    }
    this.#send();
  }

  /** Checks a link ahead of the queue. */
  async askAlone(link: FoundLink): Promise<LinkVerdict> {
    const generation = this.#generation;
    let answer: LinkVerdict | undefined;
    try {
      [answer] = await this.#ask([link]);
    } catch (error) {
      if (!this.#isNoAnswer(error)) throw error;
    }
    // A timeout must not replace an answer that arrived meanwhile.
    if (answer !== undefined || this.answerFor(link) === undefined)
      this.#remember(this.#keyOf(link), answer ?? NOT_ANSWERED, generation);
    this.#options.onVerdicts();
    return this.answerFor(link) ?? NOT_ANSWERED;
  }

  /** @param shown - links that keep their old answers until new ones arrive */
  recheck(shown: readonly FoundLink[]): void {
    this.#generation += 1;
    this.#queue = [];
    this.#asked.clear();
    this.#unanswered.clear();
    this.#round = 0;
    this.#minute = { startedAt: 0, hrefs: 0 };
    const kept = new Set(shown.map((link) => this.#keyOf(link)));
    for (const each of [this.#known, this.#numbered]) {
      for (const key of each.keys()) {
        if (!kept.has(key)) each.delete(key);
      }
    }
    this.request(shown);
  }

  #isWithinRate(): boolean {
    const now = performance.now();
    if (now - this.#minute.startedAt > 60_000) this.#minute = { startedAt: now, hrefs: 0 };
    this.#minute.hrefs += 1;
    return this.#minute.hrefs <= MAX_HREFS_PER_MINUTE;
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#inFlight < MAX_REQUESTS_IN_FLIGHT) {
      const message = this.#queue[0]?.message.key;
      let length = 0;
      while (length < MAX_LINKS_PER_REQUEST && this.#queue[length]?.message.key === message) length += 1;
      const batch = this.#queue.splice(0, length);
      this.#inFlight += 1;
      void this.#check(batch);
    }
  }

  async #check(batch: readonly FoundLink[]): Promise<void> {
    const generation = this.#generation;
    try {
      const answers = await this.#ask(batch);
      this.#round = 0;
      if (this.#retry !== undefined) this.#retryUnanswered();
      for (const [index, link] of batch.entries()) {
        this.#remember(this.#keyOf(link), answers[index] ?? NOT_ANSWERED, generation);
      }
    } catch (error) {
      if (this.#options.signal.aborted) return;
      const isExpected = this.#isNoAnswer(error);
      for (const link of batch) {
        const key = this.#keyOf(link);
        this.#unanswered.add(key);
        // Even after a bug, no link may look clear.
        if ((!isExpected || this.#round > 0) && !this.#known.has(key))
          this.#remember(key, NOT_ANSWERED, generation);
      }
      this.#retry ??= setTimeout(
        () => {
          this.#round += 1;
          this.#retryUnanswered();
        },
        RETRY_DELAYS_MS[this.#round] ?? RETRY_DELAYS_MS.at(-1),
      );
      if (!isExpected) throw error;
    } finally {
      this.#inFlight -= 1;
      this.#options.onVerdicts();
      this.#send();
    }
  }

  /** Cached, because an unchanged link is the same object in every scan. */
  #keyOf(link: FoundLink): string {
    let key = this.#keys.get(link);
    if (key === undefined) {
      // Message keys contain no line break.
      key = `${link.message.key}\n${link.href}`;
      this.#keys.set(link, key);
    }
    return key;
  }

  #isNoAnswer(error: unknown): boolean {
    return error instanceof NoAnswerInTime || this.#options.isUnreachable(error);
  }

  #retryUnanswered(): void {
    clearTimeout(this.#retry);
    this.#retry = undefined;
    for (const key of this.#unanswered) this.#asked.delete(key);
    this.#unanswered.clear();
    // Requests what is shown now: redrawn links are new objects; missing ones are requested when they return.
    this.request(this.#shown);
  }

  /** Facts of the message refer to links by this number. */
  #number(link: FoundLink, text: string): number {
    const key = this.#keyOf(link);
    const { key: message } = link.message;
    const count = this.#counts.get(message) ?? 0;
    const number = this.#numbered.get(key)?.number ?? count;
    this.#numbered.set(key, { number, text });
    if (number < count) return number;
    this.#counts.delete(message);
    this.#counts.set(message, count + 1);
    const oldest = this.#counts.size > MAX_COUNTED ? this.#counts.keys().next().value : undefined;
    if (oldest !== undefined) this.#counts.delete(oldest);
    return number;
  }

  async #ask(batch: readonly FoundLink[]): Promise<readonly LinkVerdict[]> {
    const [firstLink] = batch;
    if (firstLink === undefined) return [];
    const { textOf, tagOf, checkLinks } = this.#options;
    const { message } = firstLink;
    const links = batch.map((link) => {
      const text = textOf(link).slice(0, MAX_LINK_TEXT_LENGTH);
      return { href: link.href, text, tag: tagOf(link), number: this.#number(link, text) };
    });
    const { verdicts } = await inTime(
      checkLinks({
        type: 'check-links',
        messageKey: message.key,
        sender: this.#options.senderOf(message),
        links,
      }),
    );
    return verdicts;
  }

  #remember(key: string, answer: LinkVerdict, generation = this.#generation): void {
    // Answers may arrive out of order.
    if ((this.#known.get(key)?.generation ?? 0) > generation) return;
    this.#known.delete(key);
    this.#known.set(key, { answer, generation });
    if (this.#known.size <= MAX_VERDICTS) return;
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) {
      this.#known.delete(oldest);
      this.#asked.delete(oldest);
      this.#numbered.delete(oldest);
    }
  }
}

class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerInTime()), ANSWER_TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
