import type { FoundLink } from '../links/found-link.ts';
import { ancestorsOf, elementAt, elementsAt, isInside, treeOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/**
 * Up to this many marks are hit-tested one by one; of more, one per cell of a grid. In a paragraph of thousands of
 * links one hit test takes milliseconds.
 */
const MAX_TESTED_ONE_BY_ONE = 40;
const CELL_PX = 160;

/**
 * Points of a link's box that are tested, as shares of width and height; the middle first, since it is visible most
 * often.
 */
const POINTS: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.2],
  [0.9, 0.8],
  [0.9, 0.2],
  [0.1, 0.8],
  [0.5, 0.15],
  [0.5, 0.85],
];

/**
 * Time budget for hit tests in one turn; in a paragraph of thousands of links a single one may exceed it. Milliseconds.
 */
const TURN_MS = 8;

/** Tells which links are covered by a window of the webmail. Valid for one turn: it assumes an unchanged layout. */
export class MarkCover {
  readonly #host: Element;
  readonly #isCoarse: boolean;
  readonly #until = performance.now() + TURN_MS;
  readonly #cells = new Map<string, boolean>();

  /** @param count - number of marks that will be tested */
  constructor(host: Element, count: number) {
    this.#host = host;
    this.#isCoarse = count > MAX_TESTED_ONE_BY_ONE;
  }

  /**
   * Whether a window of the webmail covers the link; what the message itself puts over a link does not count.
   *
   * @returns null if this turn has no time left
   */
  covers(link: FoundLink, box: Rectangle): boolean | null {
    if (performance.now() > this.#until) return null;
    if (!this.#isCoarse) return this.#isUnseen(link, box, POINTS);
    const cell = [link.message.key, Math.floor(box.left / CELL_PX), Math.floor(box.top / CELL_PX)].join('\n');
    let isCovered = this.#cells.get(cell);
    if (isCovered === undefined) {
      isCovered = this.#isUnseen(link, box, POINTS.slice(0, 1));
      this.#cells.set(cell, isCovered);
    }
    return isCovered;
  }

  #isUnseen(link: FoundLink, box: Rectangle, points: typeof POINTS): boolean {
    const around = ancestorsOf(link.element);
    const places = points.map(([across, down]): readonly [number, number] => [
      box.left + across * (box.right - box.left),
      box.top + down * (box.bottom - box.top),
    ]);
    const isUnder = places.every(([x, y]) => {
      const hit = elementAt(x, y);
      // Outside the viewport nothing is known; and what is ours lies above the marks anyway.
      if (hit === null || hit === this.#host) return false;
      const own = link.isSender ? link.element : link.message.body;
      // For a message inside a shadow root, a hit test returns the host.
      return !isInside(own, hit) && !around.includes(hit);
    });
    // A clipped shape may be at none of these points, and yet lie on top.
    return isUnder && (this.#isCoarse || places.some(([x, y]) => isAt(link.element, x, y)));
  }
}

/** Whether the link is at this point, at any depth. For links inside a shadow root only the host is reported. */
function isAt(link: Element, x: number, y: number): boolean {
  const tree = treeOf(link);
  const seen = tree instanceof ShadowRoot ? tree.host : link;
  return elementsAt(x, y).some((each) => isInside(seen, each));
}
