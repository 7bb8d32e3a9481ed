import { rootElement } from './unclobbered.ts';

/** A rectangle in the coordinates of this document's viewport, CSS pixels. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The part of this document that can be seen. A frame may be as long as its message and reach far below the window,
 * so that its own middle is nowhere; the browser tells a frame what is left of it after all clipping around it. It tells
 * that of an element: below a short message there is more room than the message has.
 */
export function visibleViewport(): Promise<Rectangle> {
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const root = rootElement();
  if (window === window.top || root === null) return Promise.resolve(whole);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const entry = entries.at(-1);
      resolve(
        entry === undefined ? whole : unclipped(entry.intersectionRect, entry.boundingClientRect, whole),
      );
    });
    observer.observe(root);
  });
}

/** What is seen, up to the end of the document's window on each side where nothing is cut off. */
function unclipped(seen: DOMRectReadOnly, root: DOMRectReadOnly, whole: Rectangle): Rectangle {
  if (seen.width < 1 || seen.height < 1) return whole;
  const end = (edge: keyof Rectangle): number =>
    Math.abs(seen[edge] - root[edge]) > 1 ? seen[edge] : whole[edge];
  return { left: end('left'), top: end('top'), right: end('right'), bottom: end('bottom') };
}

/** Where less than this can be seen, there is no room for a question or a card. CSS pixels. */
const SMALL_BELOW_PX = { width: 230, height: 300 };

export function isSmall({ left, top, right, bottom }: Rectangle): boolean {
  return bottom - top < SMALL_BELOW_PX.height || right - left < SMALL_BELOW_PX.width;
}

export function isIn({ left, top, right, bottom }: Rectangle, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
