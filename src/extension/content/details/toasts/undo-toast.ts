import type { ContentTexts } from '../../texts/content-texts.ts';
import { el, type Child } from '../../dom/element.ts';
import type { OwnEvents } from '../../marks/own-events.ts';
import { toPieces, type TopFrameOverlay } from '../views/top-frame-overlay.ts';
import type { LiveRegion } from './live-region.ts';
import { deepFocus, isConnected } from '../../dom/unclobbered.ts';
import { visibleViewport } from '../../dom/visible-viewport.ts';

/** Paused during hover or focus. */
const SHOWN_FOR_MS = 12_000;

export interface ToastFurther {
  readonly label: readonly Child[];
  readonly action: () => void;
}

export interface UndoToastOptions {
  readonly root: ShadowRoot;
  readonly events: OwnEvents;
  readonly texts: ContentTexts;
  readonly live: LiveRegion;
  readonly overlay: TopFrameOverlay;
  readonly signal: AbortSignal;
}

export class UndoToast {
  readonly #options: UndoToastOptions;
  #element: HTMLElement | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Element focused before the toast. */
  #before: Element | null = null;

  #onClose: (() => void) | null = null;
  #isOverlayFocused = false;

  constructor(options: UndoToastOptions) {
    this.#options = options;
    options.events.watch('keydown', this.#onKey);
    options.signal.addEventListener('abort', () => this.close());
  }

  /**
   * @param onClose - called however the toast closes
   * @returns token for `isShowing`
   */
  show(
    sentence: readonly Child[],
    undo: (() => void) | null,
    further: ToastFurther | null = null,
    onClose: (() => void) | null = null,
  ): HTMLElement {
    this.close();
    this.#onClose = onClose;
    const { overlay, events, live, root, texts } = this.#options;
    const toast = el(
      'div',
      { className: 'toast', popover: 'manual', lang: texts.language },
      el('span', {}, ...sentence),
    );
    const addButton = (label: readonly Child[], action: () => void): void => {
      const button = el('button', { className: 'undo' }, ...label);
      toast.append(
        events.onPress(button, () => {
          this.#leave();
          this.close();
          action();
        }),
      );
    };
    if (undo !== null) addButton([texts.text('undo')], undo);
    if (further !== null) addButton(further.label, further.action);
    toast.addEventListener('pointerenter', () => clearTimeout(this.#timer));
    toast.addEventListener('pointerleave', () => this.#closeLater());
    this.#element = toast;
    const spoken = [...toast.children].map(({ textContent }) => textContent).join(' ');
    void visibleViewport().then(async (room) => {
      if (this.#element !== toast) return;
      const what = {
        kind: 'toast',
        sentence: toPieces(sentence),
        hasUndo: undo !== null,
        further: further === null ? null : toPieces(further.label),
      } as const;
      const isRemote = await overlay.show(what, room, ({ kind }) => {
        if (kind === 'undo') undo?.();
        else if (kind === 'further') further?.action();
      });
      if (this.#element !== toast) return;
      if (isRemote) {
        clearTimeout(this.#timer);
        this.#element = null;
        return;
      }
      const { left, right, bottom } = room;
      live.say(spoken);
      root.append(toast);
      if (!isConnected(toast)) return;
      toast.style.left = `${(left + right) / 2}px`;
      toast.style.top = `${bottom - 20}px`;
      toast.style.maxWidth = `${right - left - 32}px`;
      toast.showPopover();
    });
    this.#closeLater();
    return toast;
  }

  isShowing(toast: HTMLElement): boolean {
    return this.#element === toast;
  }

  /** Tab moves the focus into the toast, Escape back. */
  readonly #onKey = (event: KeyboardEvent): void => {
    if (!event.isTrusted || (event.key !== 'Tab' && event.key !== 'Escape')) return;
    const buttons = [...(this.#element?.querySelectorAll('button') ?? [])];
    const [button] = buttons;
    const { overlay, root } = this.#options;
    const { activeElement } = root;
    if (overlay.isOpen && !this.#isOverlayFocused && event.key === 'Tab' && activeElement === null) {
      this.#isOverlayFocused = true;
      overlay.notify('enter');
      event.preventDefault();
      event.stopImmediatePropagation();
    }
    if (button === undefined) return;
    const at = buttons.findIndex((each) => each === activeElement);
    const next = event.key === 'Tab' ? buttons[at + (event.shiftKey ? -1 : 1)] : undefined;
    if (at >= 0 && next !== undefined) next.focus();
    else if (at >= 0) this.#leave();
    // The reader moved on, or a card or question has the focus.
    else if (event.key === 'Escape' || this.#before !== null) return;
    else if (activeElement?.closest('.card, dialog') != null) return;
    else this.enter();
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  enter(): void {
    this.#before = deepFocus();
    this.#element?.querySelector('button')?.focus();
  }

  #leave(): void {
    if (this.#before instanceof HTMLElement || this.#before instanceof SVGElement) this.#before.focus();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#element?.remove();
    this.#element = null;
    this.#before = null;
    this.#isOverlayFocused = false;
    this.#options.overlay.close();
    const onClose = this.#onClose;
    this.#onClose = null;
    onClose?.();
  }

  #closeLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      if (this.#element?.contains(this.#options.root.activeElement) === true) this.#closeLater();
      else this.close();
    }, SHOWN_FOR_MS);
  }
}
