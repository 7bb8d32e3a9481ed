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
 * so that its own middle is nowhere; the browser tells a frame what is left of it after all clipping around it.
 */
export function visibleViewport(): Promise<Rectangle> {
  const whole = { left: 0, top: 0, right: innerWidth, bottom: innerHeight };
  const root = rootElement();
  if (window === window.top || root === null) return Promise.resolve(whole);
  return new Promise((resolve) => {
    const observer = new IntersectionObserver((entries) => {
      observer.disconnect();
      const seen = entries.at(-1)?.intersectionRect;
      resolve(seen === undefined || seen.width < 1 || seen.height < 1 ? whole : seen);
    });
    observer.observe(root);
  });
}

export function isIn({ left, top, right, bottom }: Rectangle, x: number, y: number): boolean {
  return x >= left && x <= right && y >= top && y <= bottom;
}
