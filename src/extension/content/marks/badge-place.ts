import { textLinesIn } from '../dom/text-lines.ts';
import { parentElementOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/** `corner`: upper right; the others are for links without room above. */
export type BadgeSide = 'corner' | 'end' | 'start' | 'below' | 'inside';

const ROOM_ABOVE_PX = 10;

const WIDTH_PX = 21;
const ROOM_BELOW_PX = 12;

/** Text nodes measured: enough to fill a line. */
const MAX_TEXTS = 40;

/**
 * Avoids covering letters of the first visible line.
 *
 * @param seen - the unclipped part, in the viewport
 */
export function badgeSideOf(link: Element, seen: Rectangle): BadgeSide {
  if (seen.top >= ROOM_ABOVE_PX) return 'corner';
  const lines = textLinesIn(parentElementOf(link) ?? link, MAX_TEXTS).filter(
    ({ top, bottom }) => top < seen.bottom && bottom > seen.top,
  );
  const isFree = (left: number, right: number): boolean =>
    left >= 0 && right <= innerWidth && !lines.some((line) => line.left < right && line.right > left);
  // No text in the link's width, as with pictures.
  if (isFree(seen.left, seen.right)) return 'inside';
  if (isFree(seen.right + 1, seen.right + WIDTH_PX)) return 'end';
  if (isFree(seen.left - WIDTH_PX, seen.left - 1)) return 'start';
  return seen.bottom + ROOM_BELOW_PX <= innerHeight ? 'below' : 'inside';
}
