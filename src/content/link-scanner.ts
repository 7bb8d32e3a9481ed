import { destinationOf, LINK_SELECTOR } from './link-destination.ts';
import { openMessages, type MessageSource, type OpenMessage } from './open-messages.ts';
import { findAll, rootElement, shadowRootOf, treeOf } from './unclobbered.ts';

/** From the first change to the look at it; long enough to gather one burst of rendering. Milliseconds. */
const MIN_DELAY_MS = 20;

/** The longest such wait, on pages where one look is costly: new links must be marked within 200 ms. */
const MAX_DELAY_MS = 50;

/** What changes where a link is or leads, or whether a message is read or written. */
const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeFilter: ['href', 'xlink:href', 'action', 'formaction', 'contenteditable', 'hidden'],
};

/** Bodies with more elements than this are not searched for shadow roots: no webmail makes any in a message. */
const MAX_SEARCHED_ELEMENTS = 5_000;

/** The open shadow roots in an element, and those in them. */
function shadowRootsIn(root: Element | ShadowRoot): readonly ShadowRoot[] {
  const elements = findAll(root, '*');
  if (elements.length > MAX_SEARCHED_ELEMENTS) return [];
  return elements.flatMap((element) => {
    const shadow = shadowRootOf(element);
    return shadow === null ? [] : [shadow, ...shadowRootsIn(shadow)];
  });
}

export interface FoundLink {
  readonly element: Element;
  readonly href: string;
  readonly message: OpenMessage;
  /** The element that names the sender counts as a link to the sender's address, in the webmail's own header. */
  readonly isSender: boolean;
}

export interface Look {
  readonly messages: readonly OpenMessage[];
  /** Every link of every opened message, in tree order; behind those of a message its sender. */
  readonly links: readonly FoundLink[];
}

export interface ScanOptions {
  /** Asked at each look: a self-hosted webmail is known only once its page is there. */
  readonly source: () => MessageSource | null;
  /** The element that names who sent the message; null if it is not in this page. */
  readonly senderOf: (message: OpenMessage) => { readonly element: Element; readonly address: string } | null;
  readonly onLook: (look: Look) => void;
  /** The document was written anew (`document.open`): listeners and elements of ours are gone. */
  readonly onNewDocument: () => void;
  readonly signal: AbortSignal;
}

export interface LinkScanner {
  /** Looks again soon, as after a change. */
  readonly lookSoon: () => void;
}

/**
 * Reports all links of all opened messages, at once and after every change, until `signal` aborts.
 *
 * It looks again at every link rather than book-keep added nodes: webmails reuse anchors between messages, and a
 * count that stays the same says nothing.
 */
export function scanLinks({ source, senderOf, onLook, onNewDocument, signal }: ScanOptions): LinkScanner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let delay = MIN_DELAY_MS;
  let root = rootElement();
  // A link that has not changed is reported as the same object, so that whoever keeps state of it need not compare.
  const found = new WeakMap<Element, FoundLink>();

  function look(): void {
    timer = undefined;
    const startedAt = performance.now();
    const rootNow = rootElement();
    if (rootNow !== root) {
      const isFirst = root === null;
      root = rootNow;
      if (!isFirst) onNewDocument();
    }
    const links: FoundLink[] = [];
    const current = source();
    const messages = current === null ? [] : openMessages(current);
    for (const message of messages) {
      for (const element of linksIn(message.body)) {
        const href = destinationOf(element);
        if (href !== null) links.push(sameOrNew(element, href, message, false));
      }
      const sender = senderOf(message);
      if (sender !== null) links.push(sameOrNew(sender.element, `mailto:${sender.address}`, message, true));
    }
    onLook({ messages, links });
    // At most about a tenth of the time, however busy the page is.
    delay = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (performance.now() - startedAt) * 10));
  }

  function sameOrNew(element: Element, href: string, message: OpenMessage, isSender: boolean): FoundLink {
    const before = found.get(element);
    if (before?.href === href && before.message.key === message.key && before.message.body === message.body) {
      return before;
    }
    const link: FoundLink = { element, href, message, isSender };
    found.set(element, link);
    return link;
  }

  function linksIn(body: Element): readonly Element[] {
    const elements = [...findAll(body, LINK_SELECTOR)];
    for (const shadow of shadowRootsIn(body)) {
      // Changes inside a shadow root are reported to nobody outside.
      observer.observe(shadow, OBSERVED);
      elements.push(...findAll(shadow, LINK_SELECTOR));
    }
    const tree = treeOf(body);
    if (tree instanceof ShadowRoot) observer.observe(tree, OBSERVED);
    return elements;
  }

  // The callback only sets a timer: it runs inside the webmail's own rendering, where walking the tree would make
  // typing feel slow. The timer is not pushed back by later changes, so a page that never rests is still scanned.
  function lookSoon(): void {
    if (!signal.aborted) timer ??= setTimeout(look, delay);
  }

  const observer = new MutationObserver(lookSoon);
  observer.observe(document, OBSERVED);
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  look();
  return { lookSoon };
}
