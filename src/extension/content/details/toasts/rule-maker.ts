import type { TrustScope } from '../../../../core/verdict/verdict.ts';
import type { askBackground } from '../../../platform/frame-bus.ts';
import type { FrameKey } from '../../../platform/texts/texts.ts';
import type { BlockLink, RuleRefusal, TrustLink, TrustOnce } from '../../../protocol/rule-messages.ts';
import { piecesOf, type ContentTexts } from '../../texts/content-texts.ts';
import type { MarkedLink } from '../../marks/marked-link.ts';
import type { FoundLink } from '../../links/found-link.ts';
import { copyText } from './copy-text.ts';
import { reportText } from './report-text.ts';
import { CHANGE_REFUSALS, ToastMessages } from './toast-messages.ts';
import type { UndoToast } from './undo-toast.ts';
import { outside } from '../views/verdict-view.ts';

const REFUSALS: Readonly<Record<RuleRefusal, FrameKey>> = {
  'not-judged-here': 'card_refused_changed',
  'not-in-a-message': 'card_refused_no_message',
  'not-trustable': 'card_refused_shared',
  unreadable: 'card_refused_changed',
  wildcard: 'card_refused_changed',
  ...CHANGE_REFUSALS,
};

type Wanted =
  | Omit<TrustOnce, keyof LinkInMessage>
  | Omit<TrustLink, keyof LinkInMessage>
  | Omit<BlockLink, keyof LinkInMessage>;
type LinkInMessage = Pick<TrustLink, 'href' | 'messageKey'>;

type RuleAction = 'trust' | 'once' | 'block';

const DONE: Readonly<Record<RuleAction, FrameKey>> = {
  trust: 'card_trusted',
  once: 'card_trusted_once',
  block: 'card_blocked',
};

export interface RuleMakerOptions {
  readonly root: ShadowRoot;
  readonly ask: typeof askBackground;
  readonly texts: ContentTexts;
  readonly toast: UndoToast;
}

export class RuleMaker {
  readonly #options: RuleMakerOptions;
  readonly #messages: ToastMessages;

  constructor(options: RuleMakerOptions) {
    this.#options = options;
    this.#messages = new ToastMessages(options.texts, options.toast);
  }

  trustOnce({ link }: MarkedLink): void {
    void this.#make('once', link, { type: 'trust-once' });
  }

  trust({ link }: MarkedLink, scope: TrustScope, forSeconds: number | null): void {
    void this.#make('trust', link, { type: 'trust-link', scope, forSeconds });
  }

  block({ link }: MarkedLink, scope: TrustScope): void {
    void this.#make('block', link, { type: 'block-link', scope });
  }

  /** Call after a rule was made, here or by the context menu. */
  added({
    action,
    ruleId,
    subject,
  }: {
    readonly action: RuleAction;
    readonly ruleId: string;
    readonly subject: string;
  }): void {
    const { texts, toast } = this.#options;
    toast.show(piecesOf(texts, DONE[action], outside(subject)), () => {
      void this.#messages.undo(() => this.#options.ask({ type: 'undo-rule', ruleId }));
    });
  }

  refused(because: RuleRefusal): void {
    this.#messages.say(REFUSALS[because]);
  }

  /** Copies a report, and opens the maintainers' page or a mail to them. */
  async tell(marked: MarkedLink): Promise<boolean> {
    const isCopied = await copyText(reportText(marked, this.#options.texts), this.#options.root);
    const address = contactAddress(marked.answer.contact ?? '');
    if (address !== null) window.open(address, '_blank', 'noopener,noreferrer');
    return isCopied;
  }

  /** Sends the message's key, since several may contain the link. */
  async #make(action: RuleAction, { href, message }: FoundLink, request: Wanted): Promise<void> {
    await this.#messages.attempt(async () => {
      const answer = await this.#options.ask({ ...request, href, messageKey: message.key });
      if ('refused' in answer) this.refused(answer.refused);
      else this.added({ action, ...answer });
    });
  }
}

/** Accepts only `https:` pages and mail addresses. */
export function contactAddress(contact: string): string | null {
  if (/^[^\s@:/?#]+@[^\s@:/?#]+$/.test(contact)) return `mailto:${contact}`;
  const url = URL.parse(contact);
  return url?.protocol === 'https:' || url?.protocol === 'mailto:' ? url.href : null;
}
