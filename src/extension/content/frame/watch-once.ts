import { askBackground, frameText, isExtensionAlive, onToldByBackground } from '../../platform/frame-bus.ts';
import '../../protocol/content-world.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { watchFrame } from './watch-frame.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';

/**
 * Begins to watch this document, unless one of the content scripts does. One that was stopped, when the reader took the
 * permission away, does not begin again: another one does.
 *
 * @param unknownPage - how messages are found on a page of which nothing is known; null where there is no such page
 */
export function watchOnce(webmails: KnownWebmails, unknownPage: UnknownPage | null): void {
  // An element of a mail can have this name, too.
  if (Object.hasOwn(globalThis, 'spamlightWatches') && globalThis.spamlightWatches?.() === true) return;
  const watcher = watchFrame({
    ask: askBackground,
    onTold: onToldByBackground,
    texts: { text: frameText, language: frameText('language_tag') },
    isAlive: isExtensionAlive,
    webmails,
    unknownPage,
  });
  globalThis.spamlightWatches = watcher.renew;
}
