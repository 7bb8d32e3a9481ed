import { textNodesIn } from './unclobbered.ts';

/**
 * The boxes of an element's lines of text, in viewport coordinates.
 *
 * @param limit - most text nodes to look at
 */
export function textLinesIn(element: Element, limit: number): readonly DOMRect[] {
  const range = new Range();
  return textNodesIn(element, limit).flatMap((node) => {
    range.selectNodeContents(node);
    return Array.from(range.getClientRects());
  });
}
