import type { FoundLink, Look } from './found-link.ts';
import { destinationOf, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { openMessages, type MessageSource, type OpenMessage } from '../messages/open-messages.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import {
  baseOf,
  findAll,
  isInside,
  isRendered,
  rootElement,
  shadowRootsIn,
  treeOf,
} from '../dom/unclobbered.ts';

/** Debounce from the first change to the scan: long enough for one burst of rendering. Milliseconds. */
const MIN_DELAY_MS = 20;

/** Longest debounce, on pages where a scan is costly: new links must be marked within 200 ms. Milliseconds. */
const MAX_DELAY_MS = 50;

/** What changes where a link is or leads, or whether a message is read or written. */
const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeFilter: ['href', 'xlink:href', 'action', 'formaction', 'contenteditable', 'hidden'],
};

/** Above this number of records, changes are not assigned to bodies. */
const MAX_SORTED_RECORDS = 20;

/**
 * Bodies with more elements than this are not searched for shadow roots, because that visits each element. A webmail that
 * puts mail into its own page creates the elements itself, never a shadow root; the parser of a frame creates shadow roots
 * from templates in the mail.
 */
const MAX_SEARCHED_IN_PAGE = 2_000;
const MAX_SEARCHED_IN_FRAME = 20_000;

export interface ScanOptions {
  /** Called at each scan: a self-hosted webmail is recognised only when its page is drawn. */
  readonly source: () => MessageSource | null;
  /** The element that names who sent the message; null if it is not in this page. */
  readonly senderOf: (message: OpenMessage) => { readonly element: Element; readonly address: string } | null;
  readonly onLook: (look: Look) => void;
  /** `document.open` was called: our listeners and elements are gone. */
  readonly onNewDocument: () => void;
  /** A shadow root in or around a message: some events never leave it. May be called repeatedly for one. */
  readonly onShadow: (root: ShadowRoot) => void;
  readonly signal: AbortSignal;
}

export interface LinkScanner {
  /** Schedules a scan, as after a change. */
  readonly lookSoon: () => void;
}

/** Interval for finding the sender again: webmails fill in headers late. Milliseconds. */
const SENDER_MS = 1_000;

/** The result of scanning one body, valid until something in it changes. */
interface ScannedBody {
  readonly message: OpenMessage;
  readonly shadows: readonly ShadowRoot[];
  readonly links: readonly FoundLink[];
  sender: FoundLink | null;
  senderAt: number;
}

/**
 * Reports all links of all opened messages, at once and after every change, until `signal` aborts. A page that
 * changes outside its messages costs only the search for bodies; what was found in them is reported again, as the
 * same object.
 *
 * In a body that has changed it looks again at every link rather than book-keep added nodes: webmails reuse anchors
 * between messages, and a count that stays the same says nothing.
 */
export function scanLinks({
  source,
  senderOf,
  onLook,
  onNewDocument,
  onShadow,
  signal,
}: ScanOptions): LinkScanner {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let searching: ReturnType<typeof setTimeout> | undefined;
  let delay = MIN_DELAY_MS;
  let root = rootElement();
  let last: Look = { messages: [], links: [] };
  /** Null for a body that is not shown. */
  let scanned = new Map<Element, ScannedBody | null>();
  // An unchanged link is reported as the same object, so that callers need not compare.
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
    const current = source();
    const unknownPage = current?.unknownPage;
    const isUnsearched = unknownPage !== undefined && unknownPage.searchDueIn() > 0;
    const messages = current === null ? [] : openMessages(current).map(known);
    const before = scanned;
    const limit = current?.isWholeDocument === true ? MAX_SEARCHED_IN_FRAME : MAX_SEARCHED_IN_PAGE;
    scanned = new Map(
      messages.map((message) => [
        message.body,
        current?.isWholeDocument === true || isInSight(message.body)
          ? scan(message, before.get(message.body), limit, messages, unknownPage)
          : null,
      ]),
    );
    if (!isSame(before, scanned)) {
      observeBodies();
      const shown = [...scanned.values()].filter((each) => each !== null);
      const links = shown.flatMap(({ links, sender }) => (sender === null ? links : [...links, sender]));
      last = {
        messages: shown.flatMap(({ message }) => (message.isPage === true ? [] : message)),
        links,
      };
    }
    onLook(last);
    // It may have become due only since: then nothing was searched either.
    if (isUnsearched) searching ??= setTimeout(search, unknownPage.searchDueIn());
    // Spend at most about a tenth of the time, however busy the page is.
    delay = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (performance.now() - startedAt) * 10));
  }

  /** Changes since the last scan. */
  function search(): void {
    searching = undefined;
    lookSoon();
  }

  /**
   * A message is one object for as long as it is shown: findings are grouped by it, and with two objects each would have
   * only a part of the links.
   */
  function known(message: OpenMessage): OpenMessage {
    const before = scanned.get(message.body)?.message;
    return before?.key === message.key ? before : message;
  }

  function scan(
    message: OpenMessage,
    before: ScannedBody | null | undefined,
    limit: number,
    others: readonly OpenMessage[],
    unknownPage: UnknownPage | undefined,
  ): ScannedBody {
    if (message.isPage === true && unknownPage !== undefined)
      return scanPage(message, before, limit, others, unknownPage);
    const isKnown = before?.message === message && !changed.has(message.body);
    if (isKnown && performance.now() - before.senderAt < SENDER_MS) {
      // What has changed around it may be the header, after which nothing else may change.
      searching ??= setTimeout(search, SENDER_MS);
      return before;
    }
    const sender = senderOf(message);
    const senderLink =
      sender === null ? null : sameOrNew(sender.element, `mailto:${sender.address}`, message, true);
    if (isKnown && before.sender === senderLink) {
      before.senderAt = performance.now();
      return before;
    }
    if (isKnown) return { ...before, sender: senderLink, senderAt: performance.now() };
    changed.delete(message.body);
    const shadows = shadowRootsIn(message.body, limit);
    const elements = [message.body, ...shadows].flatMap((tree) => findAll(tree, LINK_SELECTOR));
    const links = linksAt(elements, message);
    return { message, shadows, links, sender: senderLink, senderAt: performance.now() };
  }

  /** What leaves a page of which nothing is known, beside its messages: anything in it may have changed. */
  function scanPage(
    message: OpenMessage,
    before: ScannedBody | null | undefined,
    limit: number,
    others: readonly OpenMessage[],
    { linksOutside }: UnknownPage,
  ): ScannedBody {
    const bodies = others.flatMap(({ body, isPage }) => (isPage === true ? [] : [body]));
    const base = baseOf(message.body);
    const shadows = shadowRootsIn(message.body, limit);
    const outside = [message.body, ...shadows].flatMap((tree) => linksOutside(tree, bodies, base));
    const links = linksAt(outside, message, base);
    const isSame =
      before?.links.length === links.length && links.every((link, index) => link === before.links[index]);
    return isSame ? before : { message, shadows, links, sender: null, senderAt: Infinity };
  }

  function linksAt(
    elements: readonly Element[],
    message: OpenMessage,
    base = baseOf(message.body),
  ): readonly FoundLink[] {
    return elements.flatMap((element) => {
      const href = destinationOf(element, base);
      return href === null ? [] : sameOrNew(element, href, message, false);
    });
  }

  function sameOrNew(element: Element, href: string, message: OpenMessage, isSender: boolean): FoundLink {
    const before = found.get(element);
    if (before?.href === href && before.message === message) {
      return before;
    }
    const link: FoundLink = { element, href, message, isSender };
    found.set(element, link);
    return link;
  }

  // Both callbacks only note the change: they run during the webmail's own rendering, where walking the tree would make
  // typing slow. Later changes do not restart the timer, so a page that never rests is scanned too.
  function lookSoon(): void {
    if (!signal.aborted) timer ??= setTimeout(look, delay);
  }

  /** Bodies with changes that were not scanned yet. */
  const changed = new WeakSet<Element>();
  const inBodies = new MutationObserver((records) => {
    // The body matters only if there are several, and sorting out many records costs more than a scan.
    const isFew = records.length <= MAX_SORTED_RECORDS;
    for (const body of scanned.keys()) {
      if (!isFew || records.some(({ target }) => isInside(body, target) || !isInside(document, target))) {
        changed.add(body);
      }
    }
    lookSoon();
  });
  const inPage = new MutationObserver(lookSoon);

  // Reports bodies that become visible or hidden by a class of an element around them; no other observer does.
  const sizes = new ResizeObserver(lookSoon);

  /** An observer outside of a shadow root does not see changes inside it. */
  function observeBodies(): void {
    inBodies.disconnect();
    sizes.disconnect();
    for (const [body, found] of scanned) {
      const { message, shadows = [] } = found ?? {};
      sizes.observe(body);
      if (message?.isPage !== true) inBodies.observe(body, OBSERVED);
      for (const shadow of shadows) {
        inBodies.observe(shadow, OBSERVED);
        onShadow(shadow);
      }
      const tree = treeOf(body);
      if (tree instanceof ShadowRoot) {
        inPage.observe(tree, OBSERVED);
        onShadow(tree);
      }
    }
  }

  inPage.observe(document, OBSERVED);
  signal.addEventListener('abort', () => {
    inPage.disconnect();
    inBodies.disconnect();
    sizes.disconnect();
    clearTimeout(timer);
    clearTimeout(searching);
  });
  look();
  return { lookSoon };
}

/** An element without a box, or with several, reports no size, and may be visible all the same. */
function isInSight(body: Element): boolean {
  return isRendered(body) || /^(contents|inline)$/.test(getComputedStyle(body).display);
}

function isSame(
  before: ReadonlyMap<Element, ScannedBody | null>,
  now: ReadonlyMap<Element, ScannedBody | null>,
): boolean {
  return before.size === now.size && [...now].every(([body, scanned]) => before.get(body) === scanned);
}
