import { afterLayout } from '../../dom/after-layout.ts';
import type { MessageSign } from '../../marks/message-sign.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';
import { boxOf, localName } from '../../dom/unclobbered.ts';
import { isIn } from '../../dom/visible-viewport.ts';
import { costOf, freePlace, type SignPlace } from './sign-place.ts';
import { SignRooms } from './sign-room.ts';
import { signText, signView, type SignViewOptions } from './sign-view.ts';

export interface MessageSignsOptions extends SignViewOptions {
  readonly root: ShadowRoot;
  /** The reader dismissed the sign of an expired list. */
  readonly onExpiryDismissed: () => void;
  readonly signal: AbortSignal;
}

interface Sign {
  readonly message: OpenMessage;
  readonly text: string;
  readonly element: HTMLElement;
  /** Minimum height of the message for this sign. CSS pixels. */
  readonly minHeight: number;
  /** Offset from the body's left and upper edge, and width; undefined until it is shown. CSS pixels. */
  at: { readonly left: number; readonly top: number; readonly width: number } | undefined;
  /** How often it was folded for lack of time. */
  folds: number;
}

/** With the pointer this near, a sign does not move. CSS pixels. */
const POINTER_PX = 40;

/** Debounce of the check whether something overlaps a sign. Milliseconds. */
const LOOK_DELAY_MS = 250;

/** Retries of a folded sign: on a busy machine the time for a look may run out. */
const MAX_FOLDS = 12;

/** After this many looks that ran out of time, the page is the cause. */
const SURE_FOLDS = 2;

/** Looks take at most one part in this many of the time. */
const LOOK_SHARE = 40;

/** Minimum width of a sign. CSS pixels. */
const MIN_SIGN_PX = 280;

/** A narrower body is taken for hidden. CSS pixels. */
const MIN_BODY_PX = 40;

/** A lower message shows all its marks at once, and a sign would only cover it. CSS pixels. */
const MIN_DANGER_BODY_PX = 160;

/**
 * One small sign at the upper edge of a message that has dangerous links or could not be checked. It lies on a free
 * place, scrolls with the message, and can be dismissed.
 */
export class MessageSigns {
  readonly #options: MessageSignsOptions;
  /** Keyed by body, since webmails keep earlier views of a message hidden in the page under the same key. */
  readonly #signs = new Map<Element, Sign>();
  /** Dismissed signs, by message and text: another finding is a new sign. */
  readonly #hidden = new Set<string>();
  readonly #rooms = new SignRooms();
  readonly #observer: IntersectionObserver;
  /** Null until it has moved. */
  #pointer: { readonly x: number; readonly y: number } | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #lookDelay = LOOK_DELAY_MS;

  constructor(options: MessageSignsOptions) {
    this.#options = options;
    this.#observer = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      threshold: Array.from({ length: 21 }, (_, step) => step / 20),
    });
    options.events.watch('pointermove', ({ clientX, clientY }) => {
      this.#pointer = { x: clientX, y: clientY };
    });
    options.signal.addEventListener('abort', () => {
      this.#observer.disconnect();
      this.#growth.disconnect();
      this.#rooms.giveAllBack();
      clearTimeout(this.#timer);
    });
  }

  /** Moves signs that the page now overlaps, unless the pointer is close to one. */
  lookAround(): void {
    if (this.#signs.size === 0 || this.#options.signal.aborted) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      afterLayout(() => {
        const startedAt = performance.now();
        for (const sign of this.#signs.values()) {
          if (sign.element.isConnected && !this.#isPointerNear(sign.element)) this.#move(sign);
        }
        this.#lookDelay = Math.max(LOOK_DELAY_MS, (performance.now() - startedAt) * LOOK_SHARE);
      });
    }, this.#lookDelay);
  }

  #isPointerNear(element: HTMLElement): boolean {
    if (this.#pointer === null) return false;
    const { left, top, right, bottom } = element.getBoundingClientRect();
    const around = {
      left: left - POINTER_PX,
      top: top - POINTER_PX,
      right: right + POINTER_PX,
      bottom: bottom + POINTER_PX,
    };
    return isIn(around, this.#pointer.x, this.#pointer.y);
  }

  /** Fonts may load later and make it larger: keep it in the window. A removed sign has no size. */
  readonly #growth = new ResizeObserver(() => {
    for (const sign of this.#signs.values()) {
      const { left, top, right, bottom, height } = sign.element.getBoundingClientRect();
      const isLow = bottom > innerHeight;
      // Its buttons are at its lower edge.
      if (isLow || right > innerWidth)
        this.#put(sign, { left, top: isLow ? Math.max(4, innerHeight - height - 4) : top });
    }
  });

  /** Moves only if the new place covers clearly less. */
  #move(sign: Sign): void {
    const { element, message } = sign;
    const { host } = this.#options.root;
    const box = element.getBoundingClientRect();
    const cost = costOf(box, message.body, host);
    // A sign that the reader unfolded stays unfolded.
    const isOpen = element.querySelector<HTMLElement>('.reasons')?.hidden === false;
    const wasFolded = element.classList.contains('folded');
    // A folded sign may have room to unfold now.
    if (cost === 0 && !wasFolded) return;
    const place = isOpen ? freePlace(box, message.body, host) : this.#place(sign);
    const isWhole = wasFolded && !element.classList.contains('folded');
    if (isWhole || (cost > 0 && place.cost * 2 <= cost)) this.#put(sign, place);
    else element.classList.toggle('folded', wasFolded);
  }

  #put(sign: Sign, { left, top }: { readonly left: number; readonly top: number }): void {
    const body = boxOf(sign.message.body);
    sign.at = { left: left - body.left, top: top - body.top, width: sign.element.offsetWidth };
    pin(sign.element, sign.at);
  }

  /** Makes the signs exactly these. */
  update(wanted: ReadonlyMap<OpenMessage, MessageSign>): void {
    const bodies = new Set<Element>();
    for (const [message, sign] of wanted) {
      const said = signText(sign, this.#options.texts);
      const text = said.title + said.rest;
      if (this.#hidden.has(`${message.key}\n${text}`)) continue;
      const { body } = message;
      bodies.add(body);
      const old = this.#signs.get(body);
      if (old?.text === text && old.message === message) continue;
      // A new text keeps place, folding and focus of the old one: finding a place is expensive, the count in a message
      // of thousands of links changes again and again, and nothing new may appear under the pointer. Overlaps are
      // checked later.
      const isOpen = old?.element.querySelector<HTMLElement>('.reasons')?.hidden === false;
      const next: Sign = {
        message,
        text,
        minHeight:
          sign.unchecked === null && sign.evidence.length === 0 && sign.unplaced === undefined
            ? MIN_DANGER_BODY_PX
            : 0,
        at: old?.at,
        folds: 0,
        element: signView(
          message,
          sign,
          said,
          isOpen,
          () => this.#dismiss(message, sign, text),
          this.#options,
        ),
      };
      const isShown = old?.element.isConnected === true;
      const focused = this.#options.root.activeElement;
      const hadFocus = isShown && old.element.contains(focused);
      // First of all: if both stand beside one body, removing the old sign makes Chromium drop the new one from the tab
      // order.
      this.#remove(body);
      this.#signs.set(body, next);
      if (isShown) this.#show(next);
      for (const button of hadFocus ? next.element.querySelectorAll('button') : []) {
        if (button.textContent === focused?.textContent) button.focus();
      }
      this.#observer.observe(body);
    }
    for (const body of this.#signs.keys()) {
      if (bodies.has(body)) continue;
      this.#remove(body);
      this.#rooms.giveBack(body);
    }
    this.lookAround();
  }

  /** Call after the host was put back: everything that was open is closed. */
  redraw(): void {
    for (const { element } of this.#signs.values()) element.remove();
    this.showMissing();
  }

  /** Shows signs that found no place before. */
  showMissing(): void {
    for (const body of this.#signs.keys()) {
      this.#observer.unobserve(body);
      this.#observer.observe(body);
    }
  }

  #dismiss({ key, body }: OpenMessage, { unchecked }: MessageSign, text: string): void {
    this.#hidden.add(`${key}\n${text}`);
    this.#remove(body);
    this.#rooms.giveBack(body);
    if (unchecked === 'expired') this.#options.onExpiryDismissed();
  }

  #remove(body: Element): void {
    this.#signs.get(body)?.element.remove();
    this.#observer.unobserve(body);
    this.#signs.delete(body);
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, intersectionRect, boundingClientRect } of entries) {
      const sign = this.#signs.get(target);
      if (sign !== undefined) this.#draw(sign, intersectionRect, boundingClientRect);
    }
  }

  /** Shown only while the body's upper edge is in the viewport. */
  #draw(sign: Sign, seen: DOMRectReadOnly, whole: DOMRectReadOnly): void {
    const { element, message, minHeight } = sign;
    // If the frame is the message, it begins at the document's edge, whatever margins the mail gives its body.
    const isPage = localName(message.body) === 'body' && scrollY < 2;
    const top = isPage ? Math.max(whole.top, 0) : whole.top;
    const isInSight =
      seen.width >= MIN_BODY_PX && whole.height > minHeight && Math.abs(seen.top - top) < 2 && top >= -2;
    if (!isInSight) element.remove();
    else if (!element.isConnected) this.#show(sign);
  }

  #show(sign: Sign): void {
    const { element, message } = sign;
    const { body } = message;
    const { root } = this.#options;
    if (!(body instanceof HTMLElement) || !root.host.isConnected) return;
    // It would cover a question; all signs are placed again when that is answered.
    if (root.querySelector('dialog') !== null) return;
    root.append(element);
    element.showPopover({ source: body });
    this.#growth.observe(element);
    // If only the text changed, layout is not read: in a message of thousands of links that would force a layout again
    // and again.
    if (sign.at === undefined) this.#put(sign, this.#place(sign));
    else pin(element, sign.at);
  }

  /** A free place; else room made for it; else folded to icon and title. */
  #place(sign: Sign): SignPlace {
    const { element, message } = sign;
    const { body } = message;
    const find = (enough?: number): SignPlace =>
      freePlace(element.getBoundingClientRect(), body, this.#options.root.host, enough);
    element.classList.remove('folded');
    // No wider than the visible part of the message: next to it is the webmail.
    const { left, right } = boxOf(body);
    element.style.maxWidth = `min(96vw, 40em, max(${MIN_SIGN_PX}px, ${Math.min(right, innerWidth) - Math.max(left, 0) - 8}px))`;
    let whole = find(1);
    // Not if time ran out at once: then nothing is known of the page, and the message would move for nothing.
    const isSure = whole.isKnown || sign.folds >= SURE_FOLDS;
    const isWanted = whole.cost > 0 && isSure && body instanceof HTMLElement;
    if (isWanted && this.#rooms.make(body, element.offsetHeight)) {
      whole = find(1);
      if (whole.cost > 0) this.#rooms.giveBack(body);
    }
    if (whole.cost === 0) return whole;
    element.classList.add('folded');
    if (++sign.folds <= MAX_FOLDS) this.lookAround();
    return find();
  }
}

/** It stays in the window if the message gets narrower. */
function pin(element: HTMLElement, { left, top, width }: NonNullable<Sign['at']>): void {
  element.style.left = `min(anchor(left) + ${left}px, 100vw - ${width + 4}px)`;
  element.style.top = `calc(anchor(top) + ${top}px)`;
}
