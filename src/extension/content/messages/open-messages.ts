import { sourceOf } from '../dom/frame-element.ts';
import { LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { linksBehind } from '../hrefs/links-behind.ts';
import { randomName } from '../dom/random-name.ts';
import {
  attributeOf,
  closestTo,
  findAll,
  isEditable,
  isInside,
  isMatch,
  rootElement,
  shadowRootOf,
  textOf,
} from '../dom/unclobbered.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

export interface MessageSource {
  readonly adapter: WebmailAdapter;
  /** The document is one message, in a webmail's frame. */
  readonly isWholeDocument: boolean;
  readonly unknownPage?: UnknownPage;
}

export interface OpenMessage {
  readonly body: Element;
  /** The body's frame has a content script, so only the header is read here. */
  readonly isFramed: boolean;
  /** Cross-origin: header and body are in different documents. */
  readonly isHeadOnly?: true;
  /** Not a message: an unknown page's off-site links outside messages. `body` is the page. */
  readonly isPage?: true;
  /** Editable, so perhaps the reader's own text: only links that a press opens count, and marks need uneditable ones. */
  readonly isWritten?: boolean;
  /** Stable while shown, even if redrawn. */
  readonly key: string;
}

/** What a body contained when it got its key. */
interface Keyed {
  readonly key: string;
  readonly link: Element | undefined;
  readonly text: string;
}

const keys = new WeakMap<Element, Keyed>();
let lastKey = 0;
/** Makes keys unique across frames; equal keys would mix up headers. */
const realm = randomName();

/** Outermost bodies only, since messages can contain imitations. An unknown page itself comes last. */
export function openMessages(source: MessageSource): readonly OpenMessage[] {
  const { adapter, unknownPage } = source;
  const message = (body: Element, is: Partial<OpenMessage> = {}): OpenMessage => ({
    body,
    isFramed: false,
    key: is.key ?? keyOf(body, adapter),
    ...is,
  });
  if (unknownPage !== undefined) {
    const root = rootElement();
    const page = root === null ? [] : [message(root, { isPage: true })];
    const bodies = bodiesOf(source);
    return [
      ...bodies.map((body) => message(body)),
      ...headsOnly(unknownPage.sealedFrames(bodies), source, message),
      ...page,
    ];
  }
  if (source.isWholeDocument) {
    const whole = wholeDocument(adapter);
    const isUnread = whole?.isWritten === true && findAll(whole.body, 'a').every(isEditable);
    return whole === null || isUnread ? [] : [whole];
  }
  return [...bodiesOf(source).map((body) => message(body)), ...headsOnly(framesIn(adapter), source, message)];
}

function headsOnly(
  frames: readonly Element[],
  { adapter, unknownPage }: MessageSource,
  message: (body: Element, is: Partial<OpenMessage>) => OpenMessage,
): readonly OpenMessage[] {
  const framed = frames.map((frame) => ({
    frame,
    key: keyOfAddress(sourceOf(frame), adapter, unknownPage !== undefined),
  }));
  return framed.map(({ frame, key }) => {
    // Frames with equal addresses are indistinguishable.
    const isOne = key !== null && framed.filter((other) => other.key === key).length === 1;
    return message(frame, { isFramed: true, ...(isOne ? { isHeadOnly: true, key } : {}) });
  });
}

/** Characters. */
const MAX_ADDRESS_LENGTH = 900;

/**
 * For messages in cross-origin frames: the frame's address is all that both sides know. Null for others.
 *
 * @param isSealed - whether the frame's origin is opaque; decides on unknown pages
 */
function keyOfAddress(
  address: string,
  { name, messageFrame }: WebmailAdapter,
  isSealed: boolean,
): string | null {
  const isMessage = name === 'generic' ? isSealed : messageFrame?.address?.test(address) === true;
  return isMessage && address.length <= MAX_ADDRESS_LENGTH ? `${name} at ${address}` : null;
}

function bodiesOf(source: MessageSource): readonly Element[] {
  const { adapter, unknownPage } = source;
  return unknownPage === undefined
    ? bodiesIn(document, adapter)
    : unknownPage.bodies(adapter.messageBody, (element) => isEditor(element, adapter));
}

function framesIn({ messageFrame }: WebmailAdapter): readonly Element[] {
  if (messageFrame?.element !== undefined) return findAll(document, messageFrame.element);
  const address = messageFrame?.address;
  return address === undefined
    ? []
    : findAll(document, 'iframe[src]').filter((frame) => address.test(sourceOf(frame)));
}

function wholeDocument(adapter: WebmailAdapter): OpenMessage | null {
  // `document.body` can be clobbered.
  const body = findAll(document, ':root > body')[0] ?? rootElement();
  const isUnknown = adapter.name === 'generic';
  // Unknown pages have many empty frames.
  if (body === null || (isUnknown && !hasContent(body))) return null;
  const key = keyOfAddress(location.href, adapter, self.origin === 'null') ?? keyOf(body, adapter);
  // Messages can pretend to be editors. The frames in which known webmails show messages hold no editor.
  return { body, isFramed: false, key, isWritten: isUnknown && isEditable(body) };
}

/** Frames are left out: they check themselves. */
const CONTROLS = 'button, input, area, svg, math';

function hasContent(body: Element): boolean {
  if (textOf(body).trim() !== '' || findAll(body, 'img, a').length > 0) return true;
  // Webmails have invisible frames with controls, which don't count.
  const isSeen = innerWidth > 1 && innerHeight > 1;
  const isShadowed = (element: Element): boolean => shadowRootOf(element) !== null;
  return isSeen && (findAll(body, CONTROLS).length > 0 || findAll(body, '*').some(isShadowed));
}

function bodiesIn(root: Document | ShadowRoot, adapter: WebmailAdapter): readonly Element[] {
  const bodies: Element[] = [];
  for (const body of findAll(root, adapter.messageBody)) {
    const outer = bodies.at(-1);
    // By tree order, only the last outermost body can contain this one.
    if (outer !== undefined && isInside(outer, body)) continue;
    if (!isEditor(body, adapter)) bodies.push(body);
  }
  if (adapter.shadowHosts === undefined) return bodies;
  const inside = findAll(root, adapter.shadowHosts).flatMap((host) => {
    const shadow = shadowRootOf(host);
    return shadow === null ? [] : bodiesIn(shadow, adapter);
  });
  return [...bodies, ...inside];
}

/** Editors contain the reader's own text. */
function isEditor(body: Element, adapter: WebmailAdapter): boolean {
  return isEditable(body) || isComposed(body, adapter);
}

function isComposed(body: Element, { composer }: WebmailAdapter): boolean {
  return composer !== undefined && closestTo(body, composer) !== null;
}

/** Also finds messages drawn since the last scan. */
export function messageInPath(path: readonly EventTarget[], source: MessageSource): OpenMessage | null {
  const { adapter, unknownPage } = source;
  if (source.isWholeDocument) return wholeDocument(adapter);
  const elements = path.filter((target) => target instanceof Element);
  if (unknownPage !== undefined) {
    const messages = openMessages(source);
    return (
      messages.find(({ body, isPage }) => isPage !== true && elements.includes(body)) ??
      messages.find(
        ({ isPage }) =>
          isPage === true &&
          elements.some((element) => [element, ...linksBehind(element)].some(unknownPage.leavesSite)),
      ) ??
      null
    );
  }
  const body = elements.findLast((element) => isMatch(element, adapter.messageBody));
  if (body === undefined || isComposed(body, adapter)) return null;
  return { body, isFramed: false, key: keyOf(body, adapter), isWritten: isEditable(body) };
}

function keyOf(body: Element, adapter: WebmailAdapter): string {
  if (adapter.messageId !== undefined) {
    const named = closestTo(body, `[${adapter.messageId}]`);
    const id = named === null ? null : attributeOf(named, adapter.messageId);
    if (id !== null && id !== '') return `${adapter.name} ${id}`;
  }
  const before = keys.get(body);
  const [link] = findAll(body, LINK_SELECTOR);
  // Without a link, the element is empty between messages, or not drawn yet: keep the key.
  if (before !== undefined && (link === undefined || link === before.link)) return before.key;
  const text = textOf(body);
  // A message that is drawn again has its old text. With another text it is the next message in the same element.
  const isOther =
    before === undefined || (before.link !== undefined && (text === '' || text !== before.text));
  if (isOther) lastKey += 1;
  const key = isOther ? `${adapter.name} ${realm} ${lastKey}` : before.key;
  keys.set(body, { key, link, text });
  return key;
}
