/** Between Chromium's service worker and its offscreen document: no page and no frame hears it. */
const NAME = 'spamlight-codes';

/** Starting the document and its worker, and reading behind others. */
const ANSWER_TIMEOUT_MS = 9_000;

interface Question {
  readonly id: string;
  readonly picture: string;
}

interface Answer {
  readonly id: string;
  /** Null: it was not read, or not in time. */
  readonly addresses: readonly string[] | null;
}

/** In the offscreen document: says that it is there, and answers. */
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

/** In the service worker. @returns null if no answer comes in time */
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
