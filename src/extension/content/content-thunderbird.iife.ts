/** The content script of messages that Thunderbird displays. */
import { watchOnce } from './frame/watch-once.ts';
import { translateClicks } from './guard/mail-program-clicks.ts';
import { THUNDERBIRD } from './webmail/thunderbird.ts';

// Messages that were open at the installation may get the script twice.
const isFirst = !Object.hasOwn(globalThis, 'spamlightWatches');
watchOnce(THUNDERBIRD, null);
// After the guard has its listeners: what it holds must not come here.
if (isFirst) translateClicks();
