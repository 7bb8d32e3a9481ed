import type { NoCodes } from '../../platform/shown-codes.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { LookBackFinding, MistakenWarning } from '../../protocol/look-back-messages.ts';
import type { TabReport } from '../../protocol/tab-messages.ts';
import type { Undo } from '../decisions.tsx';
import type { Sentence } from '../status-sentences.ts';
import type { FlaggedLinkActions } from '../flagged/trust-form.tsx';

export interface Ready {
  readonly kind: 'ready';
  readonly tab: TabReport | null;
  readonly channels: readonly ChannelStatus[];
  readonly findings: readonly LookBackFinding[];
  readonly mistakes: readonly MistakenWarning[];
  readonly site: SiteState | null;
  /** Null if the tab's URL is hidden from the extension or is not http(s). */
  readonly host: string | null;
  /** Key of the link group whose trust form is open. */
  readonly trusting: string | null;
  readonly said: Sentence;
  readonly undo: Undo | null;
  readonly codes: null | 'looking' | NoCodes | readonly FoundCode[];
}

export interface PopupUnready {
  readonly kind: 'loading' | 'no-answer';
}

export type PopupState = PopupUnready | Ready;

export interface FoundCode {
  readonly address: string;
  readonly answer: LinkVerdict;
}

export interface SiteState {
  readonly host: string;
  readonly webmail: { readonly name: string; readonly isRequired: boolean } | null;
  /** `refused`, `given`: the reader just answered the permission request. */
  readonly access: 'none' | 'held' | 'refused' | 'given';
}

export interface PopupActions extends FlaggedLinkActions {
  readonly undo: (undo: Undo) => void;
  readonly takeBackFine: (correctionId: string, subject: string) => void;
  readonly updateNow: () => void;
  readonly openOptions: () => void;
  readonly checkMessage: () => void;
  /** Opens the settings where the test message is made. */
  readonly getSelfTest: () => void;
  readonly getLists: () => void;
  readonly addSite: () => void;
  readonly pause: (isPaused: boolean) => void;
  readonly lookForCodes: () => void;
  /** Copies a report of an unmarked message to the clipboard only. */
  readonly reportMissed: () => void;
  readonly dismissFindings: (ids: readonly string[]) => void;
  readonly dismissMistakes: (ids: readonly string[]) => void;
}
