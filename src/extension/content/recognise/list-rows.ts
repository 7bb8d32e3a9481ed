import { destinationOf, LINK_SELECTOR } from '../hrefs/link-destination.ts';
import { childrenOf, findAll, isInside, localName, parentElementOf, textOf } from '../dom/unclobbered.ts';
import { isOwn, leavesSite } from './off-site.ts';

const MIN_ROWS = 3;

/** Characters: longer than a tool's label, shorter than a message. */
const MIN_ROW_LENGTH = 25;
const MAX_ROW_LENGTH = 600;

const MAX_DEPTH = 6;

/** Finds rows of message lists: repeated shapes that link into the webmail. */
export class ListRows {
  readonly #rows = new Set<Element>();
  readonly #lists = new Set<Element>();

  constructor(root: Document | ShadowRoot) {
    const groups = new Map<Element, Map<string, Set<Element>>>();
    for (const link of findAll(root, 'a, form')) {
      const href = destinationOf(link);
      if (href === null || !isOwn(href)) continue;
      let inside = link;
      for (let depth = 0; depth < MAX_DEPTH; depth++) {
        const around = parentElementOf(inside);
        if (around === null) break;
        const shape = shapeOf(inside);
        const ofShape = groups.get(around) ?? new Map<string, Set<Element>>();
        groups.set(around, ofShape.set(shape, (ofShape.get(shape) ?? new Set()).add(inside)));
        inside = around;
      }
    }
    for (const [list, ofShape] of groups) {
      for (const alike of ofShape.values()) {
        const rows = [...alike].filter((row) => !hasWayOut(row));
        if (rows.filter(isAsLongAsARow).length < MIN_ROWS) continue;
        this.#lists.add(list);
        for (const row of rows) this.#rows.add(row);
      }
    }
  }

  isIn(block: Element): boolean {
    return [...this.#lists].some((list) => isInside(block, list));
  }

  isInRow(element: Element): boolean {
    for (let around: Element | null = element; around !== null; around = parentElementOf(around)) {
      if (this.#rows.has(around)) return true;
    }
    return false;
  }
}

function shapeOf(element: Element): string {
  return [element, ...childrenOf(element)].map(localName).join();
}

function isAsLongAsARow(element: Element): boolean {
  const { length } = wordsOf(element);
  return length >= MIN_ROW_LENGTH && length <= MAX_ROW_LENGTH;
}

/** Repeated blocks with off-site links are a thread's messages, not rows. */
function hasWayOut(element: Element): boolean {
  return findAll(element, LINK_SELECTOR).some((link) => leavesSite(link));
}

export function wordsOf(element: Element): string {
  return textOf(element).replaceAll(/\s+/g, ' ').trim();
}
