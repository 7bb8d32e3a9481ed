import { textLinesIn } from '../dom/text-lines.ts';
import { parentElementOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/**
 * Where the badge of a mark is: at its upper right corner; or, where there is no room above, in the line beside it, at its
 * lower corner, or inside.
 */
export type BadgeSide = 'corner' | 'end' | 'start' | 'below' | 'inside';

/** Nearer to the upper edge of the viewport than this, there is no room for it above. CSS pixels. */
const ROOM_ABOVE_PX = 10;

/** What it takes beside a link, and below it. CSS pixels. */
const WIDTH_PX = 21;
const ROOM_BELOW_PX = 12;

/** In the element around the link. More is a long paragraph, whose first line is full of letters. */
const MAX_TEXTS = 40;

/**
 * On the first line of what can be seen a badge lies on no letters: it goes where none are.
 *
 * @param seen - the part of the link that is not clipped, in the viewport
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
