import { rootElement } from './unclobbered.ts';

/** CSS pixels, relative to the viewport. */
export interface Rectangle {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * The visible part of this frame, which may extend far below the window. Only an intersection observer knows all
 * clipping, but its element may be shorter than the frame.
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

function unclipped(seen: DOMRectReadOnly, root: DOMRectReadOnly, whole: Rectangle): Rectangle {
  if (seen.width < 1 || seen.height < 1) return whole;
  const end = (edge: keyof Rectangle): number =>
    Math.abs(seen[edge] - root[edge]) > 1 ? seen[edge] : whole[edge];
  return { left: end('left'), top: end('top'), right: end('right'), bottom: end('bottom') };
}

/** Minimum for a question or a card. */
const SMALL_BELOW_PX = { width: 230, height: 300 };

export function isSmall({ left, top, right, bottom }: Rectangle): boolean {
  return bottom - top < SMALL_BELOW_PX.height || right - left < SMALL_BELOW_PX.width;
}

export function isIn({ left, top, right, bottom }: Rectangle, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
