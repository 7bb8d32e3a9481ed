/** The content script of every other site that the reader added, or an administrator built in. */
import { unknownPage } from './recognise/unknown-page.ts';
import { watchOnce } from './frame/watch-once.ts';
import { OTHERS } from './webmail/other-webmails.ts';

watchOnce(OTHERS, unknownPage);
