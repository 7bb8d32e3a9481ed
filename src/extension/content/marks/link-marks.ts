/** One file, because all steps share the marks, in an order that avoids a second layout. */
import { afterLayout } from '../dom/after-layout.ts';
import { DrawnMark, type MarkShape } from './drawn-mark.ts';
import { linksBehind, usesOf } from '../hrefs/links-behind.ts';
import { MarkCover } from './mark-cover.ts';
import { placeOf, type Place } from './mark-place.ts';
import { isWithoutPlace, shapeOf, sightingOf, boxWithin, type Mark, type Sighting } from './mark-sighting.ts';
import type { MarkedLink } from './marked-link.ts';
import { MAX_MARKS_AT_ONCE } from './max-marks.ts';
import {
  ancestorsOf,
  attributeOf,
  boxOf,
  deepFocus,
  elementAt,
  findAll,
  isConnected,
  isInside,
  linesIn,
  localName,
} from '../dom/unclobbered.ts';
import { isIn, type Rectangle } from '../dom/visible-viewport.ts';

export interface LinkMarksOptions {
  readonly root: ShadowRoot;
  /** For screen readers. */
  readonly describe: (marked: MarkedLink) => string;
  readonly onUnplaced: () => void;
  readonly signal: AbortSignal;
}

/** Many, to follow a link clipped by its scroller. */
const THRESHOLDS = Array.from({ length: 51 }, (_, step) => step / 50);

const COVER_DELAY_MS = 250;

/** Time limit for placing; remaining marks wait for the next layout. */
const TURN_MS = 10;

/** Draws the marks of links, without writing to the message. */
export class LinkMarks {
  readonly #options: LinkMarksOptions;
  readonly #marks = new Map<Element, Mark>();
  readonly #byAnchor = new Map<Element, Set<Mark>>();
  readonly #observer: IntersectionObserver;
  readonly #sizes: ResizeObserver;
  /** Drawn together at the next layout: answers come in tens of batches. */
  readonly #pending = new Set<Mark>();
  #isDrawingSoon = false;
  #coverTimer: ReturnType<typeof setTimeout> | undefined;
  #coverDelay = COVER_DELAY_MS;
  /** Marks hit-tested before this are outdated. `performance.now()` */
  #coverOutdatedAt = 0;
  #shownCount = 0;

  constructor(options: LinkMarksOptions) {
    this.#options = options;
    this.#observer = new IntersectionObserver((entries) => this.#onIntersections(entries), {
      threshold: THRESHOLDS,
    });
    this.#sizes = new ResizeObserver((entries) => {
      for (const { target } of entries) {
        this.#schedulePlacing(this.#byAnchor.get(target) ?? []);
        this.onLoaded(target);
      }
    });
    options.signal.addEventListener('abort', () => {
      this.#observer.disconnect();
      this.#sizes.disconnect();
      clearTimeout(this.#coverTimer);
    });
  }

  update(wanted: readonly MarkedLink[]): void {
    const elements = new Set<Element>();
    for (const marked of wanted) {
      const { element } = marked.link;
      elements.add(element);
      const mark = this.#marks.get(element);
      if (mark === undefined) {
        const added: Mark = {
          marked,
          place: null,
          isToPlace: true,
          visible: null,
          bounds: null,
          shown: null,
          sized: undefined,
          isCovered: false,
          coverLookedAt: -Infinity,
          isUnplaced: false,
        };
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

  redraw(): void {
    for (const mark of this.#marks.values()) this.#hide(mark);
    this.#drawAllSoon();
  }

  lookForCovers(): void {
    this.#coverOutdatedAt = performance.now();
    this.#scheduleCoverTest();
  }

  #scheduleCoverTest(): void {
    if (this.#marks.size === 0 || this.#options.signal.aborted) return;
    this.#coverTimer ??= setTimeout(() => {
      this.#coverTimer = undefined;
      this.#drawAllSoon();
    }, this.#coverDelay);
  }

  /** A loaded picture moves its areas and the links around it. */
  onLoaded(picture: Element): void {
    if (this.#marks.size === 0) return;
    const marks = ancestorsOf(picture).map((around) => this.#marks.get(around));
    if (attributeOf(picture, 'usemap') !== null)
      marks.push(
        ...[...this.#marks.values()].filter(({ marked }) => localName(marked.link.element) === 'area'),
      );
    this.#schedulePlacing(marks.filter((mark) => mark !== undefined));
  }

  raise(): void {
    for (const { shown, place } of this.#marks.values()) {
      if (place !== null) shown?.raise(place);
    }
  }

  /** @param slack - tolerance, CSS pixels */
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

  /** Forms count only at their button; otherwise each field would open a card. */
  markedIn(path: readonly EventTarget[]): MarkedLink | null {
    if (this.#marks.size === 0) return null;
    for (const target of path) {
      if (!(target instanceof Element)) continue;
      const own = this.#marks.get(target);
      if (own !== undefined && localName(target) !== 'form') return own.marked;
      for (const link of linksBehind(target)) {
        const behind = this.#marks.get(link);
        if (behind !== undefined && (localName(target) !== 'use' || usesOf(link).includes(target)))
          return behind.marked;
      }
      for (const { marked } of this.#byAnchor.get(target) ?? []) {
        if (localName(marked.link.element) === 'form') return marked;
      }
    }
    return null;
  }

  focusedLink(): MarkedLink | null {
    const focused = deepFocus();
    return focused === null ? null : this.markedIn(ancestorsOf(focused));
  }

  placeOf(marked: MarkedLink): { readonly anchor: HTMLElement; readonly near: Rectangle } | null {
    const mark = this.#marks.get(marked.link.element);
    if (mark === undefined) return null;
    const place = mark.place ?? placeOf(marked.link.element);
    if (place === null) return null;
    const { anchor, offset } = place;
    return { anchor, near: boxWithin(boxOf(anchor), offset) };
  }

  isUnplaced({ link }: MarkedLink): boolean {
    return this.#marks.get(link.element)?.isUnplaced === true;
  }

  get hasShown(): boolean {
    return this.#shownCount > 0;
  }

  #schedulePlacing(marks: Iterable<Mark>): void {
    for (const mark of marks) {
      mark.isToPlace = true;
      this.#pending.add(mark);
    }
    if (this.#pending.size > 0) this.#drawSoon();
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

  #unwatchSize(mark: Mark): void {
    const { place, sized } = mark;
    mark.sized = undefined;
    if (place === null || sized === undefined) return;
    // Another shown mark, as of the same picture, may need the observation.
    for (const other of this.#byAnchor.get(place.anchor) ?? []) {
      if (other.sized === sized) return;
    }
    this.#sizes.unobserve(sized);
  }

  #observe(mark: Mark, anchor: HTMLElement): void {
    const same = this.#byAnchor.get(anchor);
    if (same === undefined) {
      this.#byAnchor.set(anchor, new Set([mark]));
    } else {
      same.add(mark);
      // Otherwise the observer would not report it again.
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
      const isPlaced = this.#findPlaces(performance.now() + TURN_MS);
      const marks = [...this.#pending];
      this.#pending.clear();
      const startedAt = performance.now();
      this.#draw(marks);
      // Drawing takes at most about a twentieth of the time.
      this.#coverDelay = Math.max(COVER_DELAY_MS, (performance.now() - startedAt) * 20);
      if (!isPlaced) this.#drawSoon();
    });
  }

  #findPlaces(until: number): boolean {
    for (const mark of this.#marks.values()) {
      const isToPlace = mark.isToPlace || mark.isUnplaced;
      if (!isToPlace && mark.place !== null && isConnected(mark.place.anchor)) continue;
      if (!isConnected(mark.marked.link.element)) {
        this.#unobserve(mark);
        mark.isToPlace = true;
        continue;
      }
      if (performance.now() > until) return false;
      mark.isToPlace = false;
      const place = placeOf(mark.marked.link.element);
      if (place !== null) this.#place(mark, place);
    }
    return true;
  }

  #place(mark: Mark, place: Place): void {
    if (mark.place?.anchor !== place.anchor) {
      this.#hide(mark);
      mark.bounds = null;
    }
    // Observe again: a box fully visible before and after a resize reports nothing.
    this.#unobserve(mark);
    mark.place = place;
    this.#observe(mark, place.anchor);
  }

  /** Reads before all writes: a read after a write forces a layout. */
  #draw(marks: Iterable<Mark>): void {
    if (this.#options.signal.aborted || !this.#options.root.host.isConnected) return;
    const inSight: Sighting[] = [];
    const hidden: Mark[] = [];
    let room = MAX_MARKS_AT_ONCE - this.#shownCount;
    let isNews = false;
    for (const mark of marks) {
      const sighting = sightingOf(mark);
      // The old state counts until the new place is observed.
      const isUnplaced = mark.bounds === null ? mark.isUnplaced : sighting === null && isWithoutPlace(mark);
      isNews ||= isUnplaced !== mark.isUnplaced;
      mark.isUnplaced = isUnplaced;
      if (sighting === null) {
        const { element } = mark.marked.link;
        hidden.push(mark);
        // Style sheets of senders may clip or move the link's biggest part, so use the link.
        if (mark.bounds !== null && mark.place?.anchor !== element && isHit(element))
          this.#place(mark, { anchor: element, offset: null });
      } else if (mark.shown !== null) inSight.push(sighting);
      else if (room > 0) {
        room -= 1;
        inSight.push(sighting);
      }
    }
    if (isNews) this.#options.onUnplaced();
    const cover = new MarkCover(this.#options.root.host, inSight.length);
    // Least recently checked first, as time may run out.
    inSight.sort((a, b) => a.mark.coverLookedAt - b.mark.coverLookedAt);
    const drawn: { readonly mark: Mark; readonly place: Place; readonly shape: MarkShape }[] = [];
    for (const { mark, place, own, seen } of inSight) {
      const box = boxWithin(boxOf(place.anchor), place.offset);
      const isCovered = cover.covers(mark.marked.link, box);
      if (isCovered !== null) {
        mark.isCovered = isCovered;
        mark.coverLookedAt = performance.now();
      } else if (mark.coverLookedAt < this.#coverOutdatedAt) {
        this.#scheduleCoverTest();
      }
      if (mark.isCovered) hidden.push(mark);
      else drawn.push({ mark, place, shape: shapeOf(mark.marked, place, own, seen) });
    }
    for (const mark of hidden) this.#hide(mark);
    const opened: DrawnMark[] = [];
    for (const { mark, shape, place } of drawn) {
      const shown = mark.shown ?? this.#show(mark);
      shown.write(shape);
      // Opening recalculates styles, and lays out if a box depends on an anchor. So boxes are set afterwards, all
      // together.
      if (shown.open(place)) opened.push(shown);
    }
    for (const shown of opened) shown.giveBox();
  }

  #show(mark: Mark): DrawnMark {
    const shown = new DrawnMark(mark.marked.level, this.#options.describe(mark.marked));
    this.#options.root.append(shown.element);
    mark.shown = shown;
    this.#shownCount += 1;
    // Inline links have no observable size; pictures do.
    const { element } = mark.marked.link;
    mark.sized =
      mark.place?.anchor === element ? (findAll(element, 'img')[0] ?? element) : mark.place?.anchor;
    if (mark.sized !== undefined) this.#sizes.observe(mark.sized);
    return shown;
  }

  #hide(mark: Mark): void {
    if (mark.shown === null) return;
    mark.shown.element.remove();
    mark.shown = null;
    this.#shownCount -= 1;
    this.#unwatchSize(mark);
  }
}

/** Whether a click on its first line hits the link. */
function isHit(link: Element): link is HTMLAnchorElement {
  const [line] = linesIn(link);
  const hit = line && elementAt(line.left + line.width / 2, line.top + line.height / 2);
  return link instanceof HTMLAnchorElement && hit != null && isInside(link, hit);
}
