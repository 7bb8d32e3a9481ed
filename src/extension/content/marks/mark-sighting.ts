import type { DrawnMark, MarkShape } from './drawn-mark.ts';
import { badgeSideOf } from './badge-place.ts';
import { linesOf, type Box, type Place } from './mark-place.ts';
import type { MarkedLink } from './marked-link.ts';
import { isRendered } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/** Minimum visible width and height of a link; a smaller one's mark would exceed it. */
const MIN_VISIBLE_PX = 3;

/** Closer to the viewport's right edge, the badge goes inside the frame. */
const BADGE_ROOM_PX = 10;

export interface Mark {
  marked: MarkedLink;
  place: Place | null;
  /** The anchor's size or the largest part may have changed. */
  isToPlace: boolean;
  /** Visible part as last observed; null: none. */
  visible: DOMRectReadOnly | null;
  bounds: DOMRectReadOnly | null;
  shown: DrawnMark | null;
  /** Element whose size is observed while the mark is shown. */
  sized: Element | undefined;
  /** Covered by a webmail's window at `coverLookedAt` (`performance.now()`). */
  isCovered: boolean;
  coverLookedAt: number;
  /** The link has no usable box; the message's sign says so. */
  isUnplaced: boolean;
}

export interface Sighting {
  readonly mark: Mark;
  readonly place: Place;
  /** `own`: the whole box; `seen`: its unclipped part. */
  readonly own: Rectangle;
  readonly seen: Rectangle;
}

export function sightingOf(mark: Mark): Sighting | null {
  const { visible, bounds, place } = mark;
  if (visible === null || bounds === null || place === null) return null;
  const own = boxWithin(bounds, place.offset);
  const seen = {
    left: Math.max(own.left, visible.left),
    top: Math.max(own.top, visible.top),
    right: Math.min(own.right, visible.right),
    bottom: Math.min(own.bottom, visible.bottom),
  };
  const isSeen = seen.right - seen.left >= MIN_VISIBLE_PX && seen.bottom - seen.top >= MIN_VISIBLE_PX;
  return isSeen ? { mark, place, own, seen } : null;
}

/** Whether the link is drawn, but too small for a mark. */
export function isWithoutPlace({ bounds, place, marked }: Mark): boolean {
  if (bounds === null || place === null) return false;
  const { left, top, right, bottom } = boxWithin(bounds, place.offset);
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

export function boxWithin(around: Rectangle, offset: Box | null): Rectangle {
  if (offset === null) return around;
  const left = around.left + offset.left;
  const top = around.top + offset.top;
  return { left, top, right: left + offset.width, bottom: top + offset.height };
}
