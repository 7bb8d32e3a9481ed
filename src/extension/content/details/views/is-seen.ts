import { boxOf, elementAt } from '../../dom/unclobbered.ts';
import { isIn, type Rectangle } from '../../dom/visible-viewport.ts';

/** A smaller box cannot be read. CSS pixels. */
const MIN_BOX_PX = { width: 100, height: 30 };

/** Smallest readable scale: a page can shrink everything by `zoom`. A fraction. */
const MIN_ZOOM = 0.5;

/**
 * Whether something that we drew can be seen: it is large enough, and nothing covers its centre, its text or its
 * buttons. What is outside the viewport is scrolled away, not hidden.
 *
 * @param host - its shadow host, which is all that a hit test reports
 */
export function isSeen(host: Element, element: HTMLElement): boolean {
  const box = boxOf(element);
  if (box.width < MIN_BOX_PX.width || box.height < MIN_BOX_PX.height) return false;
  if (!element.checkVisibility() || element.currentCSSZoom < MIN_ZOOM) return false;
  return [box, ...Array.from(element.querySelectorAll('h2, button'), boxOf)].every((part) => {
    const x = (part.left + part.right) / 2;
    const y = (part.top + part.bottom) / 2;
    // Scrolled out of its container or the window.
    if (!isIn(box, x, y)) return true;
    const hit = elementAt(x, y);
    return hit === null ? !isIn(wholeViewport(), x, y) : hit === host;
  });
}

function wholeViewport(): Rectangle {
  return { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
}
