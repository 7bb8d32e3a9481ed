import { el } from '../dom/element.ts';

/** Pages could react to these, as by shortcuts, focus traps or closing menus. */
const HIDDEN_FROM_PAGE = [
  'click',
  'auxclick',
  'dblclick',
  'contextmenu',
  'pointerdown',
  'pointerup',
  'pointerover',
  'pointerout',
  'pointermove',
  'mousedown',
  'mouseup',
  'mouseover',
  'mouseout',
  'mousemove',
  'touchstart',
  'touchend',
  'keydown',
  'keyup',
  'keypress',
  'beforeinput',
  'input',
  'change',
  'focus',
  'blur',
  'focusin',
  'focusout',
  // In Chromium these leave the shadow root, revealing the number of marks.
  'beforetoggle',
  'toggle',
] as const;

type HiddenEvent = (typeof HIDDEN_FROM_PAGE)[number];

/**
 * Hides our events from the page, and runs our buttons.
 *
 * Events are stopped on the window, where a closed root's path names the host, not the button. So buttons use a default
 * action: a reset button resets its form, and `reset` never leaves a shadow root.
 */
export class OwnEvents {
  readonly #host: Element;
  readonly #signal: AbortSignal;
  readonly #watchers = new Map<string, ((event: Event) => void)[]>();

  /** The last trusted click, until `reset` consumes it. */
  #click: MouseEvent | null = null;

  constructor({ host }: ShadowRoot, signal: AbortSignal) {
    this.#host = host;
    this.#signal = signal;
  }

  /** Call after adding our other window listeners, so that they run first; repeat after `document.open`. */
  listen(): void {
    for (const type of HIDDEN_FROM_PAGE) {
      addEventListener(type, this.#onEvent, { capture: true, signal: this.#signal });
    }
  }

  /** Runs before the page's listeners, even if added late. */
  watch<Type extends HiddenEvent>(type: Type, watcher: (event: WindowEventMap[Type]) => void): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this type reach it
    const watchers = [...(this.#watchers.get(type) ?? []), watcher as (event: Event) => void];
    this.#watchers.set(type, watchers);
  }

  /**
   * For mouse, key, touch and assistive technology, not for scripts.
   *
   * @returns the button in its own form, without a box
   */
  onPress(
    button: HTMLButtonElement,
    action: (click: MouseEvent, button: HTMLButtonElement) => void,
  ): HTMLElement {
    button.type = 'reset';
    const form = el('form', { role: 'none' }, button);
    form.addEventListener('reset', () => {
      const click = this.#click;
      this.#click = null;
      if (click !== null) action(click, button);
    });
    return form;
  }

  readonly #onEvent = (event: Event): void => {
    for (const watch of this.#watchers.get(event.type) ?? []) watch(event);
    if (!event.composedPath().includes(this.#host)) return;
    event.stopImmediatePropagation();
    if (event.type === 'click') this.#click = event.isTrusted && event instanceof MouseEvent ? event : null;
  };
}
