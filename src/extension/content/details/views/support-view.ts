import type { Administered } from '../../../protocol/policy-messages.ts';
import { piecesOf, type ContentTexts } from '../../texts/content-texts.ts';
import { el } from '../../dom/element.ts';
import { outside } from './verdict-view.ts';

export function supportView({ support }: Administered, texts: ContentTexts): HTMLElement | null {
  const { text, contact } = support;
  if (text === '' && contact === '') return null;
  return el(
    'p',
    { className: 'support' },
    ...(text === '' ? [] : [...piecesOf(texts, 'card_support', outside(text)), ' ']),
    ...(contact === '' ? [] : piecesOf(texts, 'card_support_contact', outside(contact))),
  );
}
