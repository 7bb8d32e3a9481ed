import { webmailAt } from '../protocol/webmail-hosts.ts';
import type { MessageSource } from './open-messages.ts';
import { attributeOf, findAll, isMatch } from './unclobbered.ts';
import { ADAPTERS } from './webmail/all-adapters.ts';
import { generic } from './webmail/generic.ts';
import type { WebmailAdapter } from './webmail/webmail-adapter.ts';

/** The adapter whose addresses include this one; null for self-hosted webmails and added sites. */
export function adapterOfAddress(address: string): WebmailAdapter | null {
  const webmail = webmailAt(address);
  return webmail === null ? null : (ADAPTERS.find(({ name }) => name === webmail.adapter) ?? null);
}

/** The adapter of a self-hosted webmail, by what its page contains; null if none is recognised (yet). */
export function detectedAdapter(page: Document): WebmailAdapter | null {
  return ADAPTERS.find(({ detect }) => detect !== undefined && findAll(page, detect).length > 0) ?? null;
}

/**
 * What this document is: a webmail's page, the body of a message, or neither (null).
 *
 * @param isLoaded - an unknown page is only called unknown once it is all there
 */
export function findSource(isLoaded: boolean): MessageSource | null {
  const frame = frameElement();
  const parent = frame?.ownerDocument ?? null;
  // A frame written by script has its parent's address (Horde), so what it is in comes first.
  const around = parent === null ? null : (adapterOfAddress(parent.location.href) ?? detectedAdapter(parent));
  if (
    frame !== null &&
    around?.messageFrame?.element != null &&
    isMatch(frame, around.messageFrame.element)
  ) {
    return { adapter: around, isWholeDocument: true };
  }
  const own = adapterOfAddress(location.href) ?? detectedAdapter(document);
  if (own !== null) {
    return { adapter: own, isWholeDocument: own.messageFrame?.address?.test(location.href) === true };
  }
  if (around !== null) return { adapter: around, isWholeDocument: false };
  return isLoaded ? { adapter: generic, isWholeDocument: isForeignFrame(frame) } : null;
}

/**
 * Whether this frame is what webmails put a message into: kept from running scripts, or without an address of its
 * own. We are in it only because the page around it is a site that the reader added.
 */
function isForeignFrame(frame: Element | null): boolean {
  if (window === window.top) return false;
  if (/^(?:about|data|blob):/.test(location.href) || self.origin === 'null') return true;
  if (frame === null) return false;
  // A frame that its page has written has that page's address.
  const hasAddressOfPage = frame.ownerDocument.location.href === location.href;
  return hasAddressOfPage || attributeOf(frame, 'sandbox') !== null;
}

/** The frame in whose page the message's header is; null if it is in this page, or cannot be reached. */
export function surroundingFrame({ isWholeDocument }: MessageSource): Element | null {
  return isWholeDocument ? frameElement() : null;
}

/** The frame this document is in; null at the top and where the page around is of another origin. */
function frameElement(): Element | null {
  try {
    return window.frameElement;
  } catch (error) {
    // Firefox throws where Chromium gives null.
    if (error instanceof DOMException) return null;
    throw error;
  }
}
