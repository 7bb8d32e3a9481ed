import { askAboutPicture } from './code-channel.ts';
import { CodeWorker } from './code-worker.ts';

/** Chromium only; webextension-polyfill has no types for it. */
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

/** Decodes pictures in a worker of the event page (Firefox) or of a temporary offscreen document (Chromium). */
export class CodeReader {
  readonly #own = typeof Worker === 'function' ? new CodeWorker() : null;
  #waiting = 0;
  /** Serializes opening and closing. */
  #document: Promise<unknown> = Promise.resolve();
  /** Serializes pictures, so that a slow one does not use up the next one's timeout. */
  #pictures: Promise<unknown> = Promise.resolve();

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
