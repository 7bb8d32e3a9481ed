import { askBackground, frameText, isExtensionAlive, onBackgroundMessage } from '../../platform/frame-bus.ts';
import '../../protocol/content-world.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { watchFrame } from './watch-frame.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';

/**
 * If a content script already watches, only renews its listeners. Replaces one stopped by a revoked permission, which
 * cannot restart.
 */
export function watchOnce(webmails: KnownWebmails, unknownPage: UnknownPage | null): void {
  // An element of a mail may have this name.
  if (Object.hasOwn(globalThis, 'spamlightWatches') && globalThis.spamlightWatches?.() === true) return;
  const watcher = watchFrame({
    ask: askBackground,
    onMessage: onBackgroundMessage,
    texts: { text: frameText, language: frameText('language_tag') },
    isAlive: isExtensionAlive,
    webmails,
    unknownPage,
  });
  globalThis.spamlightWatches = watcher.renew;
}
