import type { CodeWorkerMessage } from '../platform/code-worker.ts';
import { readPicture } from './read-picture.ts';

function say(what: CodeWorkerMessage): void {
  postMessage(what);
}

onmessage = ({ data }: MessageEvent<string | Uint8Array<ArrayBuffer>>): void => {
  readPicture(data).then(say, (error: unknown) => {
    // Without an answer the caller waits for its timeout.
    say(null);
    throw error;
  });
};

say('ready');
