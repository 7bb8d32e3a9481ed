import type { TrustScope } from '../core/verdict/verdict.ts';
import { NoAnswer, type askBackground } from '../platform/frame-bus.ts';
import type { MessageKey } from '../platform/texts.ts';
import type { RuleAnswer, RuleRefusal } from '../protocol/messages.ts';
import { piecesOf, type ContentTexts } from './content-texts.ts';
import type { MarkedLink } from './link-marks.ts';
import { reportText } from './report-text.ts';
import type { UndoToast } from './undo-toast.ts';
import { outside } from './verdict-view.ts';

const REFUSALS: Readonly<Record<RuleRefusal, MessageKey>> = {
  'not-judged-here': 'card_refused_changed',
  'not-trustable': 'card_refused_shared',
  unreadable: 'card_refused_changed',
  'too-many': 'card_refused_full',
  'not-stored': 'card_refused_not_stored',
};

export interface RuleMakerOptions {
  readonly ask: typeof askBackground;
  readonly texts: ContentTexts;
  readonly toast: UndoToast;
}

/** Trusts and blocks what the reader says, and offers the way back. */
export class RuleMaker {
  readonly #options: RuleMakerOptions;

  constructor(options: RuleMakerOptions) {
    this.#options = options;
  }

  trust(href: string, scope: TrustScope, forSeconds: number | null): void {
    void this.#make('trust', () => this.#options.ask({ type: 'trust-link', href, scope, forSeconds }));
  }

  block(href: string, scope: TrustScope): void {
    void this.#make('block', () => this.#options.ask({ type: 'block-link', href, scope }));
  }

  /** A rule is there, made here or by the browser's own menu. */
  added({
    action,
    ruleId,
    subject,
  }: {
    readonly action: 'trust' | 'block';
    readonly ruleId: string;
    readonly subject: string;
  }): void {
    const { texts, toast } = this.#options;
    const key = action === 'trust' ? 'card_trusted' : 'card_blocked';
    toast.show(piecesOf(texts, key, outside(subject)), () => void this.#undo(ruleId));
  }

  refused(because: RuleRefusal): void {
    this.#say(REFUSALS[because]);
  }

  /** Puts a text about the link on the clipboard, for those who keep the list. */
  async tell(marked: MarkedLink): Promise<void> {
    await navigator.clipboard.writeText(reportText(marked, this.#options.texts));
  }

  async #make(action: 'trust' | 'block', make: () => Promise<RuleAnswer>): Promise<void> {
    await this.#answered(async () => {
      const answer = await make();
      if ('refused' in answer) this.refused(answer.refused);
      else this.added({ action, ...answer });
    });
  }

  async #undo(ruleId: string): Promise<void> {
    await this.#answered(async () => {
      const { undone } = await this.#options.ask({ type: 'undo-rule', ruleId });
      this.#say(undone ? 'card_undone' : 'card_undo_gone');
    });
  }

  async #answered(talk: () => Promise<void>): Promise<void> {
    try {
      await talk();
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      this.#say('card_refused_no_answer');
    }
  }

  #say(key: MessageKey): void {
    const { texts, toast } = this.#options;
    toast.show([texts.text(key)], null);
  }
}
