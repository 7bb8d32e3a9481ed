import type { CodeWorkerMessage } from '../platform/code-worker.ts';
import { readPicture } from './read-picture.ts';

function post(what: CodeWorkerMessage): void {
  postMessage(what);
}

onmessage = ({ data }: MessageEvent<string | Uint8Array<ArrayBuffer>>): void => {
  readPicture(data).then(post, (error: unknown) => {
    // Without an answer the caller would wait until its timeout.
    post(null);
    throw error;
  });
};

post('ready');
