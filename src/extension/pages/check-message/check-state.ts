import type { AttachedFile } from '../../../core/files/attached-file.ts';
import type { MessageVerdict } from '../../../core/verdict/verdict.ts';
import type { MailRead } from '../../platform/mail-worker.ts';
import type { ChannelStatus } from '../../protocol/channel-messages.ts';
import type { CorrectionKind } from '../../protocol/evidence-messages.ts';
import type { LinkVerdict } from '../../protocol/link-messages.ts';
import type { CurrentPreferences } from '../../protocol/preference-messages.ts';
import type { FirstAidAbout } from '../../protocol/first-aid-messages.ts';
import type { FlaggedLinkActions } from '../flagged/trust-form.ts';
import type { Sentence } from '../status-sentences.ts';

/** Messages on the page at once. */
export const MAX_MESSAGES = 50;

/** Of one file. */
export const MAX_FILE_BYTES = 25_000_000;

/** UTF-16 units of pasted text. */
export const MAX_PASTED_LENGTH = 2_000_000;

/** Pictures of one message in which QR codes are looked for. */
export const MAX_PICTURES = 20;

/** Why a file was not checked. */
export type CheckFailure =
  | 'too-large'
  | 'empty'
  /** It was moved or changed since it was chosen, or may not be read. */
  | 'gone'
  /** Nothing in it is a message. */
  | 'unreadable'
  /** A message as Outlook for Windows saves it, which only Outlook reads. */
  | 'outlook-file'
  | 'too-long'
  /** A bug of ours. */
  | 'failed'
  | 'no-answer'
  /** By the reader. */
  | 'stopped';

/** A link of a message, with what is known of it. */
export interface JudgedLink {
  readonly href: string;
  /** What the message shows of it; empty if it is only written there. */
  readonly text: string;
  readonly answer: LinkVerdict;
  /** `beside`: nobody sees it by looking at the message. `code`: in a QR code. `sender`: the address in From. */
  readonly from: 'message' | 'beside' | 'code' | 'sender';
  /** Of the picture that has the code, or the attached file that has the link; empty for the message itself. */
  readonly file: string;
}

/** A message that was read and judged. */
export interface CheckedMessage {
  /** Without the pictures, which are not needed any more. */
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

/** What was chosen, dropped or pasted. */
export interface CheckItem {
  readonly id: number;
  /** Of the file; empty for what was pasted. */
  readonly name: string;
  readonly bytes: number;
  readonly progress: CheckProgress;
  /** Links that are drawn. */
  readonly shownLinks: number;
}

export interface CheckState {
  readonly items: readonly CheckItem[];
  readonly channels: readonly ChannelStatus[] | null;
  /** Null if the background has not answered. */
  readonly preferences: CurrentPreferences | null;
  readonly isDragging: boolean;
  /** The group whose trust form is open: the item, and the group in it. */
  readonly trusting: { readonly item: number; readonly group: string } | null;
  /** Whether the reader is typing the name of their own server. */
  readonly isTypingServer: boolean;
  readonly refusedServer: boolean;
  readonly said: Sentence;
  readonly undo: (() => void) | null;
  /** Rises when the field for text is to be emptied. */
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

/** A file that deserves care whatever the lists say: it can run, or hides what it is. */
export function isRisky({ kind, isDisguised }: AttachedFile): boolean {
  return kind === 'program' || isDisguised;
}
