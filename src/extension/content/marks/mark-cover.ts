import type { FoundLink } from '../links/found-link.ts';
import { ancestorsOf, elementAt, elementsAt, isInside, treeOf } from '../dom/unclobbered.ts';
import type { Rectangle } from '../dom/visible-viewport.ts';

/**
 * With more marks, one hit test per grid cell, and one per mark in a cell whose first mark is covered: among thousands of
 * links each test takes milliseconds.
 */
const MAX_TESTED_ONE_BY_ONE = 40;
const CELL_PX = 160;

/** Shares of width and height. The middle is visible most often. */
const POINTS: readonly (readonly [number, number])[] = [
  [0.5, 0.5],
  [0.1, 0.2],
  [0.9, 0.8],
  [0.9, 0.2],
  [0.1, 0.8],
  [0.5, 0.15],
  [0.5, 0.85],
];

/** Per turn. One test among thousands of links may exceed it. */
const TURN_MS = 8;

/** Detects links under a webmail's window. Valid for one turn, since it assumes an unchanged layout. */
export class MarkCover {
  readonly #host: Element;
  readonly #isCoarse: boolean;
  readonly #until = performance.now() + TURN_MS;
  readonly #cells = new Map<string, boolean>();

  constructor(host: Element, count: number) {
    this.#host = host;
    this.#isCoarse = count > MAX_TESTED_ONE_BY_ONE;
  }

  /**
   * The message's own covers don't count.
   *
   * @returns null if time ran out
   */
  covers(link: FoundLink, box: Rectangle): boolean | null {
    if (performance.now() > this.#until) return null;
    if (!this.#isCoarse) return this.#isUnseen(link, box, POINTS);
    const cell = [link.message.key, Math.floor(box.left / CELL_PX), Math.floor(box.top / CELL_PX)].join('\n');
    const isCellCovered = this.#cells.get(cell);
    if (isCellCovered === false) return false;
    // Something small may cover the first link alone, so test each, at one point.
    const isCovered = this.#isUnseen(link, box, isCellCovered ? POINTS.slice(0, 1) : POINTS);
    if (isCellCovered === undefined) this.#cells.set(cell, isCovered);
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
      // Outside the viewport, or our own element above the marks.
      if (hit === null || hit === this.#host) return false;
      const own = link.isSender ? link.element : link.message.body;
      // In a shadow root, only the host is hit.
      return !isInside(own, hit) && !around.includes(hit);
    });
    // The link must be at one of the points: a clipped shape may miss them all, and is then not covered.
    return isUnder && places.some(([x, y]) => isAt(link.element, x, y));
  }
}

function isAt(link: Element, x: number, y: number): boolean {
  const tree = treeOf(link);
  const seen = tree instanceof ShadowRoot ? tree.host : link;
  return elementsAt(x, y).some((each) => isInside(seen, each));
}
