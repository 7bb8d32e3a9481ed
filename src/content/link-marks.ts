import type { LinkVerdict } from '../protocol/messages.ts';
import { el } from './element.ts';
import type { FoundLink } from './link-scanner.ts';
import { linesOf, placeOf, type Place } from './mark-place.ts';
import { signIcon, type SignLevel } from './sign-icon.ts';
import { ancestorsOf, boxOf, deepFocus, elementAt, isConnected, isInside, localName } from './unclobbered.ts';
import type { Rectangle } from './visible-viewport.ts';

/** A link that has something to say, and what. */
export interface MarkedLink {
  readonly link: FoundLink;
  readonly level: SignLevel;
  readonly answer: LinkVerdict;
}

export interface LinkMarksOptions {
  readonly root: ShadowRoot;
  /** What a screen reader says for a mark. */
  readonly describe: (marked: MarkedLink) => string;
  readonly signal: AbortSignal;
}

/** Marks at the same time; beyond that nobody tells them apart, and each is a box in the browser's top layer. */
const MAX_SHOWN = 300;

/** How many of its own steps a link is clipped in while it scrolls out of its box. */
const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);

/** Less of a link than this is not shown, in pixels each way: a mark would be bigger than what it marks. */
const MIN_VISIBLE_PX = 3;

/** From something that may have covered a mark to the look whether it did. Milliseconds. */
const COVER_DELAY_MS = 80;

interface Mark {
  marked: MarkedLink;
  place: Place;
  /** What can be seen of the place, by the last observation; null: nothing. */
  visible: DOMRectReadOnly | null;
  /** The box that `visible` is a part of. */
  bounds: DOMRectReadOnly | null;
  shown: { readonly element: HTMLElement; readonly frames: HTMLElement; readonly level: SignLevel } | null;
}

/**
 * Draws marks, each a manual popover whose implicit anchor is its link: the browser moves it with the link through
 * every scroller, and nothing on the page lies above it but what the page opens in the top layer later.
 *
 * Nothing is written to the message.
 */
export class LinkMarks {
  readonly #options: LinkMarksOptions;
  readonly #marks = new Map<Element, Mark>();
  readonly #byAnchor = new Map<Element, Set<Mark>>();
  readonly #observer: IntersectionObserver;
  #coverTimer: ReturnType<typeof setTimeout> | undefined;
  #shownCount = 0;

  constructor(options: LinkMarksOptions) {
    this.#options = options;
    this.#observer = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      threshold: THRESHOLDS,
    });
    options.signal.addEventListener('abort', () => {
      this.#observer.disconnect();
      clearTimeout(this.#coverTimer);
    });
  }

  /** Makes the marks exactly these. */
  update(wanted: readonly MarkedLink[]): void {
    const elements = new Set<Element>();
    for (const marked of wanted) {
      const { element } = marked.link;
      elements.add(element);
      const mark = this.#marks.get(element);
      if (mark === undefined) this.#add(marked);
      else this.#change(mark, marked);
    }
    for (const [element, mark] of this.#marks) {
      if (!elements.has(element)) this.#remove(element, mark);
    }
    if (this.#marks.size > 0) this.lookForCovers();
  }

  /** After the host was put back: everything that was open is closed. */
  redraw(): void {
    for (const mark of this.#marks.values()) {
      this.#hide(mark);
      this.#draw(mark);
    }
  }

  /** Something may have come before or behind the marks. */
  lookForCovers(): void {
    if (this.#marks.size === 0 || this.#options.signal.aborted) return;
    this.#coverTimer ??= setTimeout(() => {
      this.#coverTimer = undefined;
      for (const mark of this.#marks.values()) this.#draw(mark);
    }, COVER_DELAY_MS);
  }

  /** The mark whose badge is at this point of the viewport. */
  markAt(x: number, y: number): MarkedLink | null {
    for (const { shown, marked } of this.#marks.values()) {
      const badge = shown?.element.lastElementChild;
      if (badge == null) continue;
      const { left, right, top, bottom } = badge.getBoundingClientRect();
      if (x >= left && x <= right && y >= top && y <= bottom) return marked;
    }
    return null;
  }

  /**
   * What is said of the first link that an event went through. A form is meant only where its button is: a card at
   * every field of it would be in the way.
   */
  markedIn(path: readonly EventTarget[]): MarkedLink | null {
    for (const target of path) {
      if (!(target instanceof Element)) continue;
      const own = this.#marks.get(target);
      if (own !== undefined && localName(target) !== 'form') return own.marked;
      for (const { marked } of this.#byAnchor.get(target) ?? []) {
        if (localName(marked.link.element) === 'form') return marked;
      }
    }
    return null;
  }

  /** The marked link that has the focus. */
  focusedLink(): MarkedLink | null {
    const focused = deepFocus();
    return focused === null ? null : this.markedIn(ancestorsOf(focused));
  }

  /** Where the link is drawn, and what of it can be seen; null if it is not drawn. */
  placeOf(marked: MarkedLink): { readonly anchor: HTMLElement; readonly near: Rectangle } | null {
    const mark = this.#marks.get(marked.link.element);
    if (mark === undefined) return null;
    const { anchor, offset } = mark.place;
    const box = boxOf(anchor);
    if (offset === null) return { anchor, near: box };
    const left = box.left + offset.left;
    const top = box.top + offset.top;
    return { anchor, near: { left, top, right: left + offset.width, bottom: top + offset.height } };
  }

  get hasShown(): boolean {
    return this.#shownCount > 0;
  }

  #add(marked: MarkedLink): void {
    const place = placeOf(marked.link.element);
    const mark: Mark = { marked, place, visible: null, bounds: null, shown: null };
    this.#marks.set(marked.link.element, mark);
    this.#observe(mark);
  }

  #change(mark: Mark, marked: MarkedLink): void {
    mark.marked = marked;
    if (!isConnected(mark.place.anchor)) {
      this.#unobserve(mark);
      mark.place = placeOf(marked.link.element);
      this.#observe(mark);
    }
    if (mark.shown !== null && mark.shown.level !== marked.level) this.#hide(mark);
    if (mark.shown !== null) mark.shown.element.ariaLabel = this.#options.describe(marked);
    this.#draw(mark);
  }

  #remove(element: Element, mark: Mark): void {
    this.#hide(mark);
    this.#unobserve(mark);
    this.#marks.delete(element);
  }

  #observe(mark: Mark): void {
    const { anchor } = mark.place;
    const same = this.#byAnchor.get(anchor);
    if (same !== undefined) {
      same.add(mark);
      // The observer reports a new target only once.
      this.#observer.unobserve(anchor);
    } else {
      this.#byAnchor.set(anchor, new Set([mark]));
    }
    this.#observer.observe(anchor);
  }

  #unobserve(mark: Mark): void {
    const { anchor } = mark.place;
    const same = this.#byAnchor.get(anchor);
    same?.delete(mark);
    if (same?.size !== 0) return;
    this.#byAnchor.delete(anchor);
    this.#observer.unobserve(anchor);
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting, intersectionRect, boundingClientRect } of entries) {
      for (const mark of this.#byAnchor.get(target) ?? []) {
        mark.bounds = boundingClientRect;
        mark.visible = isIntersecting ? intersectionRect : null;
        this.#draw(mark);
      }
    }
  }

  /** Shows, moves or hides one mark by what is known of it. */
  #draw(mark: Mark): void {
    const clip = this.#clipOf(mark);
    if (clip === null || this.#isCovered(mark)) {
      this.#hide(mark);
      return;
    }
    const shown = mark.shown ?? this.#show(mark);
    if (shown === null) return;
    const { style, classList } = shown.element;
    for (const [name, value] of Object.entries(clip)) style.setProperty(name, value);
    const { visible, bounds } = mark;
    if (visible === null || bounds === null) return;
    this.#frameLines(mark, shown.frames, { left: visible.left - bounds.left, top: visible.top - bounds.top });
    classList.toggle('at-top', visible.top < 10);
    classList.toggle('at-right', visible.right > innerWidth - 10);
  }

  /** One frame for each line of a link that runs over the end of a line, so that it frames nothing else. */
  #frameLines(
    { marked, place }: Mark,
    frames: HTMLElement,
    clipped: { readonly left: number; readonly top: number },
  ): void {
    const lines = place.anchor === marked.link.element ? linesOf(place.anchor) : [];
    const wanted = Math.max(1, lines.length);
    while (frames.childElementCount < wanted) frames.append(el('span', { className: 'frame' }));
    while (frames.childElementCount > wanted) frames.lastElementChild?.remove();
    for (const [index, frame] of [...frames.children].entries()) {
      if (!(frame instanceof HTMLElement)) continue;
      const line = lines[index];
      const { style } = frame;
      // The frames' box is 2 pixels wider than the link on each side, and so is each frame than its line.
      style.inset =
        line === undefined ? '' : `${line.top - clipped.top}px auto auto ${line.left - clipped.left}px`;
      style.width = line === undefined ? '' : `${line.width + 4}px`;
      style.height = line === undefined ? '' : `${line.height + 4}px`;
    }
  }

  /** The custom properties that place a mark over what is visible of its link; null if nothing is. */
  #clipOf({ visible, bounds, place }: Mark): Readonly<Record<string, string>> | null {
    if (visible === null || bounds === null) return null;
    const { offset } = place;
    // The link's own box within the anchor's, for those that are only a part of it.
    const left = bounds.left + (offset?.left ?? 0);
    const top = bounds.top + (offset?.top ?? 0);
    const right = offset === null ? bounds.right : left + offset.width;
    const bottom = offset === null ? bounds.bottom : top + offset.height;
    const seen = {
      left: Math.max(left, visible.left),
      top: Math.max(top, visible.top),
      right: Math.min(right, visible.right),
      bottom: Math.min(bottom, visible.bottom),
    };
    if (seen.right - seen.left < MIN_VISIBLE_PX || seen.bottom - seen.top < MIN_VISIBLE_PX) return null;
    return {
      '--clip-left': `${seen.left - left}px`,
      '--clip-top': `${seen.top - top}px`,
      '--clip-right': `${right - seen.right}px`,
      '--clip-bottom': `${bottom - seen.bottom}px`,
      '--dx': `${offset?.left ?? 0}px`,
      '--dy': `${offset?.top ?? 0}px`,
      '--w': offset === null ? 'anchor-size(width)' : `${offset.width}px`,
      '--h': offset === null ? 'anchor-size(height)' : `${offset.height}px`,
    };
  }

  /** By a window of the webmail: whatever else lies over a link is the message's own doing. */
  #isCovered({ place, marked }: Mark): boolean {
    const { left, top, width, height } = boxOf(place.anchor);
    const x = left + (place.offset?.left ?? 0) + (place.offset?.width ?? width) / 2;
    const y = top + (place.offset?.top ?? 0) + (place.offset?.height ?? height) / 2;
    const hit = elementAt(x, y);
    // Outside the viewport nothing is known; and what is ours lies above the marks anyway.
    if (hit === null || hit === this.#options.root.host) return false;
    const { element, isSender, message } = marked.link;
    // The other way round for a message inside a shadow root, of which only the host is met.
    return !isInside(isSender ? element : message.body, hit) && !ancestorsOf(element).includes(hit);
  }

  #show(mark: Mark): Mark['shown'] {
    if (this.#shownCount >= MAX_SHOWN || !this.#options.root.host.isConnected) return null;
    const { level } = mark.marked;
    const frames = el('span', { className: 'frames' });
    const element = el(
      'div',
      {
        className: `mark ${level}`,
        popover: 'manual',
        role: 'img',
        ariaLabel: this.#options.describe(mark.marked),
      },
      frames,
      el('span', { className: 'badge' }, signIcon(level, 16)),
    );
    this.#options.root.append(element);
    element.showPopover({ source: mark.place.anchor });
    mark.shown = { element, frames, level };
    this.#shownCount += 1;
    return mark.shown;
  }

  #hide(mark: Mark): void {
    if (mark.shown === null) return;
    mark.shown.element.remove();
    mark.shown = null;
    this.#shownCount -= 1;
  }
}
