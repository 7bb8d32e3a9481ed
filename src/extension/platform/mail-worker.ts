import type { MessageFacts, MessageLink } from '../../core/evidence/message-facts.ts';
import type { AttachedFile } from '../../core/files/attached-file.ts';
import type { PictureType } from '../../core/mail/content/mail-attachment.ts';
import type { UnreadReason } from '../../core/mail/content/unread.ts';
import type { AuthenticationResults } from '../../core/mail/head/authentication-results.ts';

export interface MailToRead {
  /** Empty for pasted text. */
  readonly name: string;
  /** Empty if unknown. */
  readonly type: string;
  readonly content: Uint8Array<ArrayBuffer>;
}

export interface ReadAttachment extends AttachedFile {
  readonly name: string;
  readonly isLookedInto: boolean;
  /** Links in the attachment; the message's `hrefs` or `beside` has them too. */
  readonly hrefs: readonly string[];
}

export interface ReadPicture {
  readonly name: string;
  readonly type: PictureType;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A parsed message, structured-cloneable. */
export interface MailRead {
  /** Display form; may be empty. */
  readonly from: string;
  readonly subject: string;
  readonly facts: MessageFacts;
  readonly links: readonly MessageLink[];
  readonly hrefs: readonly string[];
  /** Links not shown in the message, such as unsubscribe pages; flagged only if listed. */
  readonly beside: readonly string[];
  readonly senders: readonly string[];
  readonly attachments: readonly ReadAttachment[];
  readonly pictures: readonly ReadPicture[];
  /** Number of pictures read only in part. */
  readonly cutPictures: number;
  readonly authenticationResults: readonly AuthenticationResults[];
  readonly unread: readonly UnreadReason[];
}

/** `unreadable`: not a message. `failed`: a bug. */
export type MailWorkerMessage = 'ready' | MailRead | 'unreadable' | 'failed';

/** At most 0.2 s per message (`npm run bench -- mail`), ten times that on slow machines. */
const TIME_LIMIT_MS = 20_000;

/** One message at a time. The worker is terminated on timeout or abort. */
export class MailWorker {
  #started: { readonly worker: Worker; readonly ready: Promise<MailWorkerMessage | 'too-long'> } | null =
    null;

  /** @returns `too-long` also on abort */
  async read(
    mail: MailToRead,
    signal: AbortSignal,
  ): Promise<MailRead | 'unreadable' | 'failed' | 'too-long'> {
    const { worker, ready } = (this.#started ??= startWorker());
    const isReady = await ready;
    if (isReady !== 'ready') {
      this.#endIf(worker);
      return isReady === 'too-long' ? 'too-long' : 'failed';
    }
    const answer = nextMessage(worker, signal);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker, not a window
    worker.postMessage(mail, [mail.content.buffer]);
    const said = await answer;
    if (said === 'too-long' || said === 'failed') this.#endIf(worker);
    return said === 'ready' ? 'failed' : said;
  }

  end(): void {
    this.#started?.worker.terminate();
    this.#started = null;
  }

  /** Ends this worker, not one started later. */
  #endIf(worker: Worker): void {
    if (this.#started?.worker === worker) this.end();
  }
}

function startWorker(): { readonly worker: Worker; readonly ready: Promise<MailWorkerMessage | 'too-long'> } {
  const worker = new Worker(new URL('../mail/mail-worker.ts', import.meta.url), { type: 'module' });
  return { worker, ready: nextMessage(worker, new AbortController().signal) };
}

async function nextMessage(worker: Worker, stopped: AbortSignal): Promise<MailWorkerMessage | 'too-long'> {
  const settled = new AbortController();
  const { signal } = settled;
  const said = new Promise<MailWorkerMessage | 'too-long'>((resolve) => {
    const timer = setTimeout(() => resolve('too-long'), TIME_LIMIT_MS);
    signal.addEventListener('abort', () => clearTimeout(timer));
    stopped.addEventListener('abort', () => resolve('too-long'), { signal });
    if (stopped.aborted) resolve('too-long');
    worker.addEventListener('message', ({ data }: MessageEvent<MailWorkerMessage>) => resolve(data), {
      signal,
    });
    worker.addEventListener('error', () => resolve('failed'), { signal });
  });
  return said.finally(() => settled.abort());
}
