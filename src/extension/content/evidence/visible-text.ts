import { MAX_END_LENGTH, MAX_TEXT_LENGTH, type BodyFacts } from '../../../core/evidence/message-facts.ts';
import { ancestorsOf, isRendered, localName, parentElementOf } from '../dom/unclobbered.ts';

/** Nodes read from each end. A message may consist of empty ones, which are cheap. */
const MAX_NODES = 60_000;

/** Readers cannot read smaller text. */
const MIN_FONT_PX = 2;

export function visibleText(body: Element): Pick<BodyFacts, 'text' | 'end' | 'isCut'> {
  const parents = new Map<Element, Parent>();
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const text = new Line();
  let lastSeen: Node | null = null;
  let steps = 0;
  for (let node = walker.nextNode(); node !== null && steps < MAX_NODES; node = walker.nextNode()) {
    steps += 1;
    if (!text.add(node, parents)) continue;
    lastSeen = node;
    // An extra character shows that there is more.
    if (text.value.length > MAX_TEXT_LENGTH) break;
  }
  const start = text.value.slice(0, MAX_TEXT_LENGTH);
  const isFull = text.value.length > MAX_TEXT_LENGTH;
  if (!isFull && steps < MAX_NODES) return { text: start, end: '' };
  const end = endAfter(body, lastSeen, text.value.slice(MAX_TEXT_LENGTH), parents);
  return { text: start, end, ...(isFull ? {} : { isCut: true }) };
}

/** The last characters after node `after`, whose own `rest` comes first. */
function endAfter(body: Element, after: Node | null, rest: string, parents: Map<Element, Parent>): string {
  const walker = document.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  let last: Node | null = null;
  for (let node = walker.lastChild(); node !== null; node = walker.lastChild()) last = node;
  const nodes: Node[] = [];
  let length = 0;
  let steps = 0;
  for (let node = last; node !== null && node !== after && steps < MAX_NODES; node = walker.previousNode()) {
    steps += 1;
    nodes.push(node);
    if (node instanceof Text) length += node.data.trim().length;
    if (length > MAX_END_LENGTH * 2) break;
  }
  const line = new Line();
  for (const node of nodes.reverse()) line.add(node, parents);
  return `${length > MAX_END_LENGTH ? '' : `${rest} `}${line.value}`
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(-MAX_END_LENGTH);
}

interface Parent {
  readonly isSeen: boolean;
  /** Nearest element that starts a line. */
  readonly block: Element;
}

/** White space and line starts become one space. */
class Line {
  value = '';
  #block: Element | null = null;

  /** @returns whether the node had readable text */
  add(node: Node, parents: Map<Element, Parent>): boolean {
    if (!(node instanceof Text)) {
      if (node instanceof Element && localName(node) === 'br') this.#space();
      return false;
    }
    const parent = parentElementOf(node);
    const written = node.data.replaceAll(/\s+/g, ' ');
    if (parent === null || written === '') return false;
    let about = parents.get(parent);
    if (about === undefined) {
      about = parentOf(parent);
      parents.set(parent, about);
    }
    if (!about.isSeen) return false;
    if (this.#block !== about.block) this.#space();
    this.#block = about.block;
    if (written.startsWith(' ')) this.#space();
    this.value += this.value.endsWith(' ') || this.value === '' ? written.trimStart() : written;
    return true;
  }

  #space(): void {
    if (this.value !== '' && !this.value.endsWith(' ')) this.value += ' ';
  }
}

const UNREAD: readonly string[] = ['style', 'script', 'template', 'noscript', 'title'];

/** Alpha below 0.1, as computed. */
const CLEAR = /(?:^rgba\([^)]*,|\/) 0(?:\.0\d*)?\)$/;

/** Transparent text, without shadow, outline or clipped background. */
function isColourless(element: Element, style: CSSStyleDeclaration): boolean {
  return (
    CLEAR.test(style.getPropertyValue('-webkit-text-fill-color')) &&
    style.textShadow === 'none' &&
    Number.parseFloat(style.getPropertyValue('-webkit-text-stroke-width')) === 0 &&
    !ancestorsOf(element).some((around) => getComputedStyle(around).backgroundClip.includes('text'))
  );
}

function parentOf(element: Element): Parent {
  const style = getComputedStyle(element);
  const isSeen =
    !UNREAD.includes(localName(element)) &&
    isRendered(element, { opacityProperty: true, visibilityProperty: true }) &&
    !(Number.parseFloat(style.fontSize) < MIN_FONT_PX) &&
    !isColourless(element, style);
  let block: Element = element;
  for (let around: Element | null = element; around !== null; around = parentElementOf(around)) {
    block = around;
    const { display } = getComputedStyle(around);
    if (display !== 'inline' && display !== 'contents') break;
  }
  return { isSeen, block };
}
