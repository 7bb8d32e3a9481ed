/**
 * The content script: one self-contained file, injected into every frame of a webmail at `document_start` and again
 * at `document_end`, because some webmails write their frames anew in between.
 */
import { askBackground, frameText, isExtensionAlive, onToldByBackground } from '../platform/frame-bus.ts';
import { watchFrame } from './watch-frame.ts';

declare global {
  /** In the extension's own world, which no page can see: whether this document has its watcher. */
  var spamlightWatches: (() => boolean) | undefined;
}

// A watcher that was stopped, when the reader took the permission away, does not begin again: another one does.
if (globalThis.spamlightWatches?.() !== true) {
  const watcher = watchFrame({
    ask: askBackground,
    onTold: onToldByBackground,
    texts: { text: frameText, language: frameText('language_tag') },
    isAlive: isExtensionAlive,
  });
  globalThis.spamlightWatches = watcher.renew;
}
