/** The content script of known webmails that need the reader's permission. */
import { watchOnce } from './frame/watch-once.ts';
import { OPTIONAL } from './webmail/optional-webmails.ts';

watchOnce(OPTIONAL, null);
