import { webmailAt } from '../protocol/webmail-hosts.ts';
import { frameElementOf } from './frame-element.ts';
import type { MessageSource } from './open-messages.ts';
import { attributeOf, closestTo, findAll, isMatch } from './unclobbered.ts';
import { ADAPTERS } from './webmail/all-adapters.ts';
import { generic } from './webmail/generic.ts';
import type { WebmailAdapter } from './webmail/webmail-adapter.ts';

/** The adapter whose addresses include this one; null for self-hosted webmails and added sites. */
export function adapterOfAddress(address: string): WebmailAdapter | null {
  const webmail = webmailAt(address);
  return webmail === null ? null : (ADAPTERS.find(({ name }) => name === webmail.adapter) ?? null);
}

/**
 * The adapter of a self-hosted webmail, by what its page contains; null if none is recognised (yet).
 *
 * A message may hold whatever a webmail's page holds, and must not make another webmail of it. So a sign counts only
 * where no message is: in the head, as a script, or right below the body.
 */
export function detectedAdapter(page: Document): WebmailAdapter | null {
  return (
    ADAPTERS.find(
      ({ detect }) =>
        detect !== undefined && findAll(page, detect).some((sign) => isMatch(sign, OF_THE_PAGE)),
    ) ?? null
  );
}

const OF_THE_PAGE = ':root, body, head *, script, body > *';

/**
 * What this document is: a webmail's page, the body of a message, or neither (null).
 *
 * @param isLoaded - an unknown page is only called unknown once it is all there
 */
export function findSource(isLoaded: boolean): MessageSource | null {
  const frame = frameElementOf(window);
  if (frame !== null) {
    const adapter = messageFrameAdapter(frame);
    if (adapter !== null) return { adapter, isWholeDocument: true };
  }
  const byAddress = adapterOfAddress(location.href);
  if (byAddress !== null) {
    return {
      adapter: byAddress,
      isWholeDocument: byAddress.messageFrame?.address?.test(location.href) === true,
    };
  }
  // Such a document may be a message, from its head to its end: what it contains is no sign of anything.
  if (isForeignFrame(frame)) {
    const around = frame === null ? null : adapterOfPage(frame.ownerDocument);
    if (around !== null) return { adapter: around, isWholeDocument: false };
    return isLoaded ? { adapter: generic, isWholeDocument: true } : null;
  }
  const adapter = detectedAdapter(document) ?? (frame === null ? null : adapterOfPage(frame.ownerDocument));
  if (adapter !== null) return { adapter, isWholeDocument: false };
  return isLoaded ? { adapter: generic, isWholeDocument: false } : null;
}

function adapterOfPage(page: Document): WebmailAdapter | null {
  return adapterOfAddress(page.location.href) ?? detectedAdapter(page);
}

/**
 * The adapter of the page that shows a message in this frame, or part of one: a message may bring frames of its own.
 * Null if it does neither.
 */
function messageFrameAdapter(frame: Element): WebmailAdapter | null {
  // A frame written by script has its parent's address (Horde), so what it is in comes first.
  const page = frame.ownerDocument;
  const adapter = adapterOfPage(page);
  if (adapter !== null) {
    const { messageFrame, messageBody } = adapter;
    if (messageFrame?.element !== undefined && isMatch(frame, messageFrame.element)) return adapter;
    if (closestTo(frame, messageBody) !== null) return adapter;
  }
  const around = page.defaultView === null ? null : frameElementOf(page.defaultView);
  return around === null ? null : messageFrameAdapter(around);
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
  return isWholeDocument ? frameElementOf(window) : null;
}
