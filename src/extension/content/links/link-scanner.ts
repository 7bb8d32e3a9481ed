import type { FoundLink, Look } from './found-link.ts';
import { destinationOf, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { openMessages, type MessageSource, type OpenMessage } from '../messages/open-messages.ts';
import type { UnknownPage } from '../recognise/unknown-page.ts';
import {
  baseOf,
  findAll,
  isEditable,
  isInside,
  isRendered,
  rootElement,
  shadowRootsIn,
  treeOf,
} from '../dom/unclobbered.ts';

/** Debounce. */
const MIN_DELAY_MS = 20;

/** Used if scans are slow: new links must be marked within 200 ms. */
const MAX_DELAY_MS = 50;

/** Changes that affect a link's place or destination, or editing. */
const OBSERVED: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributeFilter: ['href', 'xlink:href', 'action', 'formaction', 'contenteditable', 'hidden'],
};

/** With more records, all bodies count as changed. */
const MAX_SORTED_RECORDS = 20;

/**
 * Bodies with more elements are not searched for shadow roots. Webmails insert mail into their page without shadow
 * roots; the parser of a frame creates them from templates in the mail.
 */
const MAX_SEARCHED_IN_PAGE = 2_000;
const MAX_SEARCHED_IN_FRAME = 20_000;

export interface ScanOptions {
  /** Called at each scan: self-hosted webmails are recognised only when drawn. */
  readonly source: () => MessageSource | null;
  readonly senderOf: (message: OpenMessage) => { readonly element: Element; readonly address: string } | null;
  readonly onLook: (look: Look) => void;
  /** `document.open` removed our listeners and elements. */
  readonly onNewDocument: () => void;
  /** Needed because some events never leave a shadow root. May repeat. */
  readonly onShadow: (root: ShadowRoot) => void;
  readonly signal: AbortSignal;
}

export interface LinkScanner {
  readonly scanSoon: () => void;
}

/**
 * Interval at which an unchanged body's sender is looked for again: webmails fill it in late, and the header may change
 * last.
 */
const SENDER_MS = 1_000;

/** Valid until its body changes. */
interface ScannedBody {
  readonly message: OpenMessage;
  readonly shadows: readonly ShadowRoot[];
  readonly links: readonly FoundLink[];
  sender: FoundLink | null;
  senderAt: number;
}

/**
 * Reports all links of open messages, at once and after every change. Unchanged results are the same objects.
 *
 * A changed body is scanned whole: webmails reuse anchors, so added nodes and counts prove nothing.
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
  /** Null for hidden bodies. */
  let scanned = new Map<Element, ScannedBody | null>();
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
    // A search may have become due during this scan.
    if (isUnsearched) searching ??= setTimeout(search, unknownPage.searchDueIn());
    // Scans of up to 5 ms, a tenth of `MAX_DELAY_MS`, take at most some tenth of the time.
    delay = Math.min(MAX_DELAY_MS, Math.max(MIN_DELAY_MS, (performance.now() - startedAt) * 10));
  }

  function search(): void {
    searching = undefined;
    scanSoon();
  }

  /** Findings are grouped by message object; two objects for one message would split its links. */
  function known(message: OpenMessage): OpenMessage {
    const before = scanned.get(message.body)?.message;
    return before?.key === message.key && before.isWritten === message.isWritten ? before : message;
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
    const links = linksAt(
      elements.filter((link) => message.isWritten !== true || !isEditable(link)),
      message,
    );
    return { message, shadows, links, sender: senderLink, senderAt: performance.now() };
  }

  /** An unknown page's links outside messages. */
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

  // Both observers only note changes: they run during rendering, where a scan would slow down typing. The timer isn't
  // restarted, so restless pages are scanned too.
  function scanSoon(): void {
    if (!signal.aborted) timer ??= setTimeout(look, delay);
  }

  const changed = new WeakSet<Element>();
  const inBodies = new MutationObserver((records) => {
    // Sorting many records costs more than a scan.
    const isFew = records.length <= MAX_SORTED_RECORDS;
    for (const body of scanned.keys()) {
      if (!isFew || records.some(({ target }) => isInside(body, target) || !isInside(document, target))) {
        changed.add(body);
      }
    }
    scanSoon();
  });
  const inPage = new MutationObserver(scanSoon);

  // Only this reports visibility changes by an ancestor's class.
  const sizes = new ResizeObserver(scanSoon);

  /** Shadow roots need observers of their own. */
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
  return { scanSoon };
}

/** Elements without a box, or with several, have no size but may be visible. */
function isInSight(body: Element): boolean {
  return isRendered(body) || /^(contents|inline)$/.test(getComputedStyle(body).display);
}

function isSame(
  before: ReadonlyMap<Element, ScannedBody | null>,
  now: ReadonlyMap<Element, ScannedBody | null>,
): boolean {
  return before.size === now.size && [...now].every(([body, scanned]) => before.get(body) === scanned);
}
