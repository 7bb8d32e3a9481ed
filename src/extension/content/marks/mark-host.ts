import markStyles from './marks.css?inline';
import { addStyles } from './own-styles.ts';
import { findAll, isConnected, newElement, rootElement } from '../dom/unclobbered.ts';

/** Hyphenated, so that it may have a shadow root. Public: a page can see that Spamlight is there, never what it says. */
const HOST_NAME = 'spamlight-marks';

/** Sent to hosts of an earlier instance of the extension; one that still works does not listen to it. */
const RETIRE = 'spamlight-retire';

/** A page that keeps removing the host does not get a contest, only these many tries. */
const MAX_REATTACHMENTS = 50;

/** The manifest's style sheet sets this; where it is gone, so is the extension, and nothing is shown. */
const ALIVE = '--spamlight-alive';

/** Firefox stops a script a little after it has taken the style sheet away. Milliseconds. */
const SHOW_DELAY_MS = 500;

export interface MarkHostOptions {
  readonly isAlive: () => boolean;
  /** An instance of an updated extension has taken over. */
  readonly onRetire: () => void;
  /** The host is there, for the first time or again: it had been removed, or the document written anew. What was open is closed. */
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
  /** Of this document. */
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
    // A rule of a mail may come to hold only later: by an animation, or under the pointer. Not at once: where it is the
    // manifest's style sheet that has gone, this script goes as well.
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
   * Makes sure that what is drawn can be seen. A mail can take the sign of life away that the manifest's style sheet
   * gives, by a rule that is more specific or by registering the property (`@property`): then the script, which knows
   * better, stands in for it.
   */
  show(): void {
    if (
      this.#isForced ||
      // On paper nothing of ours is drawn: that is our own rule, and none of a mail.
      matchMedia('print').matches ||
      getComputedStyle(this.#host).display !== 'none' ||
      !this.#options.isAlive()
    )
      return;
    this.#isForced = true;
    addStyles(this.root, '@media not print{:host{display:block !important}}');
  }

  /**
   * Injected into a tab that was open before the extension was installed, there is no manifest style sheet; and a
   * page's own rule must not switch the marks off. An inline declaration wins over every page rule.
   */
  #standInForManifest(): void {
    if (getComputedStyle(this.#host).getPropertyValue(ALIVE).trim() === 'block') return;
    this.#host.style.setProperty(ALIVE, 'block', 'important');
  }
}

/**
 * After an update there are two of us in a page. In Firefox the earlier one cannot hear any more. One that objects
 * works (two copies of the extension are installed), and stays.
 */
function retireOthers(): void {
  for (const other of findAll(document, `:root > ${HOST_NAME}`)) {
    if (other.dispatchEvent(new Event(RETIRE, { cancelable: true }))) other.remove();
  }
}
