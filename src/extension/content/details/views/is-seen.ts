import { boxOf, elementAt } from '../../dom/unclobbered.ts';
import { isIn, type Rectangle } from '../../dom/visible-viewport.ts';

const MIN_BOX_PX = { width: 100, height: 30 };

/** Minimum scale: pages can shrink by `zoom`. */
const MIN_ZOOM = 0.5;

/**
 * Whether an element is large enough, with centre, title and buttons uncovered. Parts scrolled out of view count as
 * uncovered.
 *
 * @param host - of the shadow root; hit tests report it
 */
export function isSeen(host: Element, element: HTMLElement): boolean {
  const box = boxOf(element);
  if (box.width < MIN_BOX_PX.width || box.height < MIN_BOX_PX.height) return false;
  if (!element.checkVisibility() || element.currentCSSZoom < MIN_ZOOM) return false;
  return [box, ...Array.from(element.querySelectorAll('h2, button'), boxOf)].every((part) => {
    const x = (part.left + part.right) / 2;
    const y = (part.top + part.bottom) / 2;
    if (!isIn(box, x, y)) return true;
    const hit = elementAt(x, y);
    return hit === null ? !isIn(wholeViewport(), x, y) : hit === host;
  });
}

function wholeViewport(): Rectangle {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}
