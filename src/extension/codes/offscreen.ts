/** Hosts the worker, which Chromium's service worker cannot start. */
import { answerPictures } from '../platform/code-channel.ts';
import { CodeWorker } from '../platform/code-worker.ts';

const worker = new CodeWorker();
answerPictures((picture) => worker.read(picture));
