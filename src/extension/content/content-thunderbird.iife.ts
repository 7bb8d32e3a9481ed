import { watchOnce } from './frame/watch-once.ts';
import { translateClicks } from './guard/mail-program-clicks.ts';
import { THUNDERBIRD } from './webmail/thunderbird.ts';

// Messages open at installation may get the script twice.
const isFirst = !Object.hasOwn(globalThis, 'spamlightWatches');
watchOnce(THUNDERBIRD, null);
// After the guard's listeners: clicks that the guard stops must not reach this one.
if (isFirst) translateClicks();
