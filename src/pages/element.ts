type Properties<Tag extends keyof HTMLElementTagNameMap> = {
  // Not `Omit`: that forgets the type of every property of an element that can be indexed, as a form can.
  [
    Key in keyof HTMLElementTagNameMap[Tag] as Key extends NotSet ? never : Key
  ]?: HTMLElementTagNameMap[Tag][Key];
};

type NotSet = 'innerHTML' | 'outerHTML' | 'style' | 'dataset' | 'children' | number;

/** `undefined` and `null` draw nothing, so that a part of a page can be left out where it stands. */
export type Child = Node | string | null | undefined;

/** `el('button', { type: 'button' }, 'Remove')`. Strings become text nodes, so nothing is ever parsed as HTML. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties);
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Attributes that have no property of their own name, on an element just made: `data-…`, `aria-describedby`. */
export function withAttributes<Made extends Element>(
  element: Made,
  attributes: Readonly<Record<string, string>>,
): Made {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}

const SVG = 'http://www.w3.org/2000/svg';

/** An SVG element; children in order. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly (SVGElement | string | null)[]
): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children.filter((child) => child !== null));
  return element;
}
