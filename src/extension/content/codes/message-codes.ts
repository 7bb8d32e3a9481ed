import type { CodeResponses, ReadCodes } from '../../protocol/code-messages.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import { picturesIn, pictureOf, type Picture } from './readable-picture.ts';

/** Pictures of this frame that are looked at together. */
const MAX_AT_ONCE = 12;

/** Between a picture that nobody had time for and the next try. The background counts by the minute. Milliseconds. */
const RETRY_MS = 60_000;

export interface MessageCodesOptions {
  readonly ask: (request: ReadCodes) => Promise<CodeResponses['read-codes']>;
  readonly isUnreachable: (error: unknown) => boolean;
  /** There is something new, or more to look at: look again. */
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

/** What is known of one picture, until it shows another. */
interface Seen {
  readonly source: string;
  readonly message: OpenMessage;
  /** It is being looked at, or was. */
  isAsked: boolean;
  links: readonly FoundLink[];
}

/** The QR codes in the pictures of open messages, as links: each picture that can be read is looked at once. */
export class MessageCodes {
  readonly #options: MessageCodesOptions;
  readonly #seen = new WeakMap<Element, Seen>();
  /** Messages with pictures that there was no time for. */
  readonly #unread = new Set<OpenMessage>();
  #joined: { readonly look: Look; readonly joint: Look } | null = null;
  #asking = 0;
  #isMoreWaiting = false;
  /** Set while nothing is asked. */
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;

  constructor(options: MessageCodesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#retryTimer));
  }

  /** The look with the codes that are known by now, as the same object for as long as there is nothing new. */
  joinedTo(look: Look): Look {
    if (this.#joined?.look === look) return this.#joined.joint;
    this.#unread.clear();
    this.#isMoreWaiting = false;
    const links = look.messages.flatMap((message) => (message.isFramed ? [] : this.#linksIn(message)));
    const joint =
      links.length === 0 && this.#unread.size === 0 ? look : { ...look, links: [...look.links, ...links] };
    this.#joined = { look, joint };
    return joint;
  }

  /** Whether pictures of the message are still to be looked at, for lack of time. */
  isUnread(message: OpenMessage): boolean {
    return this.#unread.has(message);
  }

  /** A picture has come, whereof no change of the page tells. */
  pictureLoaded(): void {
    this.#joined = null;
  }

  /** What there was no time for, or no leave, may be looked at now. */
  retry(): void {
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    this.#change();
  }

  #linksIn(message: OpenMessage): readonly FoundLink[] {
    const { pictures, isWhole } = picturesIn(message.body);
    if (!isWhole) this.#unread.add(message);
    return pictures.flatMap((picture) => this.#linksOf(picture, message));
  }

  #linksOf(picture: Picture, message: OpenMessage): readonly FoundLink[] {
    const { element, source } = picture;
    let seen = this.#seen.get(element);
    if (seen?.source !== source || seen.message !== message) {
      seen = { source, message, isAsked: false, links: [] };
      this.#seen.set(element, seen);
    }
    if (!seen.isAsked) {
      if (this.#retryTimer !== undefined) {
        if (!this.#isPaused) this.#unread.add(message);
      } else if (this.#asking < MAX_AT_ONCE) void this.#read(picture, message, seen);
      else this.#isMoreWaiting = true;
    }
    return seen.links;
  }

  async #read(shown: Picture, message: OpenMessage, seen: Seen): Promise<void> {
    const { ask, isUnreachable, signal } = this.#options;
    seen.isAsked = true;
    this.#asking += 1;
    let isNew = false;
    try {
      const picture = await pictureOf(shown);
      if (picture === null || signal.aborted) return;
      const answer = await ask({ type: 'read-codes', picture });
      if ('addresses' in answer) {
        seen.links = answer.addresses.map((href) => ({
          element: shown.element,
          href,
          message,
          isSender: false,
          isCode: true,
        }));
        isNew = seen.links.length > 0;
      } else isNew = this.#postpone(seen, answer.notRead === 'paused');
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      isNew = this.#postpone(seen, false);
    } finally {
      this.#asking -= 1;
      if (isNew || (this.#isMoreWaiting && this.#asking === 0)) this.#change();
    }
  }

  #postpone(seen: Seen, isPaused: boolean): true {
    seen.isAsked = false;
    this.#isPaused = isPaused;
    this.#retryTimer ??= setTimeout(() => this.retry(), RETRY_MS);
    return true;
  }

  #change(): void {
    this.#joined = null;
    if (!this.#options.signal.aborted) this.#options.onChange();
  }
}
