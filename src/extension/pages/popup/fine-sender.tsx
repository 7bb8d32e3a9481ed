import type { FineSender } from '../../protocol/tab-messages.ts';
import { el } from '../element.ts';
import { outside } from '../outside.tsx';
import type { PageContext } from '../page-context.ts';
import type { PopupActions } from './popup-state.ts';

export function fineSender(
  { correctionId, subject }: FineSender,
  { takeBackFine }: PopupActions,
  { texts }: PageContext,
): HTMLElement {
  return (
    <p className="fine">
      {texts.pieces('popup_fine', outside(subject))}{' '}
      <button
        type="button"
        className="quiet"
        onclick={() => takeBackFine(correctionId, subject)}
        aria-label={texts.text('popup_fine_undo_named', subject)}
      >
        {texts.text('undo')}
      </button>
    </p>
  );
}
