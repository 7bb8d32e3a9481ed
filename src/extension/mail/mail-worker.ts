import type { MailRead, MailToRead, MailWorkerMessage } from '../platform/mail-worker.ts';
import { readSubmitted } from './read-submitted.ts';

function say(what: MailWorkerMessage): void {
  // Transferred, not copied; each picture has its own buffer.
  postMessage(what, { transfer: picturesIn(what) });
}

function picturesIn(what: MailWorkerMessage): readonly ArrayBuffer[] & Transferable[] {
  if (typeof what === 'string') return [];
  return what.pictures.map(({ bytes }) => bytes.buffer);
}

onmessage = ({ data }: MessageEvent<MailToRead>): void => {
  readSubmitted(data).then(
    (read: MailRead | 'unreadable') => say(read),
    (error: unknown) => {
      // At once, or the page would wait for its timeout.
      say('failed');
      throw error;
    },
  );
};

say('ready');
