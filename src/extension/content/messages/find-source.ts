import { webmailAmong } from '../../protocol/webmail-hosts.ts';
import { frameElementOf } from '../dom/frame-element.ts';
import type { MessageSource } from './open-messages.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import { attributeOf, closestTo, findAll, isMatch } from '../dom/unclobbered.ts';
import { generic } from '../webmail/generic.ts';
import { IS_MAIL_PROGRAM } from '../../platform/mail-program.ts';
import type { KnownWebmails } from '../webmail/known-webmails.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** Null for self-hosted webmails and added sites. */
function adapterOfAddress(address: string, { hosted, adapters }: KnownWebmails): WebmailAdapter | null {
  const webmail = webmailAmong(hosted, address);
  return webmail === null ? null : (adapters.find(({ name }) => name === webmail.adapter) ?? null);
}

/**
 * Self-hosted webmail, recognised by its page; null if none (yet).
 *
 * Elements found by `detect` count only where no message can be: in the head, as a script, or directly below the body.
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
 * Null if neither a webmail's page nor a message.
 *
 * @param isLoaded - a page counts as unknown only once loaded
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
  // The frame may be a message, so its content proves nothing.
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

/** Null unless the frame shows a message, or is part of one. */
function messageFrameAdapter(frame: Element, known: KnownWebmails): WebmailAdapter | null {
  // Parents first: a frame written by script has its parent's address (Horde).
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
 * Whether this frame is like messages' frames: sandboxed, or without an address of its own. Content scripts run in such
 * frames only below added sites.
 */
function isForeignFrame(frame: Element | null): boolean {
  if (window === window.top) return false;
  if (/^(?:about|data|blob):/.test(location.href) || self.origin === 'null') return true;
  if (frame === null) return false;
  const hasAddressOfPage = frame.ownerDocument.location.href === location.href;
  return hasAddressOfPage || attributeOf(frame, 'sandbox') !== null;
}

/**
 * Places of the header, likeliest first: the page around a frame element, or this document for null. The outermost page
 * is the webmail's, since messages may contain frames.
 */
export function headPlaces({ adapter, isWholeDocument }: MessageSource): readonly (Element | null)[] {
  const frames = framesAround(window);
  if (adapter.name === 'generic') return isWholeDocument ? frames : [null, ...frames];
  return isWholeDocument ? frames.toReversed() : [null];
}

/** Innermost first; stops at other origins. */
function framesAround(view: Window | null | undefined): readonly Element[] {
  const frame = view == null ? null : frameElementOf(view);
  return frame === null ? [] : [frame, ...framesAround(frame.ownerDocument.defaultView)];
}
