import {
  MAX_LINK_TEXT_LENGTH,
  MAX_LINKS_PER_REQUEST,
  type CheckLinks as CheckLinksRequest,
  type LinkVerdict,
  type MessageHead,
} from '../protocol/link-messages.ts';
import type { FoundLink } from './link-scanner.ts';
import type { OpenMessage } from './open-messages.ts';
import { isConnected } from './unclobbered.ts';

/** Asks the background realm about links of one message. Rejects if no answer comes. */
export type CheckLinks = (
  request: CheckLinksRequest,
) => Promise<{ readonly verdicts: readonly LinkVerdict[] }>;

/** New hrefs a minute that are asked about. A message with more is made to keep the reader's machine busy. */
const MAX_HREFS_PER_MINUTE = 5_000;

/** Requests on their way at the same time; more would only queue in the background, where others could not pass. */
const MAX_REQUESTS_IN_FLIGHT = 4;

/** How long an answer may take until its links are said to be unchecked. Milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;

/**
 * Waits between tries when the background does not answer. The first failure is most often a background that is
 * only starting, so it is not shown; after the last, only a change asks again.
 */
const RETRY_DELAYS_MS: readonly number[] = [200, 1_000, 5_000, 30_000];

/** Verdicts remembered for the click; the oldest are forgotten, and asked for again at a click. */
const MAX_VERDICTS = 20_000;

/** What is known of a link that nobody could be asked about. */
const NOT_ANSWERED: LinkVerdict = {
  verdict: { kind: 'unchecked', because: 'overloaded', asks: false },
  layers: [],
  scopes: [],
};

export interface CheckerOptions {
  readonly checkLinks: CheckLinks;
  readonly headOf: (message: OpenMessage, withText: boolean) => MessageHead | null;
  readonly textOf: (element: Element) => string;
  readonly tagOf: (link: FoundLink) => string;
  /** Whether this is what `checkLinks` rejects with when there is nobody to answer. */
  readonly isUnreachable: (error: unknown) => boolean;
  /** Some verdicts have come or changed. */
  readonly onVerdicts: () => void;
  readonly signal: AbortSignal;
}

interface Known {
  readonly answer: LinkVerdict;
  /** Of which generation the answer is: `recheck` starts a new one. */
  readonly generation: number;
}

/**
 * Keeps what is known of links, and asks for what is not: in batches, in the order of the page.
 *
 * A verdict belongs to an href in a message, never to an element: elements are reused and can be changed.
 */
export class LinkChecker {
  readonly #options: CheckerOptions;
  readonly #known = new Map<string, Known>();
  readonly #asked = new Map<string, number>();
  readonly #numbers = new Map<string, number>();
  readonly #counts = new Map<string, number>();
  readonly #keys = new WeakMap<FoundLink, string>();
  /** Messages whose text the background has had. */
  readonly #told = new Set<string>();
  #queue: FoundLink[] = [];
  #inFlight = 0;
  #generation = 0;
  #failures = 0;
  readonly #retries = new Set<ReturnType<typeof setTimeout>>();
  #minute = { startedAt: 0, hrefs: 0 };

  constructor(options: CheckerOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => {
      for (const timer of this.#retries) clearTimeout(timer);
    });
  }

  /** What is known of the href in this message; undefined while the answer is awaited. */
  answerFor(link: FoundLink): LinkVerdict | undefined {
    return this.#known.get(this.#keyOf(link))?.answer;
  }

  /** Asks about those links that are not known and not asked about yet. */
  want(links: readonly FoundLink[]): void {
    let isQueued = false;
    for (const link of links) {
      const key = this.#keyOf(link);
      if (this.#asked.get(key) === this.#generation) continue;
      this.#asked.set(key, this.#generation);
      if (!this.#isWithinRate()) {
        this.#remember(key, NOT_ANSWERED);
        continue;
      }
      this.#queue.push(link);
      isQueued = true;
    }
    if (isQueued) this.#send();
  }

  /** Asks about one link at once, ahead of everything that waits. */
  async askAlone(link: FoundLink): Promise<LinkVerdict> {
    let answer: LinkVerdict = NOT_ANSWERED;
    try {
      answer = (await this.#ask([link]))[0] ?? NOT_ANSWERED;
    } catch (error) {
      if (!this.#isNoAnswer(error)) throw error;
    }
    this.#remember(this.#keyOf(link), answer);
    this.#options.onVerdicts();
    return answer;
  }

  /** Rules, lists or settings have changed: what is known stays in use until the new answers are there. */
  recheck(): void {
    this.#generation += 1;
    this.#told.clear();
    this.#queue = [];
    this.#failures = 0;
    this.#minute = { startedAt: 0, hrefs: 0 };
    for (const [key, { generation }] of this.#known) {
      // Two generations old: not shown for a while, and wrong by now perhaps.
      if (generation < this.#generation - 1) this.#known.delete(key);
    }
  }

  #isWithinRate(): boolean {
    const now = performance.now();
    if (now - this.#minute.startedAt > 60_000) this.#minute = { startedAt: now, hrefs: 0 };
    this.#minute.hrefs += 1;
    return this.#minute.hrefs <= MAX_HREFS_PER_MINUTE;
  }

  #send(): void {
    while (this.#queue.length > 0 && this.#inFlight < MAX_REQUESTS_IN_FLIGHT) {
      // One request is about one message.
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
      this.#failures = 0;
      for (const [index, link] of batch.entries()) {
        this.#remember(this.#keyOf(link), answers[index] ?? NOT_ANSWERED, generation);
      }
    } catch (error) {
      if (this.#options.signal.aborted) return;
      const isExpected = this.#isNoAnswer(error);
      // A bug must not look like a clean message either.
      for (const link of isExpected && this.#failures === 0 ? [] : batch) {
        if (!this.#known.has(this.#keyOf(link))) this.#remember(this.#keyOf(link), NOT_ANSWERED, generation);
      }
      this.#retryLater(batch);
      if (!isExpected) throw error;
    } finally {
      this.#inFlight -= 1;
      this.#options.onVerdicts();
      this.#send();
    }
  }

  /** A link that has not changed is the same object at every look, so its key is put together only once. */
  #keyOf(link: FoundLink): string {
    let key = this.#keys.get(link);
    if (key === undefined) {
      // A message's key has no line break, so what comes before the first one is its own.
      key = `${link.message.key}\n${link.href}`;
      this.#keys.set(link, key);
    }
    return key;
  }

  /** The text of a message goes over once; it may be as long as all its links together. */
  #headOf({ message }: FoundLink): MessageHead | null {
    const isTold = this.#told.has(message.key);
    this.#told.add(message.key);
    return this.#options.headOf(message, !isTold);
  }

  /** Of an href among those asked about in its message, in the order of asking; facts of the message name it so. */
  #numberOf(link: FoundLink): number {
    const key = this.#keyOf(link);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#counts.get(link.message.key) ?? 0;
    this.#counts.set(link.message.key, number + 1);
    this.#numbers.set(key, number);
    return number;
  }

  #isNoAnswer(error: unknown): boolean {
    return error instanceof NoAnswerInTime || this.#options.isUnreachable(error);
  }

  #retryLater(batch: readonly FoundLink[]): void {
    const delay = RETRY_DELAYS_MS[this.#failures];
    if (delay === undefined) return;
    this.#failures += 1;
    this.#retries.add(
      setTimeout(() => {
        for (const link of batch) this.#asked.delete(this.#keyOf(link));
        this.want(batch.filter(({ element }) => isConnected(element)));
      }, delay),
    );
  }

  async #ask(batch: readonly FoundLink[]): Promise<readonly LinkVerdict[]> {
    const [first] = batch;
    if (first === undefined) return [];
    const { textOf, tagOf, checkLinks } = this.#options;
    const { verdicts } = await inTime(
      checkLinks({
        type: 'check-links',
        messageKey: first.message.key,
        head: this.#headOf(first),
        links: batch.map((link) => ({
          href: link.href,
          text: textOf(link.element).slice(0, MAX_LINK_TEXT_LENGTH),
          tag: tagOf(link),
          number: this.#numberOf(link),
        })),
      }),
    );
    return verdicts;
  }

  #remember(key: string, answer: LinkVerdict, generation = this.#generation): void {
    this.#known.delete(key);
    this.#known.set(key, { answer, generation });
    if (this.#known.size <= MAX_VERDICTS) return;
    const oldest = this.#known.keys().next().value;
    if (oldest !== undefined) {
      this.#known.delete(oldest);
      this.#asked.delete(oldest);
    }
  }
}

class NoAnswerInTime extends Error {
  override readonly name = 'NoAnswerInTime';
}

/** Rejects when the answer takes too long: an unanswered question must not look like an unmarked link for ever. */
function inTime<Value>(answer: Promise<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new NoAnswerInTime()), ANSWER_TIMEOUT_MS);
    answer.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
