import { usesOf } from '../hrefs/links-behind.ts';
import {
  ancestorsOf,
  attributeOf,
  boxOf,
  closestTo,
  findAll,
  linesIn,
  localName,
  parentElementOf,
  rootElement,
  treeOf,
} from '../dom/unclobbered.ts';

export interface Place {
  /** The mark moves with this element. Only HTML elements can be a popover's source. */
  readonly anchor: HTMLElement;
  /** Within the anchor, CSS pixels; null for all. */
  readonly offset: Box | null;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const CLEARLY = 1.3;

/** Of a link with more elements, the box around the contents counts. */
const MAX_PARTS = 2_000;

/** Null in a document without HTML elements, such as an attached drawing. */
export function placeOf(link: Element): Place | null {
  const name = localName(link);
  if (name === 'area') return placeOfArea(link) ?? wholeOf(link);
  if (name === 'form') return wholeOf(submitButtonOf(link) ?? link);
  // Definitions are drawn by `use`.
  if (link instanceof SVGElement && closestTo(link, 'defs, symbol') !== null) {
    return wholeOf(biggestOf(usesOf(link)) ?? link);
  }
  return wholeOf(link);
}

function wholeOf(link: Element): Place | null {
  const parts = findAll(link, '*');
  const isAsContents = (tooSmall(boxOf(link)) && !isClipping(link)) || parts.length > MAX_PARTS;
  const text = isAsContents ? boxOfContents(link) : null;
  const visible = biggestBoxIn(link, parts.slice(0, MAX_PARTS));
  // Text outside its link's box, as with `height: 0` or `display: contents`.
  if (text !== null && text.width * text.height > areaOf(visible) * CLEARLY) {
    const anchor = htmlAround(link, text);
    return anchor && { anchor, offset: relativeTo(boxOf(anchor), text) };
  }
  if (visible instanceof HTMLElement) return { anchor: visible, offset: null };
  const anchor = htmlAround(visible);
  return anchor && { anchor, offset: relativeTo(boxOf(anchor), boxOf(visible)) };
}

/** Smaller boxes hold no text. */
const MIN_LINE_PX = 5;

function tooSmall({ width, height }: DOMRect): boolean {
  return width < MIN_LINE_PX || height < MIN_LINE_PX;
}

function isClipping(link: Element): boolean {
  const { overflowX, overflowY } = getComputedStyle(link);
  return overflowX !== 'visible' || overflowY !== 'visible';
}

function boxOfContents(link: Element): DOMRect {
  const contents = new Range();
  contents.selectNodeContents(link);
  return contents.getBoundingClientRect();
}

/**
 * A part that is clearly bigger or elsewhere wins: an inline link around a picture is one line high, and `display:
 * contents` has no box.
 */
function biggestBoxIn(link: Element, parts: readonly Element[]): Element {
  const own = boxOf(link);
  let biggest = link;
  let area = areaOf(link) * CLEARLY;
  for (const child of parts) {
    const childArea = areaOf(child);
    if (childArea <= 0) continue;
    if (childArea <= area && (biggest !== link || touch(own, boxOf(child)))) continue;
    biggest = child;
    area = childArea;
  }
  return biggest;
}

function touch(a: DOMRect, b: DOMRect): boolean {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

function areaOf(element: Element): number {
  const { width, height } = boxOf(element);
  return width * height;
}

function htmlAround(element: Element, box: DOMRect | null = null): HTMLElement | null {
  for (let around: Element | null = element; around !== null; around = parentElementOf(around)) {
    if (around instanceof HTMLElement && holds(around, box)) return around;
  }
  const root = rootElement();
  return root instanceof HTMLElement ? root : null;
}

function holds(around: HTMLElement, box: DOMRect | null): boolean {
  if (linesIn(around).length === 0) return false;
  if (box === null) return true;
  const { left, right, top, bottom } = boxOf(around);
  return left <= box.left && right >= box.right && top <= box.top && bottom >= box.bottom;
}

function relativeTo(around: DOMRect, box: DOMRect): Box {
  return { left: box.left - around.left, top: box.top - around.top, width: box.width, height: box.height };
}

function submitButtonOf(form: Element): Element | null {
  const buttons = findAll(
    form,
    'button:not([type]), button[type="submit" i], input[type="submit" i], input[type="image" i]',
  );
  return biggestOf(buttons);
}

/** Compares visible areas, since a one-pixel copy may come first. */
function biggestOf(elements: readonly Element[]): Element | null {
  const [first = null] = elements;
  if (elements.length < 2) return first;
  let [biggest, area] = [first, 0];
  for (const each of elements) {
    const seen = seenAreaOf(each);
    if (seen > area) [biggest, area] = [each, seen];
  }
  return biggest;
}

function seenAreaOf(element: Element): number {
  let { left, top, right, bottom } = boxOf(element);
  for (const around of ancestorsOf(element).slice(1)) {
    if (right <= left || bottom <= top) return 0;
    if (!/hidden|clip/.test(getComputedStyle(around).overflow)) continue;
    const box = boxOf(around);
    [left, top] = [Math.max(left, box.left), Math.max(top, box.top)];
    [right, bottom] = [Math.min(right, box.right), Math.min(bottom, box.bottom)];
  }
  return Math.max(0, right - left) * Math.max(0, bottom - top);
}

function placeOfArea(area: Element): Place | null {
  let map: Element | null = area;
  while (map !== null && localName(map) !== 'map') map = parentElementOf(map);
  const name = map === null ? null : (attributeOf(map, 'name') ?? attributeOf(map, 'id'));
  if (name === null) return null;
  const tree = treeOf(area);
  if (tree === null) return null;
  // Browsers ignore text before the first `#`.
  const image = biggestOf(
    findAll(tree, 'img[usemap]').filter(
      (each) => attributeOf(each, 'usemap')?.replace(/^[^#]*#/, '') === name,
    ),
  );
  if (!(image instanceof HTMLElement)) return null;
  const box = boxOfShape(attributeOf(area, 'shape'), attributeOf(area, 'coords'));
  return { anchor: image, offset: box };
}

/** Links of more lines are framed whole, like paragraphs. */
const MAX_LINES = 12;

/** Relative to the link; empty for a single line. */
export function linesOf(link: HTMLElement): readonly Box[] {
  const pieces = Array.from(linesIn(link)).filter(({ width, height }) => width > 1 && height > 1);
  if (pieces.length < 2) return [];
  const around = boxOf(link);
  const lines = linesOfPieces(pieces.map((piece) => relativeTo(around, piece)));
  return lines.length < 2 || lines.length > MAX_LINES ? [] : lines;
}

/** Largest gap between pieces of one line. */
const PIECE_GAP_PX = 1;

/**
 * Chromium gives a box per piece, as around bold text. Merges touching pieces, not those with other text between, as
 * where writing directions meet.
 */
export function linesOfPieces(pieces: readonly Box[]): readonly Box[] {
  const lines: Box[] = [];
  for (const piece of pieces) {
    const before = lines.at(-1);
    if (before === undefined || !isOnLineOf(before, piece)) lines.push(piece);
    else lines[lines.length - 1] = union(before, piece);
  }
  return lines;
}

function isOnLineOf(a: Box, b: Box): boolean {
  const shared = Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top);
  const gap = Math.max(a.left, b.left) - Math.min(a.left + a.width, b.left + b.width);
  return shared > Math.min(a.height, b.height) / 2 && gap <= PIECE_GAP_PX;
}

function union(a: Box, b: Box): Box {
  const left = Math.min(a.left, b.left);
  const top = Math.min(a.top, b.top);
  return {
    left,
    top,
    width: Math.max(a.left + a.width, b.left + b.width) - left,
    height: Math.max(a.top + a.height, b.top + b.height) - top,
  };
}

/** CSS pixels; null for the whole image. */
export function boxOfShape(shape: string | null, coords: string | null): Box | null {
  const numbers = (coords ?? '')
    .split(/[\s,;]+/)
    .map(Number.parseFloat)
    .filter((number) => Number.isFinite(number));
  const [first = 0, second = 0, third = 0, fourth = 0] = numbers;
  switch ((shape ?? 'rect').trim().toLowerCase()) {
    case 'default':
      return null;
    case 'circle':
    case 'circ':
      if (numbers.length < 3) return null;
      return { left: first - third, top: second - third, width: 2 * third, height: 2 * third };
    case 'poly':
    case 'polygon': {
      if (numbers.length < 6) return null;
      const xs = numbers.filter((_, index) => index % 2 === 0);
      const ys = numbers.filter((_, index) => index % 2 === 1);
      const left = Math.min(...xs);
      const top = Math.min(...ys);
      return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
    }
    default:
      if (numbers.length < 4) return null;
      return {
        left: Math.min(first, third),
        top: Math.min(second, fourth),
        width: Math.abs(third - first),
        height: Math.abs(fourth - second),
      };
  }
}
