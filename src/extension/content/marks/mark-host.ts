import markStyles from './marks.css?inline';
import { addStyles } from './own-styles.ts';
import { findAll, isConnected, newElement, rootElement } from '../dom/unclobbered.ts';

/**
 * Without a hyphen, an unknown element may have no shadow root. Pages may see that Spamlight is there, never what it
 * says.
 */
const HOST_NAME = 'spamlight-marks';

/** Event that asks hosts of earlier instances to retire. An instance that still works refuses. */
const RETIRE = 'spamlight-retire';

/** Ends a contest with a page that removes the host. */
const MAX_REATTACHMENTS = 50;

/** Custom property set by the manifest's style sheet. Without it the extension is gone. */
const ALIVE = '--spamlight-alive';

/**
 * Before forcing a hidden host visible: if the extension is gone, Firefox removes its style sheet first and soon stops
 * this script.
 */
const SHOW_DELAY_MS = 500;

/** Intervals between looks for a late style sheet double up to this. What stands in for it would outlast the extension. */
const LAST_STAND_IN_MS = 64_000;

export interface MarkHostOptions {
  readonly isAlive: () => boolean;
  readonly onRetire: () => void;
  /** Attached first, or again after the page removed or rewrote the host, which closes popovers. */
  readonly onReattach: () => void;
  readonly signal: AbortSignal;
}

/**
 * Our element in a page, with a closed shadow root. Attached before any check, so it tells a sender's style sheet
 * nothing.
 */
export class MarkHost {
  readonly root: ShadowRoot;
  readonly #host: HTMLElement;
  readonly #options: MarkHostOptions;
  #root: Element | null = null;
  /** Per document. */
  #reattachments = 0;
  #isForced = false;

  constructor(options: MarkHostOptions) {
    this.#options = options;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in the table of known names, as it must be
    this.#host = newElement(HOST_NAME as 'div');
    this.root = this.#host.attachShadow({ mode: 'closed' });
    addStyles(this.root, markStyles);
    this.#host.addEventListener(RETIRE, (event) => {
      // Any page can send this.
      if (options.isAlive()) event.preventDefault();
      else options.onRetire();
    });
    options.signal.addEventListener('abort', () => this.#host.remove());
    // A mail's rule may hide the host later, by animation or hover.
    new ResizeObserver(() => setTimeout(() => this.show(), SHOW_DELAY_MS)).observe(this.#host);
  }

  /** Idempotent. */
  attach(): void {
    if (isConnected(this.#host) || this.#options.signal.aborted) return;
    const root = rootElement();
    if (root !== this.#root) this.#reattachments = 0;
    this.#root = root;
    if (root === null || this.#reattachments > MAX_REATTACHMENTS) return;
    retireOthers();
    root.append(this.#host);
    this.#reattachments += 1;
    this.#standInForManifest();
    this.#options.onReattach();
  }

  /** Shows a host that a mail hid: a more specific rule or `@property` can override the manifest's custom property. */
  show(): void {
    if (
      this.#isForced ||
      // In print, our own rule hides the host.
      matchMedia('print').matches ||
      getComputedStyle(this.#host).display !== 'none' ||
      !this.#options.isAlive()
    )
      return;
    this.#isForced = true;
    addStyles(this.root, '@media not print{:host{display:block !important}}');
  }

  /**
   * Tabs opened before installation lack the manifest's style sheet. Inline important declarations beat all page rules.
   */
  #standInForManifest(wait = SHOW_DELAY_MS): void {
    this.#host.style.removeProperty(ALIVE);
    if (getComputedStyle(this.#host).getPropertyValue(ALIVE).trim() === 'block') return;
    this.#host.style.setProperty(ALIVE, 'block', 'important');
    // In a tab opened before, a busy Firefox may add the style sheet after this script.
    if (wait <= LAST_STAND_IN_MS) setTimeout(() => this.#standInForManifest(2 * wait), wait);
  }
}

/**
 * Removes hosts that do not object: after an update, Firefox's old script no longer listens. One that objects is a
 * second working copy.
 */
function retireOthers(): void {
  for (const other of findAll(document, `:root > ${HOST_NAME}`)) {
    if (other.dispatchEvent(new Event(RETIRE, { cancelable: true }))) other.remove();
  }
}
