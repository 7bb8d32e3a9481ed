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
  /** The reader has put away that a list is too old. */
  readonly onExpiryDismissed: () => void;
  readonly signal: AbortSignal;
}

interface Sign {
  readonly message: OpenMessage;
  readonly text: string;
  readonly element: HTMLElement;
  /** In a lower message it is not shown. CSS pixels. */
  readonly minHeight: number;
  /** From the body's left and upper edge, and how wide it was there; undefined until it is shown. CSS pixels. */
  at: { readonly left: number; readonly top: number; readonly width: number } | undefined;
  /** How often it was folded. */
  folds: number;
}

/** A sign that the pointer is this near to stays where it is, whatever comes below it. CSS pixels. */
const POINTER_PX = 40;

/** From something that may have come below a sign to the look whether it did. Milliseconds. */
const LOOK_DELAY_MS = 250;

/** So often a sign that was folded is tried anew by itself: on a busy machine the time for a look runs out. */
const MAX_FOLDS = 12;

/** After so many of them it is the page that takes the time. */
const SURE_FOLDS = 2;

/** A look takes no more than about one of so many parts of the time, however long it takes itself. */
const LOOK_SHARE = 40;

/** Of a narrow message the sign is no narrower than this. CSS pixels. */
const MIN_SIGN_PX = 280;

/** A body narrower than this is not shown. CSS pixels. */
const MIN_BODY_PX = 40;

/** In a message lower than this, its marks are seen at once, and a sign would only cover it. CSS pixels. */
const MIN_DANGER_BODY_PX = 160;

/**
 * One small sign at the upper edge of a message that has dangerous links, or could not be checked. It lies where nothing
 * else is, scrolls with the message, and can be put away.
 */
export class MessageSigns {
  readonly #options: MessageSignsOptions;
  /** By the body: webmails keep earlier views of a message hidden in the page, under the same name. */
  readonly #signs = new Map<Element, Sign>();
  /** Signs that the reader put away, by message and text: another finding is a new sign. */
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

  /** Something of the page may have come where a sign is: then it goes elsewhere, unless somebody is about to press it. */
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

  /** Larger letters come when it stands already: it stays in the window. A sign that is gone has no size. */
  readonly #growth = new ResizeObserver(() => {
    for (const sign of this.#signs.values()) {
      const { left, top, right, bottom, height } = sign.element.getBoundingClientRect();
      const isLow = bottom > innerHeight;
      // What can be pressed in it stands at its lower edge.
      if (isLow || right > innerWidth)
        this.#put(sign, { left, top: isLow ? Math.max(4, innerHeight - height - 4) : top });
    }
  });

  /** To where less is below it; a little less is not worth it. */
  #move(sign: Sign): void {
    const { element, message } = sign;
    const { host } = this.#options.root;
    const box = element.getBoundingClientRect();
    const cost = costOf(box, message.body, host);
    // What the reader has opened stays as it is.
    const isOpen = element.querySelector<HTMLElement>('.reasons')?.hidden === false;
    const wasFolded = element.classList.contains('folded');
    // One that is folded has room to unfold, perhaps.
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
      // Another text stays where it was: a place is dear to find, a message of thousands of links says another number
      // again and again, and nothing comes under the pointer that was not there. What is below it is looked at later.
      // Nor does it take from the reader what was open, or the button that had the focus.
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
      // First of all: with the old one Chromium would take the new one out of the order of Tab, as both are at one body.
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

  /** After the host was put back: everything that was open is closed. */
  redraw(): void {
    for (const { element } of this.#signs.values()) element.remove();
    this.showMissing();
  }

  /** Shows those that could not be before. */
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

  /** Shown only while the upper edge of the body is in sight: the sign belongs there. */
  #draw(sign: Sign, seen: DOMRectReadOnly, whole: DOMRectReadOnly): void {
    const { element, message, minHeight } = sign;
    // A frame that is the message begins where its document does, wherever a mail's own margins have put its body.
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
    // It would lie over a question. When that is answered, all are looked at again.
    if (root.querySelector('dialog') !== null) return;
    root.append(element);
    element.showPopover({ source: body });
    this.#growth.observe(element);
    // Where one with another text stood, nothing is read: in a message of thousands of links the browser would lay out at
    // once for it, again and again.
    if (sign.at === undefined) this.#put(sign, this.#place(sign));
    else pin(element, sign.at);
  }

  /** Where nothing is; where room can be made; else less of it is shown: its icon and its title. */
  #place(sign: Sign): SignPlace {
    const { element, message } = sign;
    const { body } = message;
    const find = (enough?: number): SignPlace =>
      freePlace(element.getBoundingClientRect(), body, this.#options.root.host, enough);
    element.classList.remove('folded');
    // No wider than what is seen of the message: beside it is the webmail's own.
    const { left, right } = boxOf(body);
    element.style.maxWidth = `min(96vw, 40em, max(${MIN_SIGN_PX}px, ${Math.min(right, innerWidth) - Math.max(left, 0) - 8}px))`;
    let whole = find(1);
    // Not where time ran out at first: then nothing is known of the page yet, and what is in a message moves for nothing.
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

/** Whatever becomes of the message's width, it stays in the window. */
function pin(element: HTMLElement, { left, top, width }: NonNullable<Sign['at']>): void {
  element.style.left = `min(anchor(left) + ${left}px, 100vw - ${width + 4}px)`;
  element.style.top = `calc(anchor(top) + ${top}px)`;
}
