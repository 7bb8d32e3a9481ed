import type { MessageFacts } from '../../core/evidence/message-facts.ts';
import { parseMessageFacts } from '../../core/evidence/parse-message-facts.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import { type LinkDetails, MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { Outcome, StorageUnreadable } from './outcome.ts';
import { BadField, count, cutList, oneOf, own, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/**
 * Sends facts of one message as seen in one frame: after each change and `recheck`, and after `check-links` for the
 * links that they refer to (`AskedLink.number`). Head and body may be in different frames: the background joins them by
 * `messageKey`.
 */
export interface SendMessageFacts {
  readonly type: 'message-facts';
  readonly messageKey: string;
  /** Rises with each change in this frame; answers to older ones are dropped. */
  readonly revision: number;
  readonly facts: MessageFacts;
  /**
   * URLs of the frame's page and its parents: a webmail's URL names the shown folder. At most `MAX_PAGES`, cut to
   * `MAX_PAGE_LENGTH`. Absent from our pages.
   */
  readonly pages?: readonly string[];
}

/** A webmail nests two or three frames. */
const MAX_PAGES = 10;
/** UTF-16 units. */
const MAX_PAGE_LENGTH = 2_000;

export interface MessageAnswer extends MessageVerdict {
  /** Details of the links at `linkIndices`, in that order. Absent unless the message is flagged. */
  readonly pointedAt?: readonly LinkDetails[];
}

export const CORRECTIONS = ['fine', 'spam'] as const;
/** `fine`: evidence about this sender was wrong. `spam`: mark its messages. */
export type CorrectionKind = (typeof CORRECTIONS)[number];

/** `domain` is offered only after `CorrectionAnswer` names one. */
export const CORRECTION_SCOPES = ['address', 'domain'] as const;
export type CorrectionScope = (typeof CORRECTION_SCOPES)[number];

/** The background determines the subject: the sender, or, for *spam* with a forged From, the site of the links. */
export interface CorrectMessage {
  readonly type: 'correct-message';
  readonly messageKey: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope;
}

/**
 * Frames may undo only their own corrections, which restores replaced ones; our pages may undo any, which restores
 * nothing.
 */
export interface UndoCorrection {
  readonly type: 'undo-correction';
  readonly correctionId: string;
}

export interface ListCorrections {
  readonly type: 'list-corrections';
}

export interface GetCorrespondents {
  readonly type: 'get-correspondents';
  /** An address or domain as typed; empty for none. */
  readonly about: string;
}

/** See `Preferences.rememberCorrespondents`. */
export interface ClearCorrespondents {
  readonly type: 'clear-correspondents';
}

export interface OpenDecisions {
  readonly type: 'open-decisions';
}

export type FrameEvidenceRequest = SendMessageFacts | CorrectMessage | UndoCorrection | OpenDecisions;
export type PageEvidenceRequest = UndoCorrection | ListCorrections | GetCorrespondents | ClearCorrespondents;

export interface Correction {
  readonly id: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope | 'site';
  readonly subject: string;
  /** Unix seconds. */
  readonly addedAt: number;
  /** Sites to which *fine* applies. */
  readonly sites: readonly string[];
}

export const CORRECTION_REFUSALS = [
  /** The message is closed, or was never reported. */
  'unknown-message',
  /** No sender, or several. */
  'unknown-sender',
  /** The reader's own. */
  'own-address',
  /** A mailbox provider's: only addresses can be corrected. */
  'shared-domain',
  'too-many',
  /** More corrections in a minute than a person makes. */
  'too-fast',
  'not-stored',
  /** *Fine* is a kind of trust, which an administrator forbids. */
  'set-by-administrator',
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

export type CorrectionAnswer =
  | {
      readonly correctionId: string;
      readonly scope: Correction['scope'];
      readonly subject: string;
      /** Domain to which the correction can be widened; null if there is none. */
      readonly domain: string | null;
    }
  | { readonly refused: CorrectionRefusal };

/**
 * Stored per sender: a keyed hash, days of opened, unmarked messages, and hashes of linked sites. Names can be looked
 * up, not listed.
 */
export interface CorrespondentsSummary {
  readonly senders: number;
  /** Most senders remembered; the longest unseen are dropped. */
  readonly most: number;
  /** `2026-11-20`. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** Null: nothing to look up. */
  readonly asked: { readonly subject: string; readonly days: number; readonly isKnown: boolean } | null;
}

export interface EvidenceResponses {
  /**
   * Null until a body arrives; a body without links also needs sender and subject. After null, the verdict is sent
   * later to the body's frame, as `message-verdict`. `unchecked` if the background does not know the links; the frame
   * must then check them again.
   */
  'message-facts': { readonly verdict: MessageAnswer | null };
  'correct-message': CorrectionAnswer;
  'undo-correction': { readonly outcome: Outcome };
  'open-decisions': null;
  /** Newest first. */
  'list-corrections': { readonly corrections: readonly Correction[] } | StorageUnreadable;
  'get-correspondents': CorrespondentsSummary | StorageUnreadable;
  'clear-correspondents': { readonly outcome: Outcome };
}

export const FRAME_EVIDENCE_READERS: Readers<FrameEvidenceRequest> = {
  'message-facts': (from) => {
    const facts = parseMessageFacts(own(from, 'facts'));
    if (!facts.ok) throw new BadField('', facts.failure.kind === 'not-facts' ? 'facts' : facts.failure.field);
    return {
      type: 'message-facts',
      messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH),
      revision: count(from, 'revision'),
      facts: facts.value,
      pages: own(from, 'pages') === undefined ? [] : cutList(from, 'pages', MAX_PAGES, readPage),
    };
  },
  'correct-message': (from) => ({
    type: 'correct-message',
    messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH),
    correction: oneOf(from, 'correction', CORRECTIONS),
    scope: oneOf(from, 'scope', CORRECTION_SCOPES),
  }),
  'undo-correction': (from) => ({ type: 'undo-correction', correctionId: text(from, 'correctionId', 400) }),
  'open-decisions': () => ({ type: 'open-decisions' }),
};

function readPage(value: unknown, field: string): string {
  if (typeof value !== 'string') throw new BadField('', field);
  return value.slice(0, MAX_PAGE_LENGTH);
}

export const PAGE_EVIDENCE_READERS: Readers<PageEvidenceRequest> = {
  'undo-correction': (from) => ({ type: 'undo-correction', correctionId: text(from, 'correctionId', 400) }),
  'list-corrections': () => ({ type: 'list-corrections' }),
  'get-correspondents': (from) => ({ type: 'get-correspondents', about: text(from, 'about', 1_000) }),
  'clear-correspondents': () => ({ type: 'clear-correspondents' }),
};
