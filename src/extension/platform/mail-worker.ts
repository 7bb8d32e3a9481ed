import type { MessageFacts, MessageLink } from '../../core/evidence/message-facts.ts';
import type { AttachedFile } from '../../core/files/attached-file.ts';
import type { PictureType } from '../../core/mail/content/mail-attachment.ts';
import type { UnreadReason } from '../../core/mail/content/unread.ts';
import type { AuthenticationResults } from '../../core/mail/head/authentication-results.ts';

/** A file that was chosen, or text that was pasted. */
export interface MailToRead {
  /** Empty for what was pasted. */
  readonly name: string;
  /** As the browser says; empty if it does not. */
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface ReadAttachment extends AttachedFile {
  readonly name: string;
  readonly isLookedInto: boolean;
  /** The links in it, which are among those of the message too. */
  readonly hrefs: readonly string[];
}

export interface ReadPicture {
  readonly name: string;
  readonly type: PictureType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A message as `core/mail` reads it, in what can be posted between threads. */
export interface MailRead {
  /** As a mail program shows it; empty if there is none. */
  readonly from: string;
  readonly subject: string;
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
  readonly hrefs: readonly string[];
  /** They count only if they are listed. */
  readonly beside: readonly string[];
  /** `user@host` */
  readonly senders: readonly string[];
  readonly attachments: readonly ReadAttachment[];
  readonly pictures: readonly ReadPicture[];
  /** Pictures of which only the beginning was read. */
  readonly cutPictures: number;
  /** Topmost first. */
  readonly authenticationResults: readonly AuthenticationResults[];
  readonly unread: readonly UnreadReason[];
}

/** `unreadable`: nothing in it is a message. `failed`: a bug of ours. */
export type MailWorkerSays = 'ready' | MailRead | 'unreadable' | 'failed';

/** A message costs 0.2 s at most (`npm run bench -- mail`), on a slow machine ten times as much. */
const TIME_LIMIT_MS = 20_000;

/** Reads messages one after the other in a worker, which is ended with one that takes too long or is no longer wanted. */
export class MailWorker {
  #started: { readonly worker: Worker; readonly ready: Promise<MailWorkerSays | 'too-long'> } | null = null;

  /** @returns `too-long` also where the reader did not want to wait */
  async read(
    mail: MailToRead,
    signal: AbortSignal,
  ): Promise<MailRead | 'unreadable' | 'failed' | 'too-long'> {
    const { worker, ready } = (this.#started ??= started());
    const isReady = await ready;
    if (isReady !== 'ready') {
      this.#endIf(worker);
      return isReady === 'too-long' ? 'too-long' : 'failed';
    }
    const answer = heard(worker, signal);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(mail, [mail.content.buffer]);
    const said = await answer;
    if (said === 'too-long' || said === 'failed') this.#endIf(worker);
    return said === 'ready' ? 'failed' : said;
  }

  /** Ends the worker at once, with whatever it is reading. */
  end(): void {
    this.#started?.worker.terminate();
    this.#started = null;
  }

  /** Another one may have been started since. */
  #endIf(worker: Worker): void {
    if (this.#started?.worker === worker) this.end();
  }
}

function started(): { readonly worker: Worker; readonly ready: Promise<MailWorkerSays | 'too-long'> } {
  const worker = new Worker(new URL('../mail/mail-worker.ts', import.meta.url), { type: 'module' });
  return { worker, ready: heard(worker, new AbortController().signal) };
}

/** What the worker says next. */
async function heard(worker: Worker, stopped: AbortSignal): Promise<MailWorkerSays | 'too-long'> {
  const settled = new AbortController();
  const { signal } = settled;
  const said = new Promise<MailWorkerSays | 'too-long'>((resolve) => {
    const timer = setTimeout(() => resolve('too-long'), TIME_LIMIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    stopped.addEventListener('abort', () => resolve('too-long'), { signal });
    if (stopped.aborted) resolve('too-long');
    worker.addEventListener('message', ({ data }: MessageEvent<MailWorkerSays>) => resolve(data), { signal });
    worker.addEventListener('error', () => resolve('failed'), { signal });
  });
  return said.finally(() => settled.abort());
}
