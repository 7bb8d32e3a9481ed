import { watchOnce } from './frame/watch-once.ts';
import { translateClicks } from './guard/mail-program-clicks.ts';
import { THUNDERBIRD } from './webmail/thunderbird.ts';

// Messages open at installation may get the script twice.
const isFirst = !Object.hasOwn(globalThis, 'spamlightWatches');
watchOnce(THUNDERBIRD, null);
// Registered after the guard's listeners, so that clicks stopped by the guard never reach it.
if (isFirst) translateClicks();
