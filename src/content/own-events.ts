/** What a page could hear of what happens in our own elements, and act on: shortcuts, focus traps, menus that close. */
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
  'focusin',
  'focusout',
] as const;

type KeptEvent = (typeof KEPT_FROM_PAGE)[number];

/**
 * Keeps what happens in the shadow root from the page, and brings clicks to the buttons they were meant for.
 *
 * An event that is stopped on the window never reaches its target, so nothing in the shadow root has listeners of
 * its own for these. What browsers do by themselves (focus, radio buttons, scrolling) does not depend on them.
 */
export class OwnEvents {
  readonly #root: ShadowRoot;
  readonly #signal: AbortSignal;
  readonly #actions = new WeakMap<EventTarget, (event: MouseEvent) => void>();
  readonly #watchers = new Map<string, ((event: Event) => void)[]>();

  constructor(root: ShadowRoot, signal: AbortSignal) {
    this.#root = root;
    this.#signal = signal;
  }

  /**
   * Call after all others of ours that listen on the window, so that they hear of it first; and again after the
   * document was written anew.
   */
  listen(): void {
    for (const type of KEPT_FROM_PAGE) {
      addEventListener(type, this.#onEvent, { capture: true, signal: this.#signal });
    }
  }

  /**
   * Hears of such events anywhere in the page, before the page does. The one who asks may have been loaded long after the
   * page's own scripts: the listener on the window is from before them.
   */
  watch<Type extends KeptEvent>(type: Type, watcher: (event: WindowEventMap[Type]) => void): void {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- only events of this type reach it
    const watchers = [...(this.#watchers.get(type) ?? []), watcher as (event: Event) => void];
    this.#watchers.set(type, watchers);
  }

  /** Runs the action when the reader clicks the element; never when a script does. */
  onClick<Clicked extends HTMLElement>(element: Clicked, action: (event: MouseEvent) => void): Clicked {
    this.#actions.set(element, action);
    return element;
  }

  readonly #onEvent = (event: Event): void => {
    for (const watch of this.#watchers.get(event.type) ?? []) watch(event);
    const path = event.composedPath();
    if (!path.includes(this.#root.host)) return;
    event.stopImmediatePropagation();
    if (event.type !== 'click' || !event.isTrusted || !(event instanceof MouseEvent)) return;
    for (const target of path) {
      const action = this.#actions.get(target);
      if (action === undefined) continue;
      action(event);
      return;
    }
  };
}
