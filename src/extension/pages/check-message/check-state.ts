import type { AttachedFile } from '../../../core/files/attached-file.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { MailRead } from '../../platform/mail-worker.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { CorrectionKind } from '../../protocol/evidence-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { FlaggedLinkActions } from '../flagged/trust-form.tsx';
import type { Sentence } from '../status-sentences.ts';

export const MAX_MESSAGES = 50;

export const MAX_FILE_BYTES = 25_000_000;

/** UTF-16 units. */
export const MAX_PASTED_LENGTH = 2_000_000;

/** Per message, searched for QR codes. */
export const MAX_PICTURES = 20;

export type CheckFailure =
  | 'too-large'
  | 'empty'
  /** Moved, changed or unreadable since it was chosen. */
  | 'gone'
  /** Not a message. */
  | 'unreadable'
  /** Outlook for Windows format, which only Outlook reads. */
  | 'outlook-file'
  | 'too-long'
  | 'failed'
  | 'no-answer'
  | 'stopped';

export interface JudgedLink {
  readonly href: string;
  /** Its text in the message; empty if only in the source. */
  readonly text: string;
  readonly answer: LinkVerdict;
  /** `beside`: not visible in the message. `code`: in a QR code. `sender`: the From address. */
  readonly from: 'message' | 'beside' | 'code' | 'sender';
  /** Name of the picture or attachment that holds it; empty for the message itself. */
  readonly file: string;
}

export interface CheckedMessage {
  readonly mail: Omit<MailRead, 'pictures'>;
  readonly codes: readonly FoundCode[];
  readonly unreadPictures: number;
  readonly links: readonly JudgedLink[];
  readonly evidence: MessageVerdict;
}

export interface FoundCode {
  readonly address: string;
  readonly picture: string;
}

export type CheckProgress =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'reading' }
  | { readonly kind: 'codes'; readonly done: number; readonly total: number }
  | { readonly kind: 'judging'; readonly done: number; readonly total: number }
  | { readonly kind: 'failed'; readonly because: CheckFailure }
  | { readonly kind: 'done'; readonly message: CheckedMessage };

export interface CheckItem {
  readonly id: number;
  /** File name; empty for pasted text. */
  readonly name: string;
  readonly bytes: number;
  readonly progress: CheckProgress;
  readonly shownLinks: number;
}

export interface CheckState {
  /** Newest first; files that came together in their order. */
  readonly items: readonly CheckItem[];
  /** Ids of the newest answers, until something else is said. */
  readonly checked: readonly number[];
  readonly channels: readonly ChannelStatus[] | null;
  readonly preferences: CurrentPreferences | null;
  readonly isDragging: boolean;
  /** Item and group with an open trust form. */
  readonly trusting: { readonly item: number; readonly group: string } | null;
  readonly isTypingServer: boolean;
  readonly refusedServer: boolean;
  readonly said: Sentence;
  readonly undo: (() => void) | null;
  /** A new key clears the text field. */
  readonly textKey: number;
}

export interface CheckActions {
  readonly addFiles: (files: readonly File[]) => void;
  readonly addText: (text: string) => void;
  readonly stop: () => void;
  readonly clear: () => void;
  readonly checkAgain: (id: number) => void;
  readonly showMoreLinks: (id: number) => void;
  readonly flaggedIn: (id: number) => FlaggedLinkActions;
  readonly correct: (id: number, correction: CorrectionKind) => void;
  readonly openFirstAid: (about: FirstAidAbout) => void;
  readonly chooseServer: (choice: string) => void;
  readonly typeServer: (typed: string) => void;
}

/** Dangerous whatever lists say: executable or disguised. */
export function isRisky({ kind, isDisguised }: AttachedFile): boolean {
  return kind === 'program' || isDisguised;
}
