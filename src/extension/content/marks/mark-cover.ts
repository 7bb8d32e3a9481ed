import type { FoundLink } from '../links/found-link.ts';
import { ancestorsOf, elementAt, elementsAt, isInside, treeOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/**
 * Up to so many marks are each asked about; of more, one in each cell of a grid. In a paragraph of thousands of links
 * one hit test takes the browser milliseconds.
 */
const MAX_TESTED_ONE_BY_ONE = 40;
const CELL_PX = 160;

/** Where in its box a link is looked for, as shares of width and height; the middle is seen most often. */
const POINTS: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.2],
  [0.9, 0.8],
  [0.9, 0.2],
  [0.1, 0.8],
  [0.5, 0.15],
  [0.5, 0.85],
];

/** Of one turn for hit tests. In a paragraph of thousands of links a single one may take longer. Milliseconds. */
const TURN_MS = 8;

/** Tells which links lie under a window of the webmail. For one turn: a layout is taken as it is. */
export class MarkCover {
  readonly #host: Element;
  readonly #isCoarse: boolean;
  readonly #until = performance.now() + TURN_MS;
  readonly #cells = new Map<string, boolean>();

  /** @param count - marks that will be asked about */
  constructor(host: Element, count: number) {
    this.#host = host;
    this.#isCoarse = count > MAX_TESTED_ONE_BY_ONE;
  }

  /**
   * By a window of the webmail: whatever else lies over a link is the message's own doing.
   *
   * @returns null if there is no time left in this turn
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
      // The other way round for a message inside a shadow root, of which only the host is met.
      return !isInside(own, hit) && !around.includes(hit);
    });
    // What is cut to a shape is at none of these points, and may lie above all.
    return isUnder && (this.#isCoarse || places.some(([x, y]) => isAt(link.element, x, y)));
  }
}

/** Whether any of the link is at this point, below whatever. Of one inside a shadow root only the host is told. */
function isAt(link: Element, x: number, y: number): boolean {
  const tree = treeOf(link);
  const seen = tree instanceof ShadowRoot ? tree.host : link;
  return elementsAt(x, y).some((each) => isInside(seen, each));
}
