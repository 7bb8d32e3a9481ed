import type { MessageFacts } from '../../core/evidence/message-facts.ts';
import { parseMessageFacts } from '../../core/evidence/parse-message-facts.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import { type LinkDetails, MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { Outcome, Unread } from './outcome.ts';
import { BadField, count, cutList, oneOf, own, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/**
 * One message as seen in one frame. Sent once, after each change, and after `recheck`, always after `check-links` for
 * the links that it names (`AskedLink.number`). A frame may see only the head: the background joins both by
 * `messageKey`.
 */
export interface SendMessageFacts {
  readonly type: 'message-facts';
  readonly messageKey: string;
  /** Rises with each change in this frame; answers to older ones are dropped. */
  readonly revision: number;
  readonly facts: MessageFacts;
  /**
   * URLs of the frame's page and its parents, since a webmail's URL names the shown folder. At most `MAX_PAGES`, each
   * cut to `MAX_PAGE_LENGTH`. Absent from our pages.
   */
  readonly pages?: readonly string[];
}

/** Nested pages: a webmail has two or three. */
const MAX_PAGES = 10;
/** UTF-16 units. */
const MAX_PAGE_LENGTH = 2_000;

export interface MessageAnswer extends MessageVerdict {
  /** In the order of `linkIndices`. Absent unless flagged. */
  readonly pointedAt?: readonly LinkDetails[];
}

export const CORRECTIONS = ['fine', 'spam'] as const;
/** `fine`: evidence about this sender was wrong. `spam`: mark its messages. */
export type CorrectionKind = (typeof CORRECTIONS)[number];

/** `domain` is offered only after `CorrectionAnswer` names one. */
export const CORRECTION_SCOPES = ['address', 'domain'] as const;
export type CorrectionScope = (typeof CORRECTION_SCOPES)[number];

/**
 * From *Why?*. The background determines the subject: the sender from both frames, or, if From is forged, for *spam*
 * the site of the links.
 */
export interface CorrectMessage {
  readonly type: 'correct-message';
  readonly messageKey: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope;
}

/** From a frame: only its own correction, restoring the replaced one. From our pages: any, restoring nothing. */
export interface UndoCorrection {
  readonly type: 'undo-correction';
  readonly correctionId: string;
}

/** For the table of all decisions. */
export interface ListCorrections {
  readonly type: 'list-corrections';
}

export interface GetCorrespondents {
  readonly type: 'get-correspondents';
  /** An address or domain as typed, to look up; empty for none. */
  readonly about: string;
}

/** See `Preferences.rememberCorrespondents`. */
export interface ClearCorrespondents {
  readonly type: 'clear-correspondents';
}

/** Opens the table in the options. */
export interface OpenDecisions {
  readonly type: 'open-decisions';
}

export type FrameEvidenceRequest = SendMessageFacts | CorrectMessage | UndoCorrection | OpenDecisions;
export type PageEvidenceRequest = UndoCorrection | ListCorrections | GetCorrespondents | ClearCorrespondents;

export interface Correction {
  readonly id: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope | 'site';
  /** An address, domain or site. */
  readonly subject: string;
  /** Unix seconds. */
  readonly addedAt: number;
  /** For *fine*: sites in the corrected messages. Other sites keep their reasons. */
  readonly sites: readonly string[];
}

export const CORRECTION_REFUSALS = [
  /** Closed, or never reported in this tab. */
  'unknown-message',
  /** The message names no sender, or two. */
  'unknown-sender',
  /** The reader's own. */
  'own-address',
  /** A mailbox provider: only the address can be corrected. */
  'shared-domain',
  'too-many',
  'not-stored',
  /** *Fine* is a kind of trust. */
  'set-by-administrator',
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

export type CorrectionAnswer =
  | {
      readonly correctionId: string;
      readonly scope: Correction['scope'];
      readonly subject: string;
      /** For the wider scope; null if there is none. */
      readonly domain: string | null;
    }
  | { readonly refused: CorrectionRefusal };

/**
 * Per sender a hash under this installation's secret, the days of opened, unmarked messages, and hashes of their sites.
 * No name can be read out; a given name can be looked up.
 */
export interface CorrespondentsKept {
  readonly senders: number;
  /** The longest unseen are dropped. */
  readonly most: number;
  /** `2026-11-20`. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** Null without an address to look up. */
  readonly asked: { readonly subject: string; readonly days: number; readonly isKnown: boolean } | null;
}

export interface EvidenceResponses {
  /**
   * Null until a body arrives, and for a body without links until sender and subject arrive; the verdict then follows
   * as a message to the body's frame. `unchecked` also for unknown links; the frame is then told to check again.
   */
  'message-facts': { readonly verdict: MessageAnswer | null };
  'correct-message': CorrectionAnswer;
  'undo-correction': { readonly outcome: Outcome };
  'open-decisions': null;
  /** Newest first. */
  'list-corrections': { readonly corrections: readonly Correction[] } | Unread;
  'get-correspondents': CorrespondentsKept | Unread;
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
