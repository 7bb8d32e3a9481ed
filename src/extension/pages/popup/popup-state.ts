import type { Rule } from '../../../core/verdict/rules.ts';
import type { NoCodes } from '../../platform/shown-codes.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { LookBackFinding, MistakenWarning } from '../../protocol/look-back-messages.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import type { Sentence } from '../status-sentences.ts';
import type { FlaggedLinkActions } from '../flagged/trust-form.ts';

export interface Ready {
  readonly kind: 'ready';
  readonly tab: TabReport | null;
  readonly channels: readonly ChannelStatus[];
  readonly findings: readonly LookBackFinding[];
  readonly mistakes: readonly MistakenWarning[];
  readonly site: SiteState | null;
  /** Of the tab's site, where the extension may know it. */
  readonly host: string | null;
  /** The version that brought something new; null if there is nothing to tell. */
  readonly news: string | null;
  /** The group whose trust form is open. */
  readonly trusting: string | null;
  readonly said: Sentence;
  readonly undo: Undo | null;
  /** The codes in what is shown: null before they were asked for. */
  readonly codes: null | 'looking' | NoCodes | readonly FoundCode[];
}

export type Undo =
  /** What was trusted or blocked just now. */
  | { readonly kind: 'take-back'; readonly ruleId: string }
  /** What was removed. */
  | { readonly kind: 'put-back'; readonly rules: readonly Rule[] };

export interface PopupUnready {
  readonly kind: 'loading' | 'no-answer';
}

export type PopupState = PopupUnready | Ready;

/** A QR code in what is shown. */
export interface FoundCode {
  readonly address: string;
  readonly answer: LinkVerdict;
}

/** A page that is no webmail known here, and might be one. */
export interface SiteState {
  readonly host: string;
  /** Set if it is one of the webmails that are known by their addresses. */
  readonly webmail: { readonly name: string; readonly isRequired: boolean } | null;
  /** `refused` and `given`: what the reader has just answered. */
  readonly access: 'none' | 'held' | 'refused' | 'given';
}

export interface PopupActions extends FlaggedLinkActions {
  readonly undo: (undo: Undo) => void;
  /** *This is fine* is taken back; `subject` is whom it was about. */
  readonly takeBackFine: (correctionId: string, subject: string) => void;
  readonly updateNow: () => void;
  readonly openOptions: () => void;
  /** The page that checks messages from elsewhere. */
  readonly checkMessage: () => void;
  /** Opens the settings where the message is made that holds one link of each kind. */
  readonly getSelfTest: () => void;
  /** Opens the page on which free lists are had by one button. */
  readonly getLists: () => void;
  readonly addSite: () => void;
  /** Stops all checking on the tab's site, or goes on with it. */
  readonly pause: (isPaused: boolean) => void;
  readonly lookForCodes: () => void;
  /** A report of a message that was not marked goes to the clipboard, and nowhere else. */
  readonly reportMissed: () => void;
  readonly readNews: () => void;
  readonly dismissNews: () => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
  readonly dismissMistakes: (ids: readonly string[]) => void;
}
