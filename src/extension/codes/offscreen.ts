/** Chromium's service worker can have no worker of its own: this document, which nobody sees, has it. */
import { answerPictures } from '../platform/code-channel.ts';
import { CodeWorker } from '../platform/code-worker.ts';

const worker = new CodeWorker();
answerPictures((picture) => worker.read(picture));
