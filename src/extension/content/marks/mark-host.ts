import markStyles from './marks.css?inline';
import { addStyles } from './own-styles.ts';
import { findAll, isConnected, newElement, rootElement } from '../dom/unclobbered.ts';

/** Hyphenated, so that it may have a shadow root. Public: a page can see that Spamlight is there, never what it says. */
const HOST_NAME = 'spamlight-marks';

/** Sent to hosts of an earlier instance of the extension; one that still works does not listen to it. */
const RETIRE = 'spamlight-retire';

/** The host is put back at most this many times, so that there is no contest with a page that keeps removing it. */
const MAX_REATTACHMENTS = 50;

/** Custom property set by the manifest's style sheet. Without it the extension is gone, and nothing is shown. */
const ALIVE = '--spamlight-alive';

/** Firefox stops a script shortly after removing the style sheet. Milliseconds. */
const SHOW_DELAY_MS = 500;

export interface MarkHostOptions {
  readonly isAlive: () => boolean;
  /** An instance of an updated extension has taken over. */
  readonly onRetire: () => void;
  /**
   * The host was attached, for the first time or again (it had been removed, or the document was rewritten). Everything
   * that was open is closed.
   */
  readonly onReattach: () => void;
  readonly signal: AbortSignal;
}

/**
 * The one element of ours in a page: under the root element, empty to everyone else, with a closed shadow root in
 * which all marks, cards and dialogs are. It is attached before anything is checked, so its presence tells a
 * sender's style sheet nothing about the message.
 */
export class MarkHost {
  readonly root: ShadowRoot;
  readonly #host: HTMLElement;
  readonly #options: MarkHostOptions;
  #root: Element | null = null;
  /** Number of attachments in this document. */
  #reattachments = 0;
  #isForced = false;

  constructor(options: MarkHostOptions) {
    this.#options = options;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- not in the table of known names, as it must be
    this.#host = newElement(HOST_NAME as 'div');
    this.root = this.#host.attachShadow({ mode: 'closed' });
    addStyles(this.root, markStyles);
    this.#host.addEventListener(RETIRE, (event) => {
      // Anybody can send this. Only an instance that has lost its extension gives way.
      if (options.isAlive()) event.preventDefault();
      else options.onRetire();
    });
    options.signal.addEventListener('abort', () => this.#host.remove());
    // A mail's rule may apply only later, by an animation or under the pointer. Delayed: if the manifest's style sheet
    // is gone, this script will be stopped too.
    new ResizeObserver(() => setTimeout(() => this.show(), SHOW_DELAY_MS)).observe(this.#host);
  }

  /** Puts the host where it belongs, if it is not there. Call as often as you like. */
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

  /**
   * Makes sure that what is drawn is visible. A mail can override the manifest's custom property by a more specific
   * rule or by registering it (`@property`); then the script sets the display itself.
   */
  show(): void {
    if (
      this.#isForced ||
      // In print nothing of ours is drawn: that is our own rule, not a mail's.
      matchMedia('print').matches ||
      getComputedStyle(this.#host).display !== 'none' ||
      !this.#options.isAlive()
    )
      return;
    this.#isForced = true;
    addStyles(this.root, '@media not print{:host{display:block !important}}');
  }

  /**
   * In tabs that were open before the installation there is no manifest style sheet, and a page's rule must not hide
   * the marks. An inline important declaration wins over every page rule.
   */
  #standInForManifest(): void {
    if (getComputedStyle(this.#host).getPropertyValue(ALIVE).trim() === 'block') return;
    this.#host.style.setProperty(ALIVE, 'block', 'important');
  }
}

/**
 * After an update a page has two hosts. In Firefox the old script cannot listen any more. A host that objects still
 * works, because two copies of the extension are installed, and stays.
 */
function retireOthers(): void {
  for (const other of findAll(document, `:root > ${HOST_NAME}`)) {
    if (other.dispatchEvent(new Event(RETIRE, { cancelable: true }))) other.remove();
  }
}
