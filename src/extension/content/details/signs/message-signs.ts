import { afterLayout } from '../../dom/after-layout.ts';
import type { MessageSign } from '../../marks/message-sign.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';
import { boxOf, findAll, isConnected, localName } from '../../dom/unclobbered.ts';
import { isIn } from '../../dom/visible-viewport.ts';
import { costOf, freePlace, type SignPlace } from './sign-place.ts';
import { showPinned } from '../views/show-pinned.ts';
import { SignRooms } from './sign-room.ts';
import { signText, signView, type SignViewOptions } from './sign-view.ts';

export interface MessageSignsOptions extends SignViewOptions {
  readonly root: ShadowRoot;
  readonly onExpiryDismissed: () => void;
  readonly signal: AbortSignal;
}

interface Sign {
  readonly message: OpenMessage;
  readonly text: string;
  readonly element: HTMLElement;
  /** CSS pixels. Only higher messages get this sign. */
  readonly minHeight: number;
  /** From the body's corner, CSS pixels; undefined until shown. */
  at: { readonly left: number; readonly top: number; readonly width: number } | undefined;
  folds: number;
  /** In the message. Tab comes to the sign after it. */
  leaf: Element | undefined;
}

/** Signs this near the pointer don't move. */
const POINTER_PX = 40;

/** Debounce. */
const LOOK_DELAY_MS = 250;

/** Attempts to unfold a sign. One may fail because hit tests ran out of time. */
const MAX_FOLDS = 12;

/** After so many folds, make room even if hit tests ran out of time. */
const SURE_FOLDS = 2;

/** At most 1/40 of the time is spent looking for overlaps. */
const LOOK_SHARE = 40;

const MIN_SIGN_PX = 280;

/** Narrower bodies count as hidden. */
const MIN_BODY_PX = 40;

/** For signs that are only about links: lower messages show all marks at once, and a sign would cover them. */
const MIN_DANGER_BODY_PX = 160;

/** Dismissible signs at messages' upper edges: about links, sender and evidence. */
export class MessageSigns {
  readonly #options: MessageSignsOptions;
  /** By body: webmails keep hidden views of a message with the same key. */
  readonly #signs = new Map<Element, Sign>();
  /** Dismissed signs by message and text, so that new findings show again. */
  readonly #hidden = new Set<string>();
  readonly #rooms = new SignRooms();
  readonly #observer: IntersectionObserver;
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

  rearrange(): void {
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

  /** A sign that late fonts push beyond the window is moved. Removed signs have no size. */
  readonly #growth = new ResizeObserver(() => {
    for (const sign of this.#signs.values()) {
      const { left, top, right, bottom, height } = sign.element.getBoundingClientRect();
      const isLow = bottom > innerHeight;
      // Keep the bottom visible: the sign's buttons are there.
      if (isLow || right > innerWidth)
        this.#put(sign, { left, top: isLow ? Math.max(4, innerHeight - height - 4) : top });
    }
  });

  #move(sign: Sign): void {
    const { element, message } = sign;
    const { host } = this.#options.root;
    const box = element.getBoundingClientRect();
    const cost = costOf(box, message.body, host);
    const isOpen = element.querySelector<HTMLElement>('.reasons')?.hidden === false;
    const wasFolded = element.classList.contains('folded');
    // A folded sign may have room to unfold.
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

  update(wanted: ReadonlyMap<OpenMessage, MessageSign>): void {
    const bodies = new Set<Element>();
    for (const [message, sign] of wanted) {
      const said = signText(sign, this.#options.texts);
      const text = said.title + said.rest + said.files.join('');
      if (this.#hidden.has(`${message.key}\n${text}`)) continue;
      const { body } = message;
      bodies.add(body);
      const old = this.#signs.get(body);
      const isPlaced = old?.leaf === undefined || isConnected(old.leaf);
      if (old?.text === text && old.message === message && isPlaced) continue;
      // A new text keeps place, folding and focus: counts change often, placing is expensive, and nothing may appear
      // under the pointer.
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
        leaf: undefined,
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
      // Removed first: otherwise Chromium drops the new sign from the tab order.
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
    this.rearrange();
  }

  redraw(): void {
    for (const { element } of this.#signs.values()) element.remove();
    this.showMissing();
  }

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

  /** Shows the sign while the body's upper edge is visible. */
  #draw(sign: Sign, seen: DOMRectReadOnly, whole: DOMRectReadOnly): void {
    const { element, message, minHeight } = sign;
    // A message that fills its frame starts at the document's edge, whatever its margins.
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
    // The sign would cover the question.
    if (root.querySelector('dialog') !== null) return;
    const leaf = leafIn(body);
    sign.leaf = leaf;
    showPinned(root, element, body, leaf);
    this.#growth.observe(element);
    // Placing it again at each change of text would force a layout.
    if (sign.at === undefined) this.#put(sign, this.#place(sign));
    else pin(element, sign.at);
  }

  /** Tries a free place, then making room, then folding to icon and title. */
  #place(sign: Sign): SignPlace {
    const { element, message } = sign;
    const { body } = message;
    const find = (enough?: number): SignPlace =>
      freePlace(element.getBoundingClientRect(), body, this.#options.root.host, enough);
    element.classList.remove('folded');
    // A wider sign would cover the webmail beside the message.
    const { left, right } = boxOf(body);
    element.style.maxWidth = `min(96vw, 40em, max(${MIN_SIGN_PX}px, ${Math.min(right, innerWidth) - Math.max(left, 0) - 8}px))`;
    let whole = find(1);
    // After a timeout too little is known to move the message.
    const isSure = whole.isKnown || sign.folds >= SURE_FOLDS;
    const isWanted = whole.cost > 0 && isSure && body instanceof HTMLElement;
    if (isWanted && this.#rooms.make(body, element.offsetHeight)) {
      whole = find(1);
      if (whole.cost > 0) this.#rooms.giveBack(body);
    }
    if (whole.cost === 0) return whole;
    element.classList.add('folded');
    if (++sign.folds <= MAX_FOLDS) this.rearrange();
    return find();
  }
}

/** The first drawn element without elements inside. A link if need be: its mark may take its place as a source. */
function leafIn(body: HTMLElement): HTMLElement {
  const drawn = (selector: string): HTMLElement | undefined =>
    findAll(body, selector)
      .filter((leaf) => leaf instanceof HTMLElement)
      .find((leaf) => boxOf(leaf).height > 0);
  return drawn(':not(:has(*), [tabindex], a, iframe)') ?? drawn('a:not(:has(*), [tabindex])') ?? body;
}

function pin(element: HTMLElement, { left, top, width }: NonNullable<Sign['at']>): void {
  element.style.left = `min(anchor(left) + ${left}px, 100vw - ${width + 4}px)`;
  element.style.top = `calc(anchor(top) + ${top}px)`;
}
