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
  /** A question is open, or the extension is gone: the card stays away, and keys are not for it. */
  readonly isBlocked: () => boolean;
  /** What is said when a marked link gets the focus. */
  readonly sentenceOf: (marked: MarkedLink) => string;
  readonly signal: AbortSignal;
}

/** How long a pointer rests on a link before its card opens: long enough not to flicker on the way elsewhere. */
const OPEN_DELAY_MS = 350;

/** How long the card waits for a pointer that has left link and card, or the frame of the link. Milliseconds. */
export const CLOSE_DELAY_MS = 300;

/** A finger may miss the badge by this much: with it, it is as large as a button has to be. CSS pixels. */
const TOUCH_SLACK_PX = 10;

/** Between looks whether the pointer is on a badge. */
const BADGE_LOOK_MS = 100;

/**
 * Opens and closes the card: when the pointer rests on a marked link or its badge, when such a link gets the focus,
 * and when its badge is tapped.
 *
 * Badges do not take pointer events themselves. If they did, `html:has(> :hover)` in a sender's style sheet would
 * tell where the pointer met one, and so what was flagged.
 */
export class CardControl {
  readonly #options: CardControlOptions;
  #openTimer: ReturnType<typeof setTimeout> | undefined;
  #closeTimer: ReturnType<typeof setTimeout> | undefined;
  #hovered: MarkedLink | null = null;
  /** Null until it has moved. */
  #pointer: { readonly x: number; readonly y: number } | null = null;
  #badgeTimer: ReturnType<typeof setTimeout> | undefined;
  /** The marked link whose focus was seen. */
  #focused: Element | null = null;
  /** The reader has left this link's card by the keyboard: Tab goes on, not in again. */
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
      // It has left this frame, and what it is over now nobody says here: no card is about to open.
      if (relatedTarget === null && window !== window.top) this.#hover(null);
    });
    events.watch('click', this.#onClick);
    events.watch('focusin', this.#onFocus);
    events.watch('focusout', this.#onBlur);
    events.watch('keydown', this.#onKey);
    this.lookUnderPointer();
    this.lookAtFocus();
  }

  /** A link is marked on which the pointer rests already, also before this was loaded: it moves no more by itself. */
  lookUnderPointer(): void {
    const marked = this.#options.marks.markedIn(findAll(document, ':hover').toReversed());
    if (marked?.link.element === this.#hovered?.link.element) return;
    if (marked === null) {
      // Its mark is gone, or the pointer is on a badge, which a page is not told of.
      this.#hovered = null;
      return;
    }
    this.#isOverLink = true;
    this.#hover(marked);
  }

  /** The same of a link that had the focus before it was marked, or before this was loaded. */
  lookAtFocus(): void {
    const marked = this.#options.marks.focusedLink();
    if (marked === null || marked.link.element === this.#focused) return;
    this.#focused = marked.link.element;
    this.#focus(marked, marked.link.element);
  }

  /** Closes the card, and does not open the one that was about to. */
  dismiss(): void {
    clearTimeout(this.#openTimer);
    this.#options.card.close();
  }

  /** Opens the card of this link now. */
  show(marked: MarkedLink, pointer: { readonly x: number; readonly y: number } | null): void {
    clearTimeout(this.#openTimer);
    clearTimeout(this.#closeTimer);
    const place = this.#options.marks.placeOf(marked);
    if (place !== null && !this.#options.isBlocked())
      void this.#options.card.open(marked, place.anchor, place.near, pointer);
  }

  /** Opens the card of this link, and goes into it. */
  async enter(marked: MarkedLink): Promise<void> {
    const { card, isBlocked, marks } = this.#options;
    const place = marks.placeOf(marked);
    if (place === null || isBlocked()) return;
    await card.open(marked, place.anchor, place.near, null);
    this.#goInto(marked);
  }

  /** Its card was above, and left there, which this frame has not seen: the pointer's next move tells where it is. */
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
      // In the card, a toast or a sign: what is open stays open.
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
      // A card that is being used by the keyboard is not taken away by a pointer that happens to lie there.
      if (!card.hasFocus) this.show(marked, this.#pointer);
    }, OPEN_DELAY_MS);
  }

  #closeLater(): void {
    clearTimeout(this.#closeTimer);
    this.#closeTimer = setTimeout(() => {
      if (!this.#options.card.hasFocus) this.#options.card.letGo();
    }, CLOSE_DELAY_MS);
  }

  readonly #onClick = (event: MouseEvent): void => {
    const { card, marks, root } = this.#options;
    if (!event.isTrusted || event.composedPath().includes(root.host)) return;
    const slack = event instanceof PointerEvent && event.pointerType === 'touch' ? TOUCH_SLACK_PX : 0;
    const marked = event.detail === 0 ? null : marks.markAt(event.clientX, event.clientY, slack);
    if (marked !== null) {
      // On the badge, not on the link.
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
    // A click focuses too; there the pointer has said what it wants.
    if (target instanceof Element && target.matches(':focus-visible')) this.show(marked, null);
  }

  readonly #onBlur = (event: FocusEvent): void => {
    // Out of the frame, in which nothing else tells of it; into its card above, that one is open.
    if (window !== window.top && this.#options.card.marked === null) this.#left = null;
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
    // From there it comes back to the link by itself.
    if (card.isAbove) this.#left = marked.link.element;
    card.focusFirst();
  }

  /** Back to the link, where the next Tab goes on. */
  #leave(marked: MarkedLink): void {
    this.#options.card.close();
    this.#left = marked.link.element;
  }

  #isFocused(marked: MarkedLink): boolean {
    const focused = this.#options.marks.focusedLink();
    return focused !== null && focused.link.element === marked.link.element;
  }

  /** The key was for the card; the webmail's shortcuts do not see it. */
  #take(event: KeyboardEvent): void {
    event.preventDefault();
    event.stopImmediatePropagation();
  }
}
