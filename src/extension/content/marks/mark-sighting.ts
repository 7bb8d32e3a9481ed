import type { DrawnMark, MarkShape } from './drawn-mark.ts';
import { badgeSideOf } from './badge-place.ts';
import { linesOf, type Box, type Place } from './mark-place.ts';
import type { MarkedLink } from './marked-link.ts';
import { isRendered } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/** Minimum visible size of a link, in pixels each way: below it the mark would be bigger than the link. */
const MIN_VISIBLE_PX = 3;

/** Closer to the viewport's right edge than this, the badge goes inside the frame. CSS pixels. */
const BADGE_ROOM_PX = 10;

/** What is known of a marked link's place. */
export interface Mark {
  marked: MarkedLink;
  /** Null until the next layout. */
  place: Place | null;
  /** The anchor may have changed its size, or another part of the link may stand for it. */
  isToPlace: boolean;
  /** The visible part at the last observation; null: none. */
  visible: DOMRectReadOnly | null;
  /** The box that `visible` is a part of. */
  bounds: DOMRectReadOnly | null;
  shown: DrawnMark | null;
  /** While shown: the element whose size is observed. */
  sized: Element | undefined;
  /** When it was last checked for being covered by a window of the webmail; `performance.now()`. */
  isCovered: boolean;
  coverLookedAt: number;
  /** It is drawn, but no box tells where: the message's sign says so. */
  isUnplaced: boolean;
}

/** A link whose box can be seen, as far as observations tell. */
export interface Sighting {
  readonly mark: Mark;
  readonly place: Place;
  /** The whole of it, and what is not clipped. */
  readonly own: Rectangle;
  readonly seen: Rectangle;
}

/** Null if the mark must not be seen. */
export function sightingOf(mark: Mark): Sighting | null {
  const { visible, bounds, place } = mark;
  if (visible === null || bounds === null || place === null) return null;
  // The link's own box within the anchor's, for those that are only a part of it.
  const own = within(bounds, place.offset);
  const seen = {
    left: Math.max(own.left, visible.left),
    top: Math.max(own.top, visible.top),
    right: Math.min(own.right, visible.right),
    bottom: Math.min(own.bottom, visible.bottom),
  };
  const isSeen = seen.right - seen.left >= MIN_VISIBLE_PX && seen.bottom - seen.top >= MIN_VISIBLE_PX;
  return isSeen ? { mark, place, own, seen } : null;
}

/** Whether the link is drawn, and no part of it has a box of a size that can be marked. */
export function isWithoutPlace({ bounds, place, marked }: Mark): boolean {
  if (bounds === null || place === null) return false;
  const { left, top, right, bottom } = within(bounds, place.offset);
  if (right - left >= MIN_VISIBLE_PX && bottom - top >= MIN_VISIBLE_PX) return false;
  return isRendered(marked.link.element, { visibilityProperty: true });
}

export function shapeOf({ link }: MarkedLink, place: Place, own: Rectangle, seen: Rectangle): MarkShape {
  return {
    clipped: {
      left: seen.left - own.left,
      top: seen.top - own.top,
      right: own.right - seen.right,
      bottom: own.bottom - seen.bottom,
    },
    offset: place.offset,
    lines: place.anchor === link.element && place.offset === null ? linesOf(place.anchor) : [],
    badge: badgeSideOf(link.element, seen),
    isAtRight: seen.right > innerWidth - BADGE_ROOM_PX,
  };
}

export function within(around: Rectangle, offset: Box | null): Rectangle {
  if (offset === null) return around;
  const left = around.left + offset.left;
  const top = around.top + offset.top;
  return { left, top, right: left + offset.width, bottom: top + offset.height };
}
