import type { LinkVerdict } from '../protocol/link-messages.ts';
import { afterLayout } from './after-layout.ts';
import { el } from './element.ts';
import type { FoundLink } from './link-scanner.ts';
import { linesOf, placeOf, type Box, type Place } from './mark-place.ts';
import { signIcon, type SignLevel } from './sign-icon.ts';
import { ancestorsOf, boxOf, deepFocus, elementAt, isConnected, isInside, localName } from './unclobbered.ts';
import { isIn, type Rectangle } from './visible-viewport.ts';

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
const MAX_SHOWN = 200;

/** In how many steps of its own size a link is clipped while it scrolls out of its box. */
const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);

/** Less of a link than this is not shown, in pixels each way: a mark would be bigger than what it marks. */
const MIN_VISIBLE_PX = 3;

/** Nearer to the edge of the viewport than this, the badge goes inside the frame. CSS pixels. */
const BADGE_ROOM_PX = 10;

/** From something that may have covered a mark to the look whether it did, and between two such looks. Milliseconds. */
const COVER_DELAY_MS = 250;

interface Mark {
  marked: MarkedLink;
  /** Null until the next layout. */
  place: Place | null;
  /** What can be seen of the place, by the last observation; null: nothing. */
  visible: DOMRectReadOnly | null;
  /** The box that `visible` is a part of. */
  bounds: DOMRectReadOnly | null;
  shown: ShownMark | null;
}

interface ShownMark {
  readonly element: HTMLElement;
  readonly frames: HTMLElement;
  readonly level: SignLevel;
  isOpen: boolean;
  /** How it was last drawn, to leave alone what has not changed. */
  drawn: string;
}

/** Everything that is read of the page for one mark, before anything is written for any. */
interface Reading {
  readonly mark: Mark;
  /** Declarations, set as one text: one by one they were the dearest part of drawing. */
  readonly style: string;
  readonly lines: readonly Box[];
  readonly clipped: { readonly left: number; readonly top: number };
  readonly isAtTop: boolean;
  readonly isAtRight: boolean;
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
  /** To be drawn at the next layout. Answers come in tens of batches: all marks for each would be read tens of times. */
  readonly #pending = new Set<Mark>();
  #isDrawingSoon = false;
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
      if (mark === undefined) {
        const added: Mark = { marked, place: null, visible: null, bounds: null, shown: null };
        this.#marks.set(element, added);
        this.#pending.add(added);
      } else if (mark.marked.answer !== marked.answer || mark.marked.link !== marked.link) {
        this.#change(mark, marked);
        this.#pending.add(mark);
      }
    }
    if (this.#marks.size > elements.size) {
      for (const [element, mark] of this.#marks) {
        if (!elements.has(element)) this.#remove(element, mark);
      }
    }
    if (this.#pending.size > 0) this.#drawSoon();
    this.lookForCovers();
  }

  /** After the host was put back: everything that was open is closed. */
  redraw(): void {
    for (const mark of this.#marks.values()) this.#hide(mark);
    this.#drawAllSoon();
  }

  /** Something may have come before or behind the marks. */
  lookForCovers(): void {
    if (this.#marks.size === 0 || this.#options.signal.aborted) return;
    this.#coverTimer ??= setTimeout(() => {
      this.#coverTimer = undefined;
      this.#drawAllSoon();
    }, COVER_DELAY_MS);
  }

  /**
   * The mark whose badge is at this point of the viewport.
   *
   * @param slack - how far beside the badge it may be, CSS pixels
   */
  markAt(x: number, y: number, slack = 0): MarkedLink | null {
    for (const { shown, marked } of this.#marks.values()) {
      const badge = shown?.element.lastElementChild;
      if (badge == null) continue;
      const { left, top, right, bottom } = badge.getBoundingClientRect();
      const around = { left: left - slack, top: top - slack, right: right + slack, bottom: bottom + slack };
      if (isIn(around, x, y)) return marked;
    }
    return null;
  }

  /**
   * What is said of the first link that an event went through. A form is meant only where its button is: a card at
   * every field of it would be in the way.
   */
  markedIn(path: readonly EventTarget[]): MarkedLink | null {
    if (this.#marks.size === 0) return null;
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

  /** Where the link is drawn; null if it is not there. */
  placeOf(marked: MarkedLink): { readonly anchor: HTMLElement; readonly near: Rectangle } | null {
    const mark = this.#marks.get(marked.link.element);
    if (mark === undefined) return null;
    const { anchor, offset } = mark.place ?? placeOf(marked.link.element);
    return { anchor, near: within(boxOf(anchor), offset) };
  }

  get hasShown(): boolean {
    return this.#shownCount > 0;
  }

  #change(mark: Mark, marked: MarkedLink): void {
    mark.marked = marked;
    if (mark.shown === null) return;
    if (mark.shown.level !== marked.level) this.#hide(mark);
    else mark.shown.element.ariaLabel = this.#options.describe(marked);
  }

  #remove(element: Element, mark: Mark): void {
    this.#hide(mark);
    this.#unobserve(mark);
    this.#marks.delete(element);
    this.#pending.delete(mark);
  }

  #observe(mark: Mark, anchor: HTMLElement): void {
    const same = this.#byAnchor.get(anchor);
    if (same === undefined) {
      this.#byAnchor.set(anchor, new Set([mark]));
    } else {
      same.add(mark);
      // The observer reports a target by itself only once.
      this.#observer.unobserve(anchor);
    }
    this.#observer.observe(anchor);
  }

  #unobserve({ place }: Mark): void {
    if (place === null) return;
    const same = this.#byAnchor.get(place.anchor);
    for (const mark of same ?? []) {
      if (mark.place === place) same?.delete(mark);
    }
    if (same?.size !== 0) return;
    this.#byAnchor.delete(place.anchor);
    this.#observer.unobserve(place.anchor);
  }

  #onIntersections(entries: readonly IntersectionObserverEntry[]): void {
    const changed: Mark[] = [];
    for (const { target, isIntersecting, intersectionRect, boundingClientRect } of entries) {
      for (const mark of this.#byAnchor.get(target) ?? []) {
        mark.bounds = boundingClientRect;
        mark.visible = isIntersecting ? intersectionRect : null;
        changed.push(mark);
      }
    }
    this.#draw(changed);
  }

  #drawAllSoon(): void {
    for (const mark of this.#marks.values()) this.#pending.add(mark);
    this.#drawSoon();
  }

  #drawSoon(): void {
    if (this.#isDrawingSoon || this.#marks.size === 0 || this.#options.signal.aborted) return;
    this.#isDrawingSoon = true;
    afterLayout(() => {
      this.#isDrawingSoon = false;
      this.#findPlaces();
      const marks = [...this.#pending];
      this.#pending.clear();
      this.#draw(marks);
    });
  }

  #findPlaces(): void {
    for (const mark of this.#marks.values()) {
      if (mark.place !== null && isConnected(mark.place.anchor)) continue;
      this.#unobserve(mark);
      if (!isConnected(mark.marked.link.element)) continue;
      mark.place = placeOf(mark.marked.link.element);
      this.#observe(mark, mark.place.anchor);
    }
  }

  /** First reads for all, then writes for all: a read after a write makes the browser lay out at once. */
  #draw(marks: Iterable<Mark>): void {
    if (this.#options.signal.aborted || !this.#options.root.host.isConnected) return;
    const readings: Reading[] = [];
    const hidden: Mark[] = [];
    for (const mark of marks) {
      const reading = this.#read(mark);
      if (reading === null) hidden.push(mark);
      else if (mark.shown !== null || readings.length < MAX_SHOWN) readings.push(reading);
    }
    for (const mark of hidden) this.#hide(mark);
    for (const reading of readings) this.#write(reading);
    // Opening a popover makes the browser look at all styles, and where a box depends on an anchor, lay out. So they
    // are opened without boxes, and get them together.
    const opened = readings.flatMap(({ mark: { place, shown } }) => {
      if (place === null || shown === null || shown.isOpen) return [];
      shown.element.showPopover({ source: place.anchor });
      shown.isOpen = true;
      return [shown.element];
    });
    for (const element of opened) element.classList.add('open');
  }

  /** Null if the mark must not be seen. */
  #read(mark: Mark): Reading | null {
    const { visible, bounds, place, marked } = mark;
    if (visible === null || bounds === null || place === null) return null;
    // The link's own box within the anchor's, for those that are only a part of it.
    const own = within(bounds, place.offset);
    const seen = {
      left: Math.max(own.left, visible.left),
      top: Math.max(own.top, visible.top),
      right: Math.min(own.right, visible.right),
      bottom: Math.min(own.bottom, visible.bottom),
    };
    if (seen.right - seen.left < MIN_VISIBLE_PX || seen.bottom - seen.top < MIN_VISIBLE_PX) return null;
    if (this.#isCovered(mark, place)) return null;
    const { offset } = place;
    return {
      mark,
      style: styleOf(offset, {
        left: seen.left - own.left,
        top: seen.top - own.top,
        right: own.right - seen.right,
        bottom: own.bottom - seen.bottom,
      }),
      lines: place.anchor === marked.link.element ? linesOf(place.anchor) : [],
      clipped: { left: seen.left - own.left, top: seen.top - own.top },
      isAtTop: seen.top < BADGE_ROOM_PX,
      isAtRight: seen.right > innerWidth - BADGE_ROOM_PX,
    };
  }

  /** By a window of the webmail: whatever else lies over a link is the message's own doing. */
  #isCovered({ marked }: Mark, { anchor, offset }: Place): boolean {
    const { left, right, top, bottom } = within(boxOf(anchor), offset);
    const hit = elementAt((left + right) / 2, (top + bottom) / 2);
    // Outside the viewport nothing is known; and what is ours lies above the marks anyway.
    if (hit === null || hit === this.#options.root.host) return false;
    const { element, isSender, message } = marked.link;
    // The other way round for a message inside a shadow root, of which only the host is met.
    return !isInside(isSender ? element : message.body, hit) && !ancestorsOf(element).includes(hit);
  }

  #write({ mark, style, lines, clipped, isAtTop, isAtRight }: Reading): void {
    const shown = mark.shown ?? this.#show(mark);
    if (shown === null) return;
    const drawing = JSON.stringify([style, lines, isAtTop, isAtRight]);
    if (shown.drawn === drawing) return;
    shown.drawn = drawing;
    const { classList } = shown.element;
    shown.element.style.cssText = style;
    classList.toggle('at-top', isAtTop);
    classList.toggle('at-right', isAtRight);
    frameLines(shown.frames, lines, clipped);
  }

  #show(mark: Mark): ShownMark | null {
    if (this.#shownCount >= MAX_SHOWN || mark.place === null) return null;
    const { level } = mark.marked;
    const frames = el('span', { className: 'frames' }, el('span', { className: 'frame' }));
    const element = el(
      'div',
      {
        className: `mark ${level}`,
        popover: 'manual',
        role: 'img',
        ariaLabel: this.#options.describe(mark.marked),
      },
      frames,
      el('span', { className: 'badge' }, signIcon(level, 15)),
    );
    this.#options.root.append(element);
    mark.shown = { element, frames, level, isOpen: false, drawn: '' };
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

/** How far the frame lies outside the link, CSS pixels. */
const FRAME_PX = 2;

/**
 * The mark's box, from its anchor's. Pixels and no custom properties: those of a document can be registered by a mail,
 * and would then be what it likes.
 */
function styleOf(offset: Box | null, clipped: Rectangle): string {
  const across = clipped.left + clipped.right - 2 * FRAME_PX;
  const down = clipped.top + clipped.bottom - 2 * FRAME_PX;
  return [
    `left:calc(anchor(left) + ${(offset?.left ?? 0) + clipped.left - FRAME_PX}px)`,
    `top:calc(anchor(top) + ${(offset?.top ?? 0) + clipped.top - FRAME_PX}px)`,
    offset === null ? `width:calc(anchor-size(width) - ${across}px)` : `width:${offset.width - across}px`,
    offset === null ? `height:calc(anchor-size(height) - ${down}px)` : `height:${offset.height - down}px`,
  ].join(';');
}

/** One frame for each line of a link that runs over the end of a line, so that it frames nothing else. */
function frameLines(
  frames: HTMLElement,
  lines: readonly Box[],
  clipped: { readonly left: number; readonly top: number },
): void {
  const wanted = Math.max(1, lines.length);
  while (frames.childElementCount < wanted) frames.append(el('span', { className: 'frame' }));
  while (frames.childElementCount > wanted) frames.lastElementChild?.remove();
  for (const [index, frame] of Array.from(frames.children).entries()) {
    if (!(frame instanceof HTMLElement)) continue;
    const line = lines[index];
    const { style } = frame;
    // Wider than its line by as much as the frames' box is wider than the link.
    style.inset =
      line === undefined ? '' : `${line.top - clipped.top}px auto auto ${line.left - clipped.left}px`;
    style.width = line === undefined ? '' : `${line.width + 2 * FRAME_PX}px`;
    style.height = line === undefined ? '' : `${line.height + 2 * FRAME_PX}px`;
  }
}

function within(around: Rectangle, offset: Box | null): Rectangle {
  if (offset === null) return around;
  const left = around.left + offset.left;
  const top = around.top + offset.top;
  return { left, top, right: left + offset.width, bottom: top + offset.height };
}
