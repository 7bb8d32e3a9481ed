import type { FoundLink } from './found-link.ts';
import { attributeOf, findAll, localName, textOf } from '../dom/unclobbered.ts';

/** Of a link's text, white space included. Characters. */
const MAX_READ = 10_000;

/** What a reader sees of a link: its text, or what stands for its picture. What stands on the picture of a code is none of it. */
export function linkTextOf({ element: link, isCode }: Pick<FoundLink, 'element' | 'isCode'>): string {
  if (isCode === true) return attributeOf(link, 'alt') ?? '';
  const name = localName(link);
  if (name === 'area') return attributeOf(link, 'alt') ?? '';
  if (name === 'input') return attributeOf(link, 'value') ?? attributeOf(link, 'alt') ?? '';
  const shown = name === 'form' ? findAll(link, 'button, input[type="submit" i]')[0] : link;
  if (shown === undefined) return '';
  // Cut first: links in links, as SVG has them, would each be read to the end of the message.
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
