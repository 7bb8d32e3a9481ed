import type { FineSender } from '../../protocol/tab-messages.ts';
import { el, withAttributes } from '../element.ts';
import { outside } from '../outside.ts';
import type { PageContext } from '../page-context.ts';
import type { PopupActions } from './popup-state.ts';

export function fineSender(
  { correctionId, subject }: FineSender,
  { takeBackFine }: PopupActions,
  { texts }: PageContext,
): HTMLElement {
  return el(
    'p',
    { className: 'fine' },
    ...texts.pieces<string | Node>('popup_fine', outside(subject)),
    ' ',
    withAttributes(
      el(
        'button',
        { type: 'button', className: 'quiet', onclick: () => takeBackFine(correctionId, subject) },
        texts.text('undo'),
      ),
      { 'aria-label': texts.text('popup_fine_undo_named', subject) },
    ),
  );
}
