import { el } from '../dom/element.ts';

/** Events in our elements that a page could act on: shortcuts, focus traps, menus that close. */
const KEPT_FROM_PAGE = [
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
  // In Chromium these leave the shadow root, and would reveal the number of marks.
  'beforetoggle',
  'toggle',
] as const;

type KeptEvent = (typeof KEPT_FROM_PAGE)[number];

/**
 * Hides events in the shadow root from the page, and runs the actions of our buttons.
 *
 * An event that is stopped on the window never reaches its target, and the path that the window sees ends at the host
 * of the closed root, so that no listener learns which button was clicked. The browser's default action still happens:
 * it resets the form of a reset button and dispatches `reset`, which never leaves a shadow root.
 */
export class OwnEvents {
  readonly #host: Element;
  readonly #signal: AbortSignal;
  readonly #watchers = new Map<string, ((event: Event) => void)[]>();

  /** The reader's last click on something of ours, until a button takes it. */
  #click: MouseEvent | null = null;

  constructor({ host }: ShadowRoot, signal: AbortSignal) {
    this.#host = host;
    this.#signal = signal;
  }

  /** Call after our other window listeners, so that they run first, and again after the document was rewritten. */
  listen(): void {
    for (const type of KEPT_FROM_PAGE) {
      addEventListener(type, this.#onEvent, { capture: true, signal: this.#signal });
    }
  }

  /**
   * Listens to such events anywhere in the page, before the page. The caller may have been loaded long after the page's
   * scripts, but this window listener was registered before them.
   */
  watch<Type extends KeptEvent>(type: Type, watcher: (event: WindowEventMap[Type]) => void): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this type reach it
    const watchers = [...(this.#watchers.get(type) ?? []), watcher as (event: Event) => void];
    this.#watchers.set(type, watchers);
  }

  /**
   * Runs the action when the reader presses the button, by mouse, key, finger or assistive technology; never when a script
   * does.
   *
   * @returns what to put where the button belongs: a form of its own around it, without a box
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
