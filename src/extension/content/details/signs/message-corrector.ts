import type { askBackground } from '../../../platform/frame-bus.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type {
  CorrectionAnswer,
  CorrectionKind,
  CorrectionRefusal,
  CorrectionScope,
} from '../../../protocol/evidence-messages.ts';
import type { Outcome } from '../../../protocol/outcome.ts';
import { piecesOf, type ContentTexts } from '../../texts/content-texts.ts';
import type { OpenMessage } from '../../messages/open-messages.ts';
import { copyText } from '../toasts/copy-text.ts';
import { falseAlarmText } from './false-alarm-text.ts';
import type { MessageSign } from '../../marks/message-sign.ts';
import { CHANGE_REFUSALS, ToastMessages } from '../toasts/toast-messages.ts';
import type { UndoToast } from '../toasts/undo-toast.ts';
import { outside } from '../views/verdict-view.ts';

const REFUSALS: Readonly<Record<CorrectionRefusal, FrameKey>> = {
  'unknown-message': 'card_correct_refused_closed',
  'unknown-sender': 'card_correct_refused_nobody',
  'own-address': 'card_correct_refused_own',
  'shared-domain': 'card_correct_refused_shared',
  ...CHANGE_REFUSALS,
};

export interface MessageCorrectorOptions {
  readonly root: ShadowRoot;
  readonly ask: typeof askBackground;
  readonly texts: ContentTexts;
  readonly toast: UndoToast;
}

type Corrected = Exclude<CorrectionAnswer, { readonly refused: CorrectionRefusal }>;

export class MessageCorrector {
  readonly #options: MessageCorrectorOptions;
  readonly #messages: ToastMessages;

  constructor(options: MessageCorrectorOptions) {
    this.#options = options;
    this.#messages = new ToastMessages(options.texts, options.toast);
  }

  /** @param narrower - id of a correction that this one widens; undo reverts both */
  correct(
    message: OpenMessage,
    correction: CorrectionKind,
    scope: CorrectionScope = 'address',
    narrower: string | null = null,
  ): void {
    const { key: messageKey } = message;
    void this.#messages.attempt(async () => {
      const answer = await this.#options.ask({ type: 'correct-message', messageKey, correction, scope });
      if ('refused' in answer) this.#messages.say(REFUSALS[answer.refused]);
      else this.#corrected(message, correction, answer, narrower);
    });
  }

  async report(sign: MessageSign): Promise<boolean> {
    return copyText(falseAlarmText(sign, this.#options.texts), this.#options.root);
  }

  openDecisions(): void {
    void this.#messages.attempt(async () => {
      await this.#options.ask({ type: 'open-decisions' });
    });
  }

  #corrected(
    message: OpenMessage,
    correction: CorrectionKind,
    { correctionId, scope, subject, domain }: Corrected,
    narrower: string | null,
  ): void {
    const { texts, toast } = this.#options;
    // The domain is only offered: other senders may share it, or this one may only claim it.
    const further =
      correction === 'fine' && scope === 'address' && domain !== null
        ? {
            label: piecesOf(texts, 'card_fine_domain', outside(domain)),
            action: () => this.correct(message, 'fine', 'domain', correctionId),
          }
        : null;
    toast.show(
      piecesOf(texts, DONE[correction][scope], outside(subject)),
      () => void this.#messages.undo(() => this.#takeBack(correctionId, narrower)),
      further,
    );
  }

  async #takeBack(correctionId: string, narrower: string | null): Promise<{ readonly outcome: Outcome }> {
    const { ask } = this.#options;
    const answer = await ask({ type: 'undo-correction', correctionId });
    if (narrower === null || answer.outcome === 'not-stored') return answer;
    const before = await ask({ type: 'undo-correction', correctionId: narrower });
    // The narrower correction was already undone in the options.
    return before.outcome === 'gone' ? answer : before;
  }
}

const DONE: Readonly<Record<CorrectionKind, Readonly<Record<Corrected['scope'], FrameKey>>>> = {
  fine: { address: 'card_fine_done', domain: 'card_fine_done_domain', site: 'card_fine_done' },
  spam: { address: 'card_spam_done', domain: 'card_spam_done', site: 'card_spam_done_site' },
};
