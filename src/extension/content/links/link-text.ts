import type { FoundLink } from './found-link.ts';
import { attributeOf, findAll, localName, textOf } from '../dom/unclobbered.ts';

/** Characters, including white space. */
const MAX_READ = 10_000;

/** Visible or alternative text; never the content of a QR code. */
export function linkTextOf({ element: link, isCode }: Pick<FoundLink, 'element' | 'isCode'>): string {
  if (isCode === true) return attributeOf(link, 'alt') ?? '';
  const name = localName(link);
  if (name === 'area') return attributeOf(link, 'alt') ?? '';
  if (name === 'input') return attributeOf(link, 'value') ?? attributeOf(link, 'alt') ?? '';
  const shown = name === 'form' ? findAll(link, 'button, input[type="submit" i]')[0] : link;
  if (shown === undefined) return '';
  // Cut first: nested SVG links would each be read to the message's end.
  const text = (attributeOf(shown, 'value') ?? textOf(shown))
    .slice(0, MAX_READ)
    .replaceAll(/\s+/g, ' ')
    .trim();
  if (text !== '') return text;
  return findAll(shown, 'img[alt]')
    .map((image) => attributeOf(image, 'alt') ?? '')
    .join(' ')
    .trim();
}
