import { destinationOf, LINK_SELECTOR } from './link-destination.ts';
import { openMessages, type MessageSource, type OpenMessage } from './open-messages.ts';
import { findAll, rootElement } from './unclobbered.ts';

/** From the first change to the look at it; long enough to gather one burst of rendering. Milliseconds. */
const MIN_DELAY_MS = 20;

/** The longest such wait, on pages where one look is costly: new links must be marked within 200 ms. */
const MAX_DELAY_MS = 50;

export interface FoundLink {
  readonly element: Element;
  readonly href: string;
  readonly message: OpenMessage;
}

export interface Look {
  readonly messages: readonly OpenMessage[];
  /** Every link of every opened message, in tree order. */
  readonly links: readonly FoundLink[];
}

export interface ScanOptions {
  /** Asked at each look: a self-hosted webmail is known only once its page is there. */
  readonly source: () => MessageSource | null;
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
export function scanLinks({ source, onLook, onNewDocument, signal }: ScanOptions): LinkScanner {
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
      for (const element of findAll(message.body, LINK_SELECTOR)) {
        const href = destinationOf(element);
        if (href === null) continue;
        const before = found.get(element);
        if (before !== undefined && before.href === href && before.message.key === message.key) {
          links.push(before);
          continue;
        }
        const link: FoundLink = { element, href, message };
        found.set(element, link);
        links.push(link);
      }
    }
    onLook({ messages, links });
    // At most about a tenth of the time, however busy the page is.
    delay = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (performance.now() - startedAt) * 10));
  }

  // The callback only sets a timer: it runs inside the webmail's own rendering, where walking the tree would make
  // typing feel slow. The timer is not pushed back by later changes, so a page that never rests is still scanned.
  function lookSoon(): void {
    if (!signal.aborted) timer ??= setTimeout(look, delay);
  }

  const observer = new MutationObserver(lookSoon);
  observer.observe(document, {
    subtree: true,
    childList: true,
    attributeFilter: ['href', 'xlink:href', 'action', 'formaction', 'contenteditable'],
  });
  signal.addEventListener('abort', () => {
    observer.disconnect();
    clearTimeout(timer);
  });
  look();
  return { lookSoon };
}
