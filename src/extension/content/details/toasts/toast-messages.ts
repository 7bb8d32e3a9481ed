import { NoAnswer } from '../../../platform/frame-bus.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import type { ContentTexts } from '../../texts/content-texts.ts';
import type { UndoToast } from './undo-toast.ts';

/** Of rules and of corrections. */
export const CHANGE_REFUSALS = {
  'too-many': 'card_refused_full',
  'too-fast': 'card_refused_too_fast',
  'not-stored': 'card_refused_not_stored',
  'set-by-administrator': 'card_refused_administrator',
} as const;

const UNDO_SAID: Readonly<Record<Outcome, FrameKey>> = {
  done: 'card_undone',
  gone: 'card_undo_gone',
  'not-stored': 'card_refused_not_stored',
};

export class ToastMessages {
  readonly #texts: ContentTexts;
  readonly #toast: UndoToast;

  constructor(texts: ContentTexts, toast: UndoToast) {
    this.#texts = texts;
    this.#toast = toast;
  }

  say(key: FrameKey): void {
    this.#toast.show([this.#texts.text(key)], null);
  }

  async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.say('card_refused_no_answer');
    }
  }

  undo(request: () => Promise<{ readonly outcome: Outcome }>): Promise<void> {
    return this.attempt(async () => this.say(UNDO_SAID[(await request()).outcome]));
  }
}
