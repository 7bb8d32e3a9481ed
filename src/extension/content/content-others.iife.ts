/** Runs on sites added by the reader or an administrator. */
import { unknownPage } from './recognise/unknown-page.ts';
import { watchOnce } from './frame/watch-once.ts';
import { OTHERS } from './webmail/other-webmails.ts';

watchOnce(OTHERS, unknownPage);
