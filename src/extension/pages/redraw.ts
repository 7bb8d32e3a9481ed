import { type Child, nodesOf } from './element.ts';

/** Listeners that `el` sets as properties, so that a kept element can take over the new ones. */
const LISTENERS = [
  'onclick',
  'onchange',
  'oninput',
  'onsubmit',
  'onkeydown',
  'ondrop',
  'ondragover',
] as const;

/**
 * Makes the children of `parent` equal to `next`, but keeps existing elements, and so keyboard focus, half-typed text
 * and screen reader output.
 *
 * An element is kept if tag, `id` and `data-key` match; without a key, by position. Typed text stays until the key
 * changes, a choice until a different one is drawn. Whether a `details` is open stays.
 */
export function redraw(parent: Element, ...next: readonly Child[]): void {
  const keyed = new Map<string, Element>();
  for (const child of parent.children) {
    const key = keyOf(child);
    if (key !== null) keyed.set(key, child);
  }
  let place: ChildNode | null = parent.firstChild;
  for (const node of nodesOf(next)) {
    const kept = keptFor(node, place, keyed);
    if (kept === null) {
      if (node instanceof Element) rememberDrawn(node);
      parent.insertBefore(node, place);
      continue;
    }
    if (kept === place) place = place.nextSibling;
    // Moving the focused element would blur it, so remove what is before it.
    else if (kept.contains(document.activeElement)) place = removeUntil(place, kept);
    else parent.insertBefore(kept, place);
    takeOver(kept, node);
  }
  while (place !== null) {
    const after: ChildNode | null = place.nextSibling;
    place.remove();
    place = after;
  }
}

function keyOf(node: Node): string | null {
  if (!(node instanceof Element)) return null;
  const key = node.getAttribute('data-key') ?? (node.id === '' ? null : node.id);
  return key === null ? null : `${node.tagName} ${key}`;
}

function keptFor(node: Node, place: ChildNode | null, keyed: ReadonlyMap<string, Element>): ChildNode | null {
  const key = keyOf(node);
  if (key !== null) return keyed.get(key) ?? null;
  if (place === null || place.nodeType !== node.nodeType || keyOf(place) !== null) return null;
  return place.nodeName === node.nodeName ? place : null;
}

function removeUntil(place: ChildNode | null, end: ChildNode): ChildNode | null {
  let current = place;
  while (current !== null && current !== end) {
    const after: ChildNode | null = current.nextSibling;
    current.remove();
    current = after;
  }
  return end.nextSibling;
}

function takeOver(kept: ChildNode, node: Node): void {
  if (!(kept instanceof Element) || !(node instanceof Element)) {
    if (kept.nodeValue !== node.nodeValue) kept.nodeValue = node.nodeValue;
    return;
  }
  for (const name of kept.getAttributeNames()) {
    const isReaders = name === 'open' && kept instanceof HTMLDetailsElement;
    if (!isReaders && !node.hasAttribute(name)) kept.removeAttribute(name);
  }
  for (const { name, value } of node.attributes) {
    if (kept.getAttribute(name) !== value) kept.setAttribute(name, value);
  }
  if (kept instanceof HTMLElement && node instanceof HTMLElement) {
    for (const listener of LISTENERS) Object.assign(kept, { [listener]: node[listener] });
  }
  redraw(kept, ...node.childNodes);
  // After the children, because a select's value depends on its options.
  const drawn = choiceOf(node);
  if (drawn === null || drawnLast.get(kept) === drawn) return;
  drawnLast.set(kept, drawn);
  choose(kept, drawn);
}

/** The choice last drawn; the reader may have changed it since. */
const drawnLast = new WeakMap<Element, string | boolean>();

function rememberDrawn(element: Element): void {
  for (const control of [element, ...element.querySelectorAll('select, input')]) {
    const choice = choiceOf(control);
    if (choice !== null) drawnLast.set(control, choice);
  }
}

function choiceOf(element: Element): string | boolean | null {
  if (element instanceof HTMLSelectElement) return element.value;
  if (!(element instanceof HTMLInputElement)) return null;
  return element.type === 'checkbox' || element.type === 'radio' ? element.checked : null;
}

function choose(element: Element, choice: string | boolean): void {
  if (element instanceof HTMLSelectElement) element.value = String(choice);
  else if (element instanceof HTMLInputElement) element.checked = choice === true;
}
