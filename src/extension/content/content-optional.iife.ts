/** The content script of webmails with addresses of their own that the reader was asked about. */
import { watchOnce } from './frame/watch-once.ts';
import { OPTIONAL } from './webmail/optional-webmails.ts';

watchOnce(OPTIONAL, null);
