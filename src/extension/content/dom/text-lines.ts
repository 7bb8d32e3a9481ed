import { textNodesIn } from './unclobbered.ts';

/**
 * In viewport coordinates.
 *
 * @param limit - of text nodes
 */
export function textLinesIn(element: Element, limit: number): readonly DOMRect[] {
  const range = new Range();
  return textNodesIn(element, limit).flatMap((node) => {
    range.selectNodeContents(node);
    return Array.from(range.getClientRects());
  });
}
