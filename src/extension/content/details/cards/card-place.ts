import type { Rectangle } from '../../dom/visible-viewport.ts';

const GAP_PX = 8;

/** Between card and edge of the visible area. */
export const MARGIN_PX = 8;

/** Taller than a line of text: place the card at the pointer. */
const TALL_LINK_PX = 160;

interface Size {
  readonly width: number;
  readonly height: number;
}

export function cardPosition(
  { width, height }: Size,
  near: Rectangle,
  viewport: Rectangle,
  pointer: { readonly x: number; readonly y: number } | null,
): { readonly left: number; readonly top: number } {
  const tall = near.bottom - near.top > TALL_LINK_PX;
  const around: Rectangle =
    tall && pointer !== null
      ? { left: pointer.x, right: pointer.x, top: pointer.y, bottom: pointer.y + 12 }
      : near;
  const minLeft = viewport.left + MARGIN_PX;
  const maxLeft = Math.max(minLeft, viewport.right - MARGIN_PX - width);
  const minTop = viewport.top + MARGIN_PX;
  const maxTop = Math.max(minTop, viewport.bottom - MARGIN_PX - height);
  const left = Math.min(Math.max(around.left, minLeft), maxLeft);
  const below = around.bottom + GAP_PX;
  if (below <= maxTop) return { left, top: below };
  const above = around.top - GAP_PX - height;
  if (above >= minTop) return { left, top: above };
  const top = Math.min(Math.max(around.top, minTop), maxTop);
  const right = around.right + GAP_PX;
  if (right <= maxLeft) return { left: right, top };
  const beside = around.left - GAP_PX - width;
  if (beside >= minLeft) return { left: beside, top };
  const isPointerLeft = (pointer?.x ?? around.left) < (viewport.left + viewport.right) / 2;
  const isPointerHigh = (pointer?.y ?? around.top) < (viewport.top + viewport.bottom) / 2;
  return { left: isPointerLeft ? maxLeft : minLeft, top: isPointerHigh ? maxTop : minTop };
}
