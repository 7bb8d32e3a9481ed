import { afterLayout } from '../../dom/after-layout.ts';
import type { LinkCard } from './link-card.ts';
import type { LinkMarks } from '../../marks/link-marks.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { OwnEvents } from '../../marks/own-events.ts';
import { findAll } from '../../dom/unclobbered.ts';
import type { LiveRegion } from '../toasts/live-region.ts';

export interface CardControlOptions {
  readonly root: ShadowRoot;
  readonly card: LinkCard;
  readonly marks: LinkMarks;
  readonly live: LiveRegion;
  /** A question is open, or the extension is gone. */
  readonly isBlocked: () => boolean;
  readonly sentenceOf: (marked: MarkedLink) => string;
  readonly signal: AbortSignal;
}

const OPEN_DELAY_MS = 350;

/** After the pointer has left link and card. */
export const CLOSE_DELAY_MS = 300;

/** Badges are too small for touch, so taps this near count. */
const TOUCH_SLACK_PX = 10;

/** Between hit tests of badges. */
const BADGE_LOOK_MS = 100;

/**
 * Opens the card on hover of a marked link or badge, on focus, and on a tap on the badge.
 *
 * Badges get no pointer events, hence the hit tests: with `html:has(> :hover)`, a sender's style sheet could detect
 * what was flagged.
 */
export class CardControl {
  readonly #options: CardControlOptions;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;
  #hovered: MarkedLink | null = null;
  #pointer: { readonly x: number; readonly y: number } | null = null;
  #badgeTimer: ReturnType<typeof setTimeout> | undefined;
  #focused: Element | null = null;
  /** Link left by keyboard: Tab must not enter its card again. */
  #left: Element | null = null;

  constructor(options: CardControlOptions) {
    this.#options = options;
    options.signal.addEventListener('abort', () => {
      clearTimeout(this.#openTimer);
      clearTimeout(this.#closeTimer);
      clearTimeout(this.#badgeTimer);
    });
  }

  listen(events: OwnEvents): void {
    events.watch('pointermove', this.#onMove);
    events.watch('pointerover', this.#onOver);
    events.watch('pointerout', ({ relatedTarget }) => {
      if (relatedTarget === null && window !== window.top) this.#hover(null);
    });
    events.watch('click', this.#onClick);
    events.watch('focusin', this.#onFocus);
    events.watch('focusout', this.#onBlur);
    events.watch('keydown', this.#onKey);
    this.lookUnderPointer();
    this.lookAtFocus();
  }

  /** A resting pointer sends no event when its link is marked. */
  lookUnderPointer(): void {
    const marked = this.#options.marks.markedIn(findAll(document, ':hover').toReversed());
    if (marked?.link.element === this.#hovered?.link.element) return;
    if (marked === null) {
      // The card stays: the mark may be gone, or the pointer on a badge.
      this.#hovered = null;
      return;
    }
    this.#isOverLink = true;
    this.#hover(marked);
  }

  /** For a link focused before it was marked, or before this file loaded. */
  lookAtFocus(): void {
    const marked = this.#options.marks.focusedLink();
    if (marked === null || marked.link.element === this.#focused) return;
    this.#focused = marked.link.element;
    this.#focus(marked, marked.link.element);
  }

  dismiss(): void {
    clearTimeout(this.#openTimer);
    this.#options.card.close();
  }

  show(marked: MarkedLink, pointer: { readonly x: number; readonly y: number } | null): void {
    clearTimeout(this.#openTimer);
    clearTimeout(this.#closeTimer);
    const place = this.#options.marks.placeOf(marked);
    if (place !== null && !this.#options.isBlocked())
      void this.#options.card.open(marked, place.anchor, place.near, pointer);
  }

  async enter(marked: MarkedLink): Promise<void> {
    const { card, isBlocked, marks } = this.#options;
    const place = marks.placeOf(marked);
    if (place === null || isBlocked()) return;
    await card.open(marked, place.anchor, place.near, null);
    this.#goInto(marked);
  }

  /** Call when the card in the top frame has closed: the pointer's way out was not seen here. */
  lookAtNextMove(): void {
    this.#hovered = null;
    this.#looksAtMove = true;
  }

  #looksAtMove = false;

  readonly #onMove = (event: PointerEvent): void => {
    const pointer = { x: event.clientX, y: event.clientY };
    this.#pointer = pointer;
    if (this.#looksAtMove) {
      this.#looksAtMove = false;
      this.lookUnderPointer();
    }
    if (!this.#options.marks.hasShown) return;
    this.#badgeTimer ??= setTimeout(() => {
      afterLayout(() => {
        this.#badgeTimer = undefined;
        const marked = this.#options.marks.markAt(
          this.#pointer?.x ?? pointer.x,
          this.#pointer?.y ?? pointer.y,
        );
        if (marked !== null) this.#hover(marked);
        else if (this.#hovered !== null && !this.#isOverLink) this.#hover(null);
      });
    }, BADGE_LOOK_MS);
  };

  #isOverLink = false;

  readonly #onOver = (event: PointerEvent): void => {
    const path = event.composedPath();
    if (path.includes(this.#options.root.host)) {
      clearTimeout(this.#closeTimer);
      clearTimeout(this.#openTimer);
      this.#isOverLink = true;
      return;
    }
    const marked = event.pointerType === 'touch' ? null : this.#options.marks.markedIn(path);
    this.#isOverLink = marked !== null;
    this.#hover(marked);
  };

  #hover(marked: MarkedLink | null): void {
    const { card } = this.#options;
    if (marked?.link.element !== this.#hovered?.link.element) clearTimeout(this.#openTimer);
    else if (marked !== null) {
      clearTimeout(this.#closeTimer);
      return;
    }
    this.#hovered = marked;
    if (marked === null) {
      this.#closeLater();
      return;
    }
    clearTimeout(this.#closeTimer);
    this.#openTimer = setTimeout(() => {
      // A card with the focus is in use by keyboard, so it stays.
      if (!card.hasFocus) this.show(marked, this.#pointer);
    }, OPEN_DELAY_MS);
  }

  #closeLater(): void {
    clearTimeout(this.#closeTimer);
    this.#closeTimer = setTimeout(() => {
      const isUnderPointer = this.#options.card.element?.matches(':hover') === true;
      // While the mouse button is held down on a choice, the card has no focus.
      if (!this.#options.card.hasFocus && !isUnderPointer) this.#options.card.leave();
    }, CLOSE_DELAY_MS);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const { card, marks, root } = this.#options;
    if (!event.isTrusted || event.composedPath().includes(root.host)) return;
    const slack = event instanceof PointerEvent && event.pointerType === 'touch' ? TOUCH_SLACK_PX : 0;
    const marked = event.detail === 0 ? null : marks.markAt(event.clientX, event.clientY, slack);
    if (marked !== null) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.show(marked, { x: event.clientX, y: event.clientY });
      return;
    }
    if (card.marked !== null) card.close();
  };

  readonly #onFocus = (event: FocusEvent): void => {
    const { card, marks, root } = this.#options;
    const path = event.composedPath();
    if (path.includes(root.host)) {
      clearTimeout(this.#closeTimer);
      return;
    }
    const marked = marks.markedIn(path);
    this.#focused = marked?.link.element ?? null;
    if (marked === null) {
      this.#left = null;
      if (card.marked !== null) this.#closeLater();
      return;
    }
    if (card.left === marked.link.element) this.#left = card.left;
    if (this.#left === marked.link.element) return;
    this.#left = null;
    this.#focus(marked, path[0]);
  };

  #focus(marked: MarkedLink, target: EventTarget | undefined): void {
    const { live, sentenceOf } = this.#options;
    live.say(sentenceOf(marked));
    // Focus by a click opens no card; hover does.
    if (target instanceof Element && target.matches(':focus-visible')) this.show(marked, null);
  }

  readonly #onBlur = (event: FocusEvent): void => {
    // The focus left this frame, and not for a card in the top frame.
    const isOutside = window !== window.top && event.relatedTarget === null;
    if (isOutside && this.#options.card.marked === null) this.#left = null;
    if (event.composedPath().includes(this.#options.root.host) && !this.#options.card.hasFocus)
      this.#closeLater();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const { card } = this.#options;
    const { marked } = card;
    if (marked === null || !event.isTrusted || this.#options.isBlocked()) return;
    if (event.key === 'Escape') {
      this.#take(event);
      this.#leave(marked);
      return;
    }
    if (event.key !== 'Tab') return;
    if (card.hasFocus) {
      const isLeaving = event.shiftKey ? card.isFirstFocused() : card.isLastFocused();
      if (!isLeaving) return;
      this.#take(event);
      this.#leave(marked);
    } else if (!event.shiftKey && this.#isFocused(marked) && this.#left !== marked.link.element) {
      this.#take(event);
      this.#goInto(marked);
    }
  };

  #goInto(marked: MarkedLink): void {
    const { card } = this.#options;
    // When the focus returns from the top frame to the link, the card must not open again.
    if (card.isRemote) this.#left = marked.link.element;
    card.focusFirst();
  }

  /** The next Tab continues after the link. */
  #leave(marked: MarkedLink): void {
    this.#options.card.close();
    this.#left = marked.link.element;
  }

  #isFocused(marked: MarkedLink): boolean {
    const focused = this.#options.marks.focusedLink();
    return focused !== null && focused.link.element === marked.link.element;
  }

  /** Hides the key from the webmail's shortcuts. */
  #take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
