export type Properties<Tag extends keyof HTMLElementTagNameMap> = {
  // `Omit` would lose property types of indexable elements such as forms.
  [
    Key in keyof HTMLElementTagNameMap[Tag] as Key extends NotSet ? never : Key
  ]?: HTMLElementTagNameMap[Tag][Key];
};

type NotSet = 'innerHTML' | 'outerHTML' | 'style' | 'dataset' | 'children' | number;

export type Child = Node | string | null | undefined;

/** The document's methods, or copies that pages cannot replace. */
export interface ElementSource {
  readonly newElement: <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) => HTMLElementTagNameMap[Tag];
  readonly newSvgElement: (tag: string) => SVGElement;
}

export interface ElementMaker {
  /** Strings become text nodes, never HTML. */
  readonly el: <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties?: Properties<Tag>,
    ...children: readonly Child[]
  ) => HTMLElementTagNameMap[Tag];
  readonly svg: (
    tag: string,
    attributes: Readonly<Record<string, string | number>>,
    ...children: readonly Child[]
  ) => SVGElement;
}

export function elementMaker({ newElement, newSvgElement }: ElementSource): ElementMaker {
  return {
    el: (tag, properties = {}, ...children) => filled(Object.assign(newElement(tag), properties), children),
    svg(tag, attributes, ...children) {
      const element = newSvgElement(tag);
      for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
      return filled(element, children);
    },
  };
}

function filled<Made extends Element>(element: Made, children: readonly Child[]): Made {
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}
