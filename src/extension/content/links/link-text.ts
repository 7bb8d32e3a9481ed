import type { FoundLink } from './found-link.ts';
import { attributeOf, findAll, localName, textOf } from '../dom/unclobbered.ts';

/** Longest text that is read of a link, white space included. Characters. */
const MAX_READ = 10_000;

/** The visible text of a link, or the alternative text of its picture; never what a QR code holds. */
export function linkTextOf({ element: link, isCode }: Pick<FoundLink, 'element' | 'isCode'>): string {
  if (isCode === true) return attributeOf(link, 'alt') ?? '';
  const name = localName(link);
  if (name === 'area') return attributeOf(link, 'alt') ?? '';
  if (name === 'input') return attributeOf(link, 'value') ?? attributeOf(link, 'alt') ?? '';
  const shown = name === 'form' ? findAll(link, 'button, input[type="submit" i]')[0] : link;
  if (shown === undefined) return '';
  // Cut before normalising: nested links, as in SVG, would each be read to the end of the message.
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
