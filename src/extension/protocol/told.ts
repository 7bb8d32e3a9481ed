import type { Rule } from '../../core/verdict/rules.ts';
import type { TrustScope } from '../../core/verdict/verdict.ts';
import type { DoneAbove, ShownAbove } from './above-messages.ts';
import type { MessageAnswer } from './evidence-messages.ts';
import type { LinkDetails } from './link-messages.ts';
import type { GuardView, Point } from './question-messages.ts';
import type { RuleRefusal } from './rule-messages.ts';

/** To the frames of webmail tabs. */
export type ToContent =
  /** Rules, a snapshot or preferences changed: ask again for every link that is shown. */
  | { readonly type: 'recheck' }
  /** The site is none of ours any more: take everything off and stop. */
  | { readonly type: 'stop' }
  /** Send `report-frame` again, changed or not. */
  | { readonly type: 'report' }
  /** What a message came to, once its head was seen in another frame; for the frame of its body. */
  | { readonly type: 'message-verdict'; readonly messageKey: string; readonly verdict: MessageAnswer }
  /** Scroll to this flagged link and show its card; `entersCard`: with the focus in it. */
  | { readonly type: 'show-link'; readonly href: string; readonly entersCard: boolean }
  /** The reader used the context menu in this frame: offer the undo. */
  | {
      readonly type: 'rule-added';
      readonly ruleId: string;
      readonly action: Rule['action'];
      readonly scope: TrustScope;
      readonly subject: string;
    }
  /** To the tab's own document: one of its frames has a question. The answer to this is whether it is shown. */
  | {
      readonly type: 'question';
      readonly frameId: number;
      readonly id: string;
      readonly view: GuardView;
      readonly pointer: Point | null;
    }
  | { readonly type: 'close-question'; readonly frameId: number; readonly id: string }
  /** To the tab's own document: one of its frames is too small for this. The answer to this is whether it is shown. */
  | {
      readonly type: 'show-above';
      readonly frameId: number;
      readonly id: string;
      readonly what: ShownAbove;
    }
  /** To the frame whose it is. */
  | { readonly type: 'done-above'; readonly id: string; readonly done: DoneAbove }
  /** To the frame that asked: what the reader said; null if the question cannot be seen there any more. */
  | { readonly type: 'question-answered'; readonly id: string; readonly goOn: boolean | null }
  /** To the frame that asked; the answer to this is whether it still waits. */
  | { readonly type: 'is-asking'; readonly id: string }
  /** The reader asked in that menu where a link leads. */
  | { readonly type: 'link-explained'; readonly href: string; readonly details: LinkDetails }
  | { readonly type: 'rule-refused'; readonly action: Rule['action']; readonly because: RuleRefusal };

/** To our own pages: ask again for what you show of it. */
export interface Changed {
  readonly type: 'changed';
  readonly what: ChangedWhat;
}

export const CHANGED_WHATS = ['status', 'rules', 'preferences', 'tab', 'look-back', 'statistics'] as const;
export type ChangedWhat = (typeof CHANGED_WHATS)[number];
