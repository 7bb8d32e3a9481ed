type Properties<Tag extends keyof HTMLElementTagNameMap> = {
  // Not `Omit`: that forgets the type of every property of an element that can be indexed, as a form can.
  [
    Key in keyof HTMLElementTagNameMap[Tag] as Key extends NotSet ? never : Key
  ]?: HTMLElementTagNameMap[Tag][Key];
};

type NotSet = 'innerHTML' | 'outerHTML' | 'style' | 'dataset' | 'children' | number;

/** `undefined` and `null` draw nothing, so that a part can be left out where it stands. */
export type Child = Node | string | null | undefined;

/** What makes elements here: the document's own methods, or what a page cannot have replaced. */
export interface ElementSource {
  readonly newElement: <Tag extends keyof HTMLElementTagNameMap>(tag: Tag) => HTMLElementTagNameMap[Tag];
  readonly newSvgElement: (tag: string) => SVGElement;
}

export interface ElementMaker {
  /** `el('button', { type: 'button' }, 'Back')`. Strings become text nodes: nothing is ever parsed as HTML. */
  readonly el: <Tag extends keyof HTMLElementTagNameMap>(
    tag: Tag,
    properties?: Properties<Tag>,
    ...children: readonly Child[]
  ) => HTMLElementTagNameMap[Tag];
  /** An SVG element with these attributes; children in order. */
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
