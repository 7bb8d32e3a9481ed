import type { ContentTexts } from '../content-texts.ts';
import { el, type Child } from '../element.ts';
import type { OwnEvents } from '../own-events.ts';
import { deepFocus, isConnected } from '../unclobbered.ts';
import { visibleViewport } from '../visible-viewport.ts';

/** Long enough to read a sentence and find the button. Milliseconds; stops while the pointer or focus is there. */
const SHOWN_FOR_MS = 12_000;

export interface UndoToastOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly signal: AbortSignal;
}

/** Says what was done in one line at the lower edge, with a way back. */
export class UndoToast {
  readonly #options: UndoToastOptions;
  #element: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Where the focus was before it came here. */
  #before: Element | null = null;

  constructor(options: UndoToastOptions) {
    this.#options = options;
    options.events.watch('keydown', this.#onKey);
    options.signal.addEventListener('abort', () => this.close());
  }

  /**
   * @param undo - null if there is nothing to undo
   * @param further - what may be wanted next, as a second button
   */
  show(
    sentence: readonly Child[],
    undo: (() => void) | null,
    further: { readonly label: readonly Child[]; readonly action: () => void } | null = null,
  ): void {
    this.close();
    const { events, root, texts } = this.#options;
    const text = el('span', {}, ...sentence);
    const toast = el(
      'div',
      { className: 'toast', popover: 'manual', role: 'status', lang: texts.language },
      text,
    );
    const addButton = (label: readonly Child[], action: () => void): void => {
      const button = el('button', { type: 'button', className: 'undo' }, ...label);
      events.onClick(button, () => {
        this.#leave();
        this.close();
        action();
      });
      toast.append(button);
    };
    if (undo !== null) addButton([texts.text('undo')], undo);
    if (further !== null) addButton(further.label, further.action);
    toast.addEventListener('pointerenter', () => clearTimeout(this.#timer));
    toast.addEventListener('pointerleave', () => this.#closeLater());
    this.#element = toast;
    root.append(toast);
    void visibleViewport().then(({ left, right, bottom }) => {
      if (this.#element !== toast || !isConnected(toast)) return;
      toast.style.left = `${(left + right) / 2}px`;
      toast.style.top = `${bottom - 20}px`;
      toast.style.maxWidth = `${right - left - 32}px`;
      toast.showPopover();
    });
    this.#closeLater();
  }

  /** One key reaches the way back, and one leaves it; the focus goes where it was. */
  readonly #onKey = (event: KeyboardEvent): void => {
    const buttons = [...(this.#element?.querySelectorAll('button') ?? [])];
    const [button] = buttons;
    if (button === undefined || !event.isTrusted || (event.key !== 'Tab' && event.key !== 'Escape')) return;
    const { activeElement } = this.#options.root;
    const at = buttons.findIndex((each) => each === activeElement);
    const next = event.key === 'Tab' ? buttons[at + (event.shiftKey ? -1 : 1)] : undefined;
    if (at >= 0 && next !== undefined) next.focus();
    else if (at >= 0) this.#leave();
    // Whoever has left it goes on in the page; and a card or a question has its own order.
    else if (event.key === 'Escape' || this.#before !== null || this.#options.root.activeElement !== null)
      return;
    else {
      this.#before = deepFocus();
      button.focus();
    }
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  #leave(): void {
    if (this.#before instanceof HTMLElement || this.#before instanceof SVGElement) this.#before.focus();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#element?.remove();
    this.#element = null;
    this.#before = null;
  }

  #closeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#element?.contains(this.#options.root.activeElement) === true) this.#closeLater();
      else this.close();
    }, SHOWN_FOR_MS);
  }
}
