/** Channel between Chromium's service worker and its offscreen document; inaccessible to web pages. */
const NAME = 'spamlight-codes';

/** Includes document start, worker start and queueing. */
const ANSWER_TIMEOUT_MS = 9_000;

interface Question {
  readonly id: string;
  readonly picture: string;
}

interface Answer {
  readonly id: string;
  /** Null on failure or timeout. */
  readonly addresses: readonly string[] | null;
}

/** Runs in the offscreen document. */
export function answerPictures(read: (picture: string) => Promise<readonly string[] | null>): void {
  const channel = new BroadcastChannel(NAME);
  channel.addEventListener('message', ({ data }: MessageEvent<Question | Answer>) => {
    if (!('picture' in data)) return;
    void read(data.picture).then((addresses) => post(channel, { id: data.id, addresses }));
  });
}

function post(channel: BroadcastChannel, message: Question | Answer): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel of our own origin, not a window
  channel.postMessage(message);
}

/**
 * Runs in the service worker.
 *
 * @returns null on timeout
 */
export function askAboutPicture(picture: string): Promise<readonly string[] | null> {
  const channel = new BroadcastChannel(NAME);
  const id = crypto.randomUUID();
  return new Promise<readonly string[] | null>((resolve) => {
    const timer = setTimeout(() => resolve(null), ANSWER_TIMEOUT_MS);
    channel.addEventListener('message', ({ data }: MessageEvent<Question | Answer>) => {
      if (!('addresses' in data) || data.id !== id) return;
      clearTimeout(timer);
      resolve(data.addresses);
    });
    post(channel, { id, picture });
  }).finally(() => channel.close());
}
