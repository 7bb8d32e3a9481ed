import { askAboutPicture } from './code-channel.ts';
import { CodeWorker } from './code-worker.ts';

/** Chromium alone has it; the types of webextension-polyfill do not know it. */
interface Offscreen {
  hasDocument(): Promise<boolean>;
  createDocument(options: {
    readonly url: string;
    readonly reasons: readonly string[];
    readonly justification: string;
  }): Promise<void>;
  closeDocument(): Promise<void>;
}

declare const chrome: { readonly offscreen?: Offscreen } | undefined;

const DOCUMENT = {
  url: 'src/extension/codes/offscreen.html',
  reasons: ['WORKERS'],
  justification: 'QR codes in messages are looked for in a worker, which a service worker cannot have.',
};

/**
 * Looks for codes in pictures outside of every page: in a worker of the event page (Firefox) or of a document that is
 * closed after use (Chromium).
 */
export class CodeReader {
  readonly #own = typeof Worker === 'function' ? new CodeWorker() : null;
  #waiting = 0;
  /** Opening and closing, one after the other. */
  #document: Promise<unknown> = Promise.resolve();
  /** Pictures, one after the other: the time of one that takes long is not taken from those behind it. */
  #pictures: Promise<unknown> = Promise.resolve();

  /** @returns web addresses; null if they could not be looked for, or not in time */
  async read(picture: string): Promise<readonly string[] | null> {
    if (this.#own !== null) return this.#own.read(picture);
    const offscreen = typeof chrome === 'undefined' ? undefined : chrome.offscreen;
    if (offscreen === undefined) return null;
    this.#waiting += 1;
    try {
      await this.#next(async () => {
        if (!(await offscreen.hasDocument())) await offscreen.createDocument(DOCUMENT);
      });
      const read = this.#pictures.then(() => askAboutPicture(picture));
      this.#pictures = read;
      return await read;
    } finally {
      this.#waiting -= 1;
      void this.#next(async () => {
        if (this.#waiting === 0 && (await offscreen.hasDocument())) await offscreen.closeDocument();
      });
    }
  }

  #next(work: () => Promise<void>): Promise<void> {
    const next = this.#document.then(work);
    this.#document = next.catch(() => undefined);
    return next;
  }
}
