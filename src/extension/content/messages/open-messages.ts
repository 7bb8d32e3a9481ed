import { sourceOf } from '../dom/frame-element.ts';
import { linksBehind } from '../hrefs/links-behind.ts';
import { randomName } from '../dom/random-name.ts';
import {
  attributeOf,
  closestTo,
  findAll,
  isDesigned,
  isInside,
  isMatch,
  rootElement,
  shadowRootOf,
  textOf,
} from '../dom/unclobbered.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import type { WebmailAdapter } from '../webmail/webmail-adapter.ts';

/** Where the messages of this document are: by the adapter's selectors, or the whole document is one. */
export interface MessageSource {
  readonly adapter: WebmailAdapter;
  /** The document is the body of one message (a frame that the webmail made for it). */
  readonly isWholeDocument: boolean;
  /** Nothing is known of the page: how messages are looked for in it. */
  readonly unknownPage?: UnknownPage;
}

/** An opened message. */
export interface OpenMessage {
  readonly body: Element;
  /** The body is in a frame, which looks at it by itself; here only what stands around it is of interest. */
  readonly isFramed: boolean;
  /** And the frame is of another origin: nobody else sees the head, and nobody here the body. */
  readonly isHeadOnly?: true;
  /** No message: whatever else leads away from a page of which nothing is known. `body` is the whole page. */
  readonly isPage?: true;
  /** The same for as long as the message is shown, also when the webmail draws it anew and says so. */
  readonly key: string;
}

/** What is inside one of these is the reader's own writing. */
const EDITOR = '[contenteditable=""], [contenteditable="true" i], [contenteditable="plaintext-only" i]';

const UNWRITTEN_LINK = 'a[contenteditable="false" i], [contenteditable="false" i] a';

const keys = new WeakMap<Element, string>();
let lastKey = 0;
/** Two frames of a tab must not have the same key by chance: then their heads would be confused. */
const realm = randomName();

/**
 * The bodies of all opened messages, outermost only: a message can contain what looks like another one. On a page of
 * which nothing is known the page itself comes last, for the links that are in none of them.
 */
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
    const page = root === null || isDesigned() ? [] : [message(root, { isPage: true })];
    const bodies = bodiesOf(source);
    return [
      ...bodies.map((body) => message(body)),
      ...headsOnly(unknownPage.sealedFrames(bodies), source, message),
      ...page,
    ];
  }
  if (source.isWholeDocument) {
    const key = keyOfAddress(location.href, adapter, self.origin === 'null');
    return bodiesOf(source).map((body) => message(body, key === null ? {} : { key }));
  }
  return [...bodiesOf(source).map((body) => message(body)), ...headsOnly(framesIn(adapter), source, message)];
}

/** Messages whose bodies are in these frames. */
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
    // Of two frames at one address nobody could say which is meant.
    const isOne = key !== null && framed.filter((other) => other.key === key).length === 1;
    return message(frame, { isFramed: true, ...(isOne ? { isHeadOnly: true, key } : {}) });
  });
}

/** Longer ones are no identity. Characters. */
const MAX_ADDRESS_LENGTH = 900;

/**
 * The key of a message whose body is in a frame of another origin, the same on both sides: they have nothing in common but
 * the address of the frame. Null for all other messages.
 *
 * @param isSealed - the frame's origin is its alone; only where nothing is known of the page around, this says something
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
  if (unknownPage !== undefined)
    return unknownPage.bodies(adapter.messageBody, (element) => isEditor(element, adapter));
  if (!source.isWholeDocument) return bodiesIn(document, adapter);
  const bodies = wholeDocument(adapter);
  // A page of unknown structure has empty frames of all kinds.
  return adapter.name === 'generic' ? bodies.filter(hasContent) : bodies;
}

function framesIn({ messageFrame }: WebmailAdapter): readonly Element[] {
  if (messageFrame?.element !== undefined) return findAll(document, messageFrame.element);
  const address = messageFrame?.address;
  return address === undefined
    ? []
    : findAll(document, 'iframe[src]').filter((frame) => address.test(sourceOf(frame)));
}

function wholeDocument({ messageFrame }: WebmailAdapter): readonly Element[] {
  // Not `document.body`, which an element of that name would be.
  const body = findAll(document, ':root > body')[0] ?? rootElement();
  if (body === null) return [];
  const isWritten = isDesigned() || isMatch(body, EDITOR);
  // A message says what it likes of itself: where the webmail puts no composer, there is none. Elsewhere what can be
  // followed in a composer is what is not written in it.
  const isRead = messageFrame?.element !== undefined || findAll(body, UNWRITTEN_LINK).length > 0;
  return isWritten && !isRead ? [] : [body];
}

/** What can be pressed where nothing is written. A frame in it looks at itself. */
const CONTROLS = 'button, input, area, svg, math';

function hasContent(body: Element): boolean {
  if (textOf(body).trim() !== '' || findAll(body, 'img, a').length > 0) return true;
  // Webmails have frames that nobody sees, with controls in them.
  const isSeen = innerWidth > 1 && innerHeight > 1;
  const isShadowed = (element: Element): boolean => shadowRootOf(element) !== null;
  return isSeen && (findAll(body, CONTROLS).length > 0 || findAll(body, '*').some(isShadowed));
}

function bodiesIn(root: Document | ShadowRoot, adapter: WebmailAdapter): readonly Element[] {
  const bodies: Element[] = [];
  for (const body of findAll(root, adapter.messageBody)) {
    const outer = bodies.at(-1);
    // In tree order, so only the last one can contain it.
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

function isEditor(body: Element, { composer }: WebmailAdapter): boolean {
  return closestTo(body, EDITOR) !== null || (composer !== undefined && closestTo(body, composer) !== null);
}

/** The message that an event went through; also one that was drawn since the last look. */
export function messageInPath(path: readonly EventTarget[], source: MessageSource): OpenMessage | null {
  if (source.isWholeDocument) return openMessages(source)[0] ?? null;
  const { adapter, unknownPage } = source;
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
  // Outermost, as a message can contain what looks like another one.
  const body = elements.findLast((element) => isMatch(element, adapter.messageBody));
  return body === undefined || isEditor(body, adapter)
    ? null
    : { body, isFramed: false, key: keyOf(body, adapter) };
}

function keyOf(body: Element, adapter: WebmailAdapter): string {
  if (adapter.messageId !== undefined) {
    const named = closestTo(body, `[${adapter.messageId}]`);
    const id = named === null ? null : attributeOf(named, adapter.messageId);
    if (id !== null && id !== '') return `${adapter.name} ${id}`;
  }
  let key = keys.get(body);
  if (key === undefined) {
    lastKey += 1;
    key = `${adapter.name} ${realm} ${lastKey}`;
    keys.set(body, key);
  }
  return key;
}
