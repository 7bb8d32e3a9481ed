import { attributeOf, findAll, localName, textOf } from './unclobbered.ts';

/** What a reader sees of a link: its text, or what stands for its picture. */
export function linkTextOf(link: Element): string {
  const name = localName(link);
  if (name === 'area' || name === 'img') return attributeOf(link, 'alt') ?? '';
  if (name === 'input') return attributeOf(link, 'value') ?? attributeOf(link, 'alt') ?? '';
  const shown = name === 'form' ? findAll(link, 'button, input[type="submit" i]')[0] : link;
  if (shown === undefined) return '';
  const text = (attributeOf(shown, 'value') ?? textOf(shown)).replaceAll(/\s+/g, ' ').trim();
  if (text !== '') return text;
  return findAll(shown, 'img[alt]')
    .map((image) => attributeOf(image, 'alt') ?? '')
    .join(' ')
    .trim();
}
