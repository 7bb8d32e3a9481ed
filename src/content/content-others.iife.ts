/** The content script of every other site that the reader added, or an administrator built in. */
import { answerProbes } from './recognise/probe.ts';
import { unknownPage } from './recognise/unknown-page.ts';
import { watchOnce } from './watch-once.ts';
import { OTHERS } from './webmail/other-webmails.ts';

const watches = watchOnce(OTHERS, unknownPage);
// The script that came second has searched nothing, and would say so.
if (watches && import.meta.env['VITE_PROBE'] === '1') answerProbes();
