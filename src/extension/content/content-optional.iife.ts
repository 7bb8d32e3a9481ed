/** Runs in webmails that need an optional permission. */
import { watchOnce } from './frame/watch-once.ts';
import { OPTIONAL } from './webmail/optional-webmails.ts';

watchOnce(OPTIONAL, null);
