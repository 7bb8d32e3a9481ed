/**
 * The content script: one self-contained file, injected into every frame of a webmail at `document_start` and again
 * at `document_end`, because some webmails write their frames anew in between. This one is for the webmails that the
 * manifest names.
 */
import { watchOnce } from './frame/watch-once.ts';
import { REQUIRED } from './webmail/required-webmails.ts';

watchOnce(REQUIRED, null);
