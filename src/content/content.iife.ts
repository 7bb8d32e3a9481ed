/**
 * The content script: one self-contained file, injected into every frame of a webmail at `document_start` and again
 * at `document_end`, because some webmails write their frames anew in between.
 */
import { browserLanguage, browserText, isExtensionAlive } from '../platform/browser-texts.ts';
import { ask, onTold } from '../platform/message-bus.ts';
import { watchFrame } from './watch-frame.ts';

declare global {
  /** In the extension's own world, which no page can see: whether this document has its watcher. */
  var spamlightWatches: (() => void) | undefined;
}

if (globalThis.spamlightWatches === undefined) {
  const watcher = watchFrame({
    ask,
    onTold,
    texts: { text: browserText, language: browserLanguage() },
    isAlive: isExtensionAlive,
  });
  globalThis.spamlightWatches = watcher.renew;
} else {
  globalThis.spamlightWatches();
}
