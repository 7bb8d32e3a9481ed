import { webmailAmong } from '../../protocol/webmail-hosts.ts';
import { frameElementOf } from '../dom/frame-element.ts';
import type { MessageSource } from './open-messages.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { attributeOf, closestTo, findAll, isMatch } from '../dom/unclobbered.ts';
import { generic } from '../webmail/generic.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** The adapter for this address; null for self-hosted webmails and added sites. */
function adapterOfAddress(address: string, { hosted, adapters }: KnownWebmails): WebmailAdapter | null {
  const webmail = webmailAmong(hosted, address);
  return webmail === null ? null : (adapters.find(({ name }) => name === webmail.adapter) ?? null);
}

/**
 * The adapter of a self-hosted webmail, by the content of its page; null if none is recognised (yet).
 *
 * A message may contain the same elements, so they count only where no message is: in the head, as a script, or
 * directly below the body.
 */
export function detectedAdapter(page: Document, { adapters }: KnownWebmails): WebmailAdapter | null {
  return (
    adapters.find(
      ({ detect }) =>
        detect !== undefined && findAll(page, detect).some((sign) => isMatch(sign, OF_THE_PAGE)),
    ) ?? null
  );
}

const OF_THE_PAGE = ':root, body, head *, script, body > *';

/**
 * What this document is: a webmail's page, the body of a message, or neither (null).
 *
 * @param isLoaded - only a loaded page can be called unknown
 */
export function findSource(
  isLoaded: boolean,
  known: KnownWebmails,
  unknownPage: UnknownPage | null,
): MessageSource | null {
  const frame = frameElementOf(window);
  if (IS_MAIL_PROGRAM) {
    const [adapter] = known.adapters;
    return adapter === undefined ? null : { adapter, isWholeDocument: true };
  }
  if (frame !== null) {
    const adapter = messageFrameAdapter(frame, known);
    if (adapter !== null) return { adapter, isWholeDocument: true };
  }
  const byAddress = adapterOfAddress(location.href, known);
  if (byAddress !== null) {
    return {
      adapter: byAddress,
      isWholeDocument: byAddress.messageFrame?.address?.test(location.href) === true,
    };
  }
  // Such a document may be a message as a whole, so its content proves nothing.
  if (isForeignFrame(frame)) {
    const around = frame === null ? null : adapterOfPage(frame.ownerDocument, known);
    if (around !== null) return { adapter: around, isWholeDocument: false };
    return isLoaded ? { adapter: generic, isWholeDocument: true } : null;
  }
  const adapter =
    detectedAdapter(document, known) ?? (frame === null ? null : adapterOfPage(frame.ownerDocument, known));
  if (adapter !== null) return { adapter, isWholeDocument: false };
  return isLoaded && unknownPage !== null ? { adapter: generic, isWholeDocument: false, unknownPage } : null;
}

function adapterOfPage(page: Document, known: KnownWebmails): WebmailAdapter | null {
  return adapterOfAddress(page.location.href, known) ?? detectedAdapter(page, known);
}

/**
 * The adapter of the page that shows a message in this frame. The frame may also be part of a message. Null if it is
 * neither.
 */
function messageFrameAdapter(frame: Element, known: KnownWebmails): WebmailAdapter | null {
  // A frame written by script has its parent's address (Horde), so its parents are checked first.
  const page = frame.ownerDocument;
  const adapter = adapterOfPage(page, known);
  if (adapter !== null) {
    const { messageFrame, messageBody } = adapter;
    if (messageFrame?.element !== undefined && isMatch(frame, messageFrame.element)) return adapter;
    if (closestTo(frame, messageBody) !== null) return adapter;
  }
  const around = page.defaultView === null ? null : frameElementOf(page.defaultView);
  return around === null ? null : messageFrameAdapter(around, known);
}

/**
 * Whether this frame is like those that webmails put messages into: sandboxed without scripts, or without an address.
 * Content scripts run in such a frame only below a site that the reader added.
 */
function isForeignFrame(frame: Element | null): boolean {
  if (window === window.top) return false;
  if (/^(?:about|data|blob):/.test(location.href) || self.origin === 'null') return true;
  if (frame === null) return false;
  // A frame written by its page has that page's address.
  const hasAddressOfPage = frame.ownerDocument.location.href === location.href;
  return hasAddressOfPage || attributeOf(frame, 'sandbox') !== null;
}

/**
 * Where the header of this document's message may be, likeliest first: a frame element means the page around it, null
 * this document. A message may contain frames, so the outermost page is the webmail's.
 */
export function headPlaces({ adapter, isWholeDocument }: MessageSource): readonly (Element | null)[] {
  const frames = framesAround(window);
  if (adapter.name === 'generic') return isWholeDocument ? frames : [null, ...frames];
  return isWholeDocument ? frames.toReversed() : [null];
}

/** The frame elements around a window, innermost first, as far as they can be reached. */
function framesAround(view: Window | null | undefined): readonly Element[] {
  const frame = view == null ? null : frameElementOf(view);
  return frame === null ? [] : [frame, ...framesAround(frame.ownerDocument.defaultView)];
}
