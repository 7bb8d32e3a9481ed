import type { CodeResponses, ReadCodes } from '../../protocol/code-messages.ts';
import type { FoundLink, Look } from '../link-scanner.ts';
import type { OpenMessage } from '../open-messages.ts';
import { findAll } from '../unclobbered.ts';
import { mayHoldCode, pictureOf } from './readable-picture.ts';

/** Pictures of one message that are looked at; a message with more codes than a letter has hides none behind them. */
const MAX_PICTURES = 12;

export interface MessageCodesOptions {
  readonly ask: (request: ReadCodes) => Promise<CodeResponses['read-codes']>;
  readonly isUnreachable: (error: unknown) => boolean;
  /** A code was found: look again. */
  readonly onFound: () => void;
  readonly signal: AbortSignal;
}

/** What is known of one picture, until it shows another. */
interface Seen {
  readonly source: string;
  readonly message: OpenMessage;
  links: readonly FoundLink[];
}

/** The QR codes in the pictures of open messages, as links: each picture that can be read is looked at once. */
export class MessageCodes {
  readonly #options: MessageCodesOptions;
  readonly #seen = new WeakMap<Element, Seen>();
  #joined: { readonly look: Look; readonly found: number; readonly joint: Look } | null = null;
  #found = 0;

  constructor(options: MessageCodesOptions) {
    this.#options = options;
  }

  /** The look with the codes that are known by now, as the same object for as long as there is nothing new. */
  joinedTo(look: Look): Look {
    const before = this.#joined;
    if (before !== null && before.look === look && before.found === this.#found) return before.joint;
    const links = look.messages.flatMap((message) => (message.isFramed ? [] : this.#linksIn(message)));
    const joint = links.length === 0 ? look : { ...look, links: [...look.links, ...links] };
    this.#joined = { look, found: this.#found, joint };
    return joint;
  }

  /** A picture has come, whereof no change of the page tells. */
  pictureLoaded(): void {
    this.#joined = null;
  }

  #linksIn(message: OpenMessage): readonly FoundLink[] {
    return findAll(message.body, 'img')
      .filter((image): image is HTMLImageElement => image instanceof HTMLImageElement && mayHoldCode(image))
      .slice(0, MAX_PICTURES)
      .flatMap((image) => this.#linksOf(image, message));
  }

  #linksOf(image: HTMLImageElement, message: OpenMessage): readonly FoundLink[] {
    const source = image.currentSrc;
    const before = this.#seen.get(image);
    if (before?.source === source && before.message === message) return before.links;
    const seen: Seen = { source, message, links: [] };
    this.#seen.set(image, seen);
    void this.#read(image, message, seen);
    return [];
  }

  async #read(image: HTMLImageElement, message: OpenMessage, seen: Seen): Promise<void> {
    const { ask, isUnreachable, onFound, signal } = this.#options;
    const picture = await pictureOf(image);
    if (picture === null || signal.aborted) return;
    try {
      const { addresses } = await ask({ type: 'read-codes', picture });
      if (addresses.length === 0) return;
      seen.links = addresses.map((href) => ({ element: image, href, message, isSender: false }));
      this.#found += 1;
      onFound();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      // Looked at again with the next change.
      this.#seen.delete(image);
    }
  }
}
