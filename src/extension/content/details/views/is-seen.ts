import { boxOf, elementAt } from '../../dom/unclobbered.ts';
import { isIn, type Rectangle } from '../../dom/visible-viewport.ts';

/** A box smaller than this, as drawn, says nothing to anybody. CSS pixels. */
const MIN_BOX_PX = { width: 100, height: 30 };

/** Less than this much of its size is too small to read: a page can shrink all that is in it (`zoom`). */
const MIN_ZOOM = 0.5;

/**
 * Whether what we have drawn can be seen: it has a box of a size, nothing lies on its middle or on what is to be read and
 * pressed in it. What is outside the viewport is scrolled away, and not hidden.
 *
 * @param host - in whose shadow root it is: all that a hit test tells of what is in there
 */
export function isSeen(host: Element, element: HTMLElement): boolean {
  const box = boxOf(element);
  if (box.width < MIN_BOX_PX.width || box.height < MIN_BOX_PX.height) return false;
  if (!element.checkVisibility() || element.currentCSSZoom < MIN_ZOOM) return false;
  return [box, ...Array.from(element.querySelectorAll('h2, button'), boxOf)].every((part) => {
    const x = (part.left + part.right) / 2;
    const y = (part.top + part.bottom) / 2;
    // Scrolled away in it, or by the window.
    if (!isIn(box, x, y)) return true;
    const hit = elementAt(x, y);
    return hit === null ? !isIn(wholeViewport(), x, y) : hit === host;
  });
}

function wholeViewport(): Rectangle {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}
