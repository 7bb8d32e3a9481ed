import { textNodesIn } from './unclobbered.ts';

/**
 * The boxes of the lines of text in an element, in the viewport.
 *
 * @param limit - of the pieces of text that are looked at
 */
export function textLinesIn(element: Element, limit: number): readonly DOMRect[] {
  const range = new Range();
  return textNodesIn(element, limit).flatMap((node) => {
    range.selectNodeContents(node);
    return Array.from(range.getClientRects());
  });
}
