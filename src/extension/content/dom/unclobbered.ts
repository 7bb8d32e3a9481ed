/**
 * DOM access that is safe from DOM clobbering.
 *
 * `<img name="querySelectorAll">` in a mail replaces `document.querySelectorAll`, and `<input name="getAttribute">`
 * replaces that method of its form: Chromium's isolated worlds share named properties
 * (findings/chromium-content-scripts-see-named-elements-of-the-page.sh). So all methods and getters are
 * taken from prototypes, at document start.
 */

type Unbound<Method> = Method extends (...values: infer Values) => infer Value
  ? (owner: object, ...values: Values) => Value
  : never;

/** Marked as free of side effects, so that bundlers drop unused methods. */
/* @__NO_SIDE_EFFECTS__ */
function methodOf<Owner extends object, Name extends keyof Owner>(
  prototype: Owner,
  name: Name,
): Unbound<Owner[Name]> {
  // If an old browser lacks the method, only calling it throws.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `call` with its `this` bound is that method
  return Function.prototype.call.bind(prototype[name] as () => unknown) as unknown as Unbound<Owner[Name]>;
}

/* @__NO_SIDE_EFFECTS__ */
function getterOf<Owner extends object, Name extends keyof Owner>(
  prototype: Owner,
  name: Name,
): (owner: object) => Owner[Name] {
  // oxlint-disable-next-line typescript/unbound-method -- it is bound three lines below
  const getter: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  // Unit tests' DOM has no getters.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- called with such owners only
  if (typeof getter !== 'function') return (owner) => (owner as Owner)[name];
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return Function.prototype.call.bind(getter) as (owner: object) => Owner[Name];
}

const readyStateOf = getterOf(Document.prototype, 'readyState');
const activeElementOf = getterOf(Document.prototype, 'activeElement');
const documentElementOf = getterOf(Document.prototype, 'documentElement');
const queryDocument = methodOf(Document.prototype, 'querySelectorAll');
const queryFragment = methodOf(DocumentFragment.prototype, 'querySelectorAll');
const queryElement = methodOf(Element.prototype, 'querySelectorAll');
const createInNamespace = methodOf(Document.prototype, 'createElementNS');
const elementFromPoint = methodOf(Document.prototype, 'elementFromPoint');
const makeWalker = methodOf(Document.prototype, 'createTreeWalker');

export const listenOn = methodOf(EventTarget.prototype, 'addEventListener');

export const attributeOf = methodOf(Element.prototype, 'getAttribute');
export const attributeInNamespace = methodOf(Element.prototype, 'getAttributeNS');
export const isMatch = methodOf(Element.prototype, 'matches');
export const closestTo = methodOf(Element.prototype, 'closest');
export const isRendered = methodOf(Element.prototype, 'checkVisibility');
export const boxOf = methodOf(Element.prototype, 'getBoundingClientRect');
/** For counting: `length` of a live list creates no wrapper objects. */
const countIn = methodOf(Element.prototype, 'getElementsByTagName');
export const linesIn = methodOf(Element.prototype, 'getClientRects');
export const localName = getterOf(Element.prototype, 'localName');
export const namespaceOf = getterOf(Element.prototype, 'namespaceURI');
const openShadowRootOf = getterOf(Element.prototype, 'shadowRoot');
const isContentEditableOf = getterOf(HTMLElement.prototype, 'isContentEditable');

/** Extension API: a function in Chromium, a property in Firefox. */
interface OpensShadowRoots {
  readonly chrome?: {
    readonly dom?: { readonly openOrClosedShadowRoot?: (of: Element) => ShadowRoot | null };
  };
}

/** Includes closed roots, which the parser creates from templates in a message. */
export function shadowRootOf(element: Element): ShadowRoot | null {
  const open = openShadowRootOf(element);
  if (open !== null || !(element instanceof HTMLElement)) return open;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no library declares it
  const { chrome } = globalThis as OpensShadowRoots;
  const openClosed = chrome?.dom?.openOrClosedShadowRoot;
  if (openClosed !== undefined) {
    try {
      return openClosed(element);
    } catch {
      // The extension was updated or removed.
      return null;
    }
  }
  return 'openOrClosedShadowRoot' in element && element.openOrClosedShadowRoot instanceof ShadowRoot
    ? element.openOrClosedShadowRoot
    : null;
}

/** The shadow root of the element, and those nested in it. */
export function shadowRootsBehind(element: Element): ReadonlySet<ShadowRoot> {
  const found = new Set<ShadowRoot>();
  const add = (host: Element): void => {
    const shadow = shadowRootOf(host);
    if (shadow !== null) found.add(shadow);
  };
  add(element);
  // The loop reads what it adds: recursion could exceed the stack.
  for (const shadow of found) findAll(shadow, '*').forEach(add);
  return found;
}

/** @param limit - if there are more elements, none is searched: checking each takes long */
export function shadowRootsIn(root: Element, limit: number): readonly ShadowRoot[] {
  return countIn(root, '*').length > limit
    ? []
    : findAll(root, '*').flatMap((element) => [...shadowRootsBehind(element)]);
}

/** Whether the first node is or contains the second. */
export const isInside = methodOf(Node.prototype, 'contains');
export const parentElementOf = getterOf(Node.prototype, 'parentElement');
export const baseOf = getterOf(Node.prototype, 'baseURI');
export const childrenOf = getterOf(Element.prototype, 'children');
export const isConnected = getterOf(Node.prototype, 'isConnected');
export const positionTo = methodOf(Node.prototype, 'compareDocumentPosition');
const rootNodeOf = methodOf(Node.prototype, 'getRootNode');
/** Reflects animations too. */
export const svgTargetOf = getterOf(SVGAElement.prototype, 'href');

export const submitForm = methodOf(HTMLFormElement.prototype, 'requestSubmit');

const nodeTypeOf = getterOf(Node.prototype, 'nodeType');
const textContentOf = getterOf(Node.prototype, 'textContent');

export function isParsed(): boolean {
  return readyStateOf(document) !== 'loading';
}

/** As the browser says: in Chromium by `user-modify`, which a message's style sheet can set; Firefox has no such property. */
export function isEditable(element: Element): boolean {
  const modify = getComputedStyle(element).getPropertyValue('-webkit-user-modify');
  if (modify !== '') return modify !== 'read-only';
  let html: Element | null = element;
  while (html !== null && !(html instanceof HTMLElement)) html = parentElementOf(html);
  return html !== null && isContentEditableOf(html);
}

export function rootElement(): Element | null {
  return documentElementOf(document);
}

/** Throws on an invalid selector, a bug in an adapter. */
export function findAll(root: Document | ShadowRoot | Element, selector: string): readonly Element[] {
  return Array.from(queryIn(root, selector));
}

function queryIn(root: Document | ShadowRoot | Element, selector: string): NodeListOf<Element> {
  // `instanceof` fails for other documents' nodes.
  switch (nodeTypeOf(root)) {
    case Node.ELEMENT_NODE:
      return queryElement(root, selector);
    case Node.DOCUMENT_FRAGMENT_NODE:
      return queryFragment(root, selector);
    default:
      return queryDocument(root, selector);
  }
}

const byIdInDocument = methodOf(Document.prototype, 'getElementById');
const byIdInFragment = methodOf(DocumentFragment.prototype, 'getElementById');

/** Null for detached nodes. */
export function treeOf(node: Node): Document | ShadowRoot | null {
  const tree = rootNodeOf(node);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any other root is an element
  return nodeTypeOf(tree) === Node.ELEMENT_NODE ? null : (tree as Document | ShadowRoot);
}

export function elementOf(tree: Document | ShadowRoot, id: string): Element | null {
  return tree instanceof Document ? byIdInDocument(tree, id) : byIdInFragment(tree, id);
}

/** `textContent`, unlike `innerText`, needs no layout. */
export function textOf(node: Node): string {
  return textContentOf(node) ?? '';
}

/** In tree order. */
export function textNodesIn(root: Node, limit: number): readonly Node[] {
  const walker = makeWalker(document, root, NodeFilter.SHOW_TEXT);
  const nodes: Node[] = [];
  while (nodes.length < limit && walker.nextNode() !== null) nodes.push(walker.currentNode);
  return nodes;
}

export function elementAt(x: number, y: number): Element | null {
  return elementFromPoint(document, x, y);
}

/** Topmost first. */
export function elementsAt(x: number, y: number): readonly Element[] {
  return Document.prototype.elementsFromPoint.call(document, x, y);
}

export function baseTarget(): string {
  const [base] = findAll(document, 'base[target]');
  return base === undefined ? '' : (attributeOf(base, 'target') ?? '');
}

/** Looks inside shadow roots. */
export function deepFocus(): Element | null {
  let focused = activeElementOf(document);
  while (focused !== null) {
    const inside: Element | null = shadowRootOf(focused)?.activeElement ?? null;
    if (inside === null) break;
    focused = inside;
  }
  return focused;
}

/** The element itself first, then outwards through shadow roots. */
export function ancestorsOf(element: Element): readonly Element[] {
  const around: Element[] = [];
  for (let current: Element | null = element; current !== null;) {
    around.push(current);
    const tree: Node | null = parentElementOf(current) === null ? treeOf(current) : null;
    current = tree instanceof ShadowRoot ? tree.host : parentElementOf(current);
  }
  return around;
}

export function newElement<Tag extends keyof HTMLElementTagNameMap>(tag: Tag): HTMLElementTagNameMap[Tag] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- what `createElement` itself promises; the overload is lost
  return createInNamespace(document, 'http://www.w3.org/1999/xhtml', tag) as HTMLElementTagNameMap[Tag];
}

export function newSvgElement(tag: string): SVGElement {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- an element of this namespace is an SVGElement
  return createInNamespace(document, 'http://www.w3.org/2000/svg', tag) as SVGElement;
}
