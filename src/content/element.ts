import { newElement, newSvgElement } from './unclobbered.ts';

type Properties<Tag extends keyof HTMLElementTagNameMap> = Partial<
  Omit<HTMLElementTagNameMap[Tag], 'innerHTML' | 'outerHTML' | 'style' | 'dataset' | 'children'>
>;

export type Child = Node | string | null;

/** `el('button', { type: 'button' }, 'Back')`. Strings become text nodes: nothing is ever parsed as HTML. */
export function el<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Properties<Tag> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(newElement(tag), properties);
  element.append(...children.filter((child) => child !== null));
  return element;
}

/** An SVG element with these attributes; children in order. */
export function svg(
  tag: string,
  attributes: Readonly<Record<string, string | number>>,
  ...children: readonly SVGElement[]
): SVGElement {
  const element = newSvgElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
  element.append(...children);
  return element;
}
