import { elementMaker } from '../platform/element-maker.ts';

export type { Child } from '../platform/element-maker.ts';

const SVG = 'http://www.w3.org/2000/svg';

export const { el, svg } = elementMaker({
  newElement: (tag) => document.createElement(tag),
  newSvgElement: (tag) => document.createElementNS(SVG, tag),
});

/** Sets attributes without a property of the same name: `data-…`, `aria-describedby`. */
export function withAttributes<Made extends Element>(
  element: Made,
  attributes: Readonly<Record<string, string>>,
): Made {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
