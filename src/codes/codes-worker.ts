/** The worker that looks for codes in pictures: one at a time, away from every page's main thread. */
import { readPicture } from './read-picture.ts';

onmessage = ({ data }: MessageEvent<string>): void => {
  readPicture(data).then(
    (addresses) => postMessage(addresses),
    (error: unknown) => {
      // Whoever waits is not kept waiting for the time limit.
      postMessage([]);
      throw error;
    },
  );
};
