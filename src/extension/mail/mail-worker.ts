/** The worker that reads mail for the page that checks messages: one at a time, away from the page's main thread. */
import type { MailRead, MailToRead, MailWorkerSays } from '../platform/mail-worker.ts';
import { readSubmitted } from './read-submitted.ts';

function say(what: MailWorkerSays): void {
  // The bytes of pictures are handed over instead of copied; each is a copy of its own already.
  postMessage(what, { transfer: picturesIn(what) });
}

function picturesIn(what: MailWorkerSays): readonly ArrayBuffer[] & Transferable[] {
  if (typeof what === 'string') return [];
  return what.pictures.map(({ bytes }) => bytes.buffer);
}

onmessage = ({ data }: MessageEvent<MailToRead>): void => {
  readSubmitted(data).then(
    (read: MailRead | 'unreadable') => say(read),
    (error: unknown) => {
      // The page must not wait for its time limit.
      say('failed');
      throw error;
    },
  );
};

say('ready');
