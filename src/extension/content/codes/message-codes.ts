import type { ReadCodes } from '../../protocol/code-messages.ts';
import type { ResponseTo } from '../../protocol/requests.ts';
import type { FoundLink, Look } from '../links/found-link.ts';
import type { OpenMessage } from '../messages/open-messages.ts';
import { picturesIn, pictureOf, type Picture } from './readable-picture.ts';

/** Pictures read at the same time per frame. */
const MAX_AT_ONCE = 12;

/** The background's quota is per minute. */
const RETRY_MS = 60_000;

export interface MessageCodesOptions {
  readonly ask: (request: ReadCodes) => Promise<ResponseTo<ReadCodes>>;
  readonly isUnreachable: (error: unknown) => boolean;
  /** There are new codes, or more pictures to read. */
  readonly onChange: () => void;
  readonly signal: AbortSignal;
}

interface Seen {
  readonly source: string;
  readonly message: OpenMessage;
  isAsked: boolean;
  links: readonly FoundLink[];
}

/** Reads each picture of open messages once, and turns its QR codes into links. */
export class MessageCodes {
  readonly #options: MessageCodesOptions;
  readonly #seen = new WeakMap<Element, Seen>();
  /** Messages with pictures that await a retry, or not wholly searched for pictures. */
  readonly #unread = new Set<OpenMessage>();
  #joined: { readonly look: Look; readonly joint: Look } | null = null;
  #asking = 0;
  #isMoreWaiting = false;
  /** Set while requests are suspended. */
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #isPaused = false;

  constructor(options: MessageCodesOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => clearTimeout(this.#retryTimer));
  }

  /** Adds links of the codes found so far. Returns the same object until there are new ones. */
  withCodes(look: Look): Look {
    if (this.#joined?.look === look) return this.#joined.joint;
    this.#unread.clear();
    this.#isMoreWaiting = false;
    const links = look.messages.flatMap((message) => (message.isFramed ? [] : this.#linksIn(message)));
    const joint =
      links.length === 0 && this.#unread.size === 0 ? look : { ...look, links: [...look.links, ...links] };
    this.#joined = { look, joint };
    return joint;
  }

  isUnread(message: OpenMessage): boolean {
    return this.#unread.has(message);
  }

  /** Call when a picture loads: no mutation observer reports it. */
  onPictureLoaded(): void {
    this.#joined = null;
  }

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
