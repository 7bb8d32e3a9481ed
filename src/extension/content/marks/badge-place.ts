import { textLinesIn } from '../dom/text-lines.ts';
import { parentElementOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/**
 * Place of a mark's badge: its upper right corner; without room above, beside it in the line, at the lower corner, or
 * inside.
 */
export type BadgeSide = 'corner' | 'end' | 'start' | 'below' | 'inside';

/** A mark closer to the viewport's upper edge has no room above. CSS pixels. */
const ROOM_ABOVE_PX = 10;

/** Room that a badge needs beside and below a link. CSS pixels. */
const WIDTH_PX = 21;
const ROOM_BELOW_PX = 12;

/** Text nodes looked at around the link. With more, it is a long paragraph, whose first line is full. */
const MAX_TEXTS = 40;

/**
 * On the first visible line, finds a place for the badge that covers no letters.
 *
 * @param seen - the unclipped part of the link, in the viewport
 */
export function badgeSideOf(link: Element, seen: Rectangle): BadgeSide {
  if (seen.top >= ROOM_ABOVE_PX) return 'corner';
  const lines = textLinesIn(parentElementOf(link) ?? link, MAX_TEXTS).filter(
    ({ top, bottom }) => top < seen.bottom && bottom > seen.top,
  );
  const isFree = (left: number, right: number): boolean =>
    left >= 0 && right <= innerWidth && !lines.some((line) => line.left < right && line.right > left);
  // A picture has no letters.
  if (isFree(seen.left, seen.right)) return 'inside';
  if (isFree(seen.right + 1, seen.right + WIDTH_PX)) return 'end';
  if (isFree(seen.left - WIDTH_PX, seen.left - 1)) return 'start';
  return seen.bottom + ROOM_BELOW_PX <= innerHeight ? 'below' : 'inside';
}
