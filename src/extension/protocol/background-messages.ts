import type { Rule } from '../../core/verdict/rules.ts';
import type { TrustScope } from '../../core/verdict/verdict.ts';
import type { OverlayAction, OverlayContent } from './overlay-messages.ts';
import type { MessageAnswer } from './evidence-messages.ts';
import type { LinkDetails } from './link-messages.ts';
import type { GuardView, Point } from './question-messages.ts';
import type { RuleRefusal } from './rule-messages.ts';

/** To webmail frames. */
export type ContentMessage =
  /** Rules, lists or preferences changed: check all shown links again. */
  | { readonly type: 'recheck' }
  /** The site is no longer permitted: remove all marks and stop. */
  | { readonly type: 'stop' }
  /** Send `report-frame`, changed or not. */
  | { readonly type: 'report' }
  /** To the body's frame, after another frame sent the head. */
  | { readonly type: 'message-verdict'; readonly messageKey: string; readonly verdict: MessageAnswer }
  /** Scroll to the link and show its card; `entersCard` also focuses the card. */
  | { readonly type: 'show-link'; readonly href: string; readonly entersCard: boolean }
  /** A rule was added from the context menu: offer undo. */
  | {
      readonly type: 'rule-added';
      readonly ruleId: string;
      readonly action: Rule['action'];
      readonly scope: TrustScope;
      readonly subject: string;
    }
  /** To the top document. Answers whether the question is shown. */
  | {
      readonly type: 'question';
      readonly frameId: number;
      readonly id: string;
      readonly view: GuardView;
      readonly pointer: Point | null;
    }
  | { readonly type: 'close-question'; readonly frameId: number; readonly id: string }
  /**
   * To the top document, for a frame that is too small. Answers whether the overlay is shown. `done-above` goes to the
   * frame whose overlay was used.
   */
  | {
      readonly type: 'show-above';
      readonly frameId: number;
      readonly id: string;
      readonly what: OverlayContent;
    }
  | { readonly type: 'done-above'; readonly id: string; readonly done: OverlayAction }
  /** To the asking frame. Null: the question is no longer visible. */
  | { readonly type: 'question-answered'; readonly id: string; readonly goOn: boolean | null }
  /** To the asking frame. Answers whether the frame still waits. */
  | { readonly type: 'is-asking'; readonly id: string }
  /** Destination asked for in the context menu. */
  | { readonly type: 'link-explained'; readonly href: string; readonly details: LinkDetails }
  | { readonly type: 'rule-refused'; readonly action: Rule['action']; readonly because: RuleRefusal };

/** To our pages, which load the topic again. */
export interface ChangedMessage {
  readonly type: 'changed';
  readonly what: ChangedTopic;
}

export const CHANGED_TOPICS = ['status', 'rules', 'preferences', 'tab', 'look-back', 'statistics'] as const;
export type ChangedTopic = (typeof CHANGED_TOPICS)[number];
