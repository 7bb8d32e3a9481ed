import { elementMaker, type Properties } from '../platform/element-maker.ts';

type Tags = HTMLElementTagNameMap;

type PropertiesAndAttributes<Tag extends keyof Tags> = Properties<Tag> & {
  readonly [Name in `${string}-${string}`]?: string | undefined;
};

/** What an element of a page may hold. Null, undefined and false are left out. */
export type Child = Node | string | false | null | undefined | readonly Child[];

declare global {
  // oxlint-disable-next-line typescript/no-namespace -- where TypeScript looks for the types of JSX
  namespace JSX {
    type Element = HTMLElement;
    type IntrinsicElements = {
      readonly [Tag in keyof Tags]: PropertiesAndAttributes<Tag> & { readonly nodes?: Child };
    };
    interface ElementChildrenAttribute {
      readonly nodes: Child;
    }
  }
}

const SVG = 'http://www.w3.org/2000/svg';

export const { svg } = elementMaker({
  newElement: (tag) => document.createElement(tag),
  newSvgElement: (tag) => document.createElementNS(SVG, tag),
});

/**
 * The factory of JSX. Strings become text nodes, never HTML.
 *
 * @param properties - those with a hyphen, as `data-key` and `aria-label`, are attributes; undefined ones are left out
 */
export function el<Tag extends keyof Tags>(
  tag: Tag,
  properties?: PropertiesAndAttributes<Tag> | null,
  ...children: readonly Child[]
): Tags[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined) continue;
    if (name.includes('-') && typeof value === 'string') element.setAttribute(name, value);
    else Object.assign(element, { [name]: value });
  }
  element.append(...nodesOf(children));
  return element;
}

export function nodesOf(children: readonly Child[]): readonly Node[] {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (child instanceof Node) return [child];
    return typeof child === 'string' ? [document.createTextNode(child)] : nodesOf(child);
  });
}
