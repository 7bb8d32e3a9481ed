/**
 * Runs in the manifest's webmails at `document_start`, and again at `document_end`, because some rewrite their frames
 * in between.
 */
import { watchOnce } from './frame/watch-once.ts';
import { REQUIRED } from './webmail/required-webmails.ts';

watchOnce(REQUIRED, null);
