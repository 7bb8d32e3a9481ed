/** The worker that looks for codes in pictures: one at a time, away from every page's main thread. */
import type { CodeWorkerSays } from '../platform/code-worker.ts';
import { readPicture } from './read-picture.ts';

function say(what: CodeWorkerSays): void {
  postMessage(what);
}

onmessage = ({ data }: MessageEvent<string | Uint8Array<ArrayBuffer>>): void => {
  readPicture(data).then(say, (error: unknown) => {
    // Whoever waits is not kept waiting for the time limit.
    say(null);
    throw error;
  });
};

say('ready');
