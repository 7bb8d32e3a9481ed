import type { MessageFacts } from '../../core/evidence/message-facts.ts';
import { parseMessageFacts } from '../../core/evidence/parse-message-facts.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import { type LinkDetails, MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { Outcome, Unread } from './outcome.ts';
import { BadField, count, cutList, oneOf, own, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/**
 * What can be seen of one message in one frame, once a message and again when it has changed, after the links that it
 * names have been asked about (`AskedLink.number`). A frame that sees only the head sends that: the background joins
 * both by `messageKey`. After `recheck` it is sent again, changed or not.
 */
export interface SendMessageFacts {
  readonly type: 'message-facts';
  readonly messageKey: string;
  /** Rises with each change of what this frame sees of the message; an answer to an older one is dropped. */
  readonly revision: number;
  readonly facts: MessageFacts;
  /**
   * Addresses of the frame's page and of those around it: a webmail's address names the folder that it shows. The first
   * `MAX_PAGES`, cut at `MAX_PAGE_LENGTH`. A page of ours, which is in no webmail, sends none.
   */
  readonly pages?: readonly string[];
}

/** Pages around each other: a webmail has two or three. */
const MAX_PAGES = 10;
/** UTF-16 units. */
const MAX_PAGE_LENGTH = 2_000;

/** A verdict on a message, with what there is to show of the links that its reasons point at. */
export interface MessageAnswer extends MessageVerdict {
  /** Of `linkIndices`, in the same order. Absent unless flagged. */
  readonly pointedAt?: readonly LinkDetails[];
}

export const CORRECTIONS = ['fine', 'spam'] as const;
/** `fine`: evidence about this sender was wrong. `spam`: the reader wants its messages marked. */
export type CorrectionKind = (typeof CORRECTIONS)[number];

/** `domain` is the reader's second choice, offered only where `CorrectionAnswer` says so. */
export const CORRECTION_SCOPES = ['address', 'domain'] as const;
export type CorrectionScope = (typeof CORRECTION_SCOPES)[number];

/**
 * The reader said so in *Why?* of a message. About whom is for the background to say: the sender of that message as
 * both frames showed it. Where From is forged, *spam* is about the site that its links lead to.
 */
export interface CorrectMessage {
  readonly type: 'correct-message';
  readonly messageKey: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope;
}

/**
 * From a frame: only a correction that was made in that frame; what it replaced holds again. From a page of ours: any, and
 * nothing holds in its place.
 */
export interface UndoCorrection {
  readonly type: 'undo-correction';
  readonly correctionId: string;
}

/** For the one table of all decisions. */
export interface ListCorrections {
  readonly type: 'list-corrections';
}

/** How much is remembered of whom this reader has had mail from; see `CorrespondentsKept`. */
export interface GetCorrespondents {
  readonly type: 'get-correspondents';
  /** A mail address or domain as a person types it, to learn whether it is remembered; empty for none. */
  readonly about: string;
}

/** Forgets them all. Whether any are kept is `Preferences.rememberCorrespondents`. */
export interface ClearCorrespondents {
  readonly type: 'clear-correspondents';
}

/** The reader wants to see what they have decided so far: the table in the options. */
export interface OpenDecisions {
  readonly type: 'open-decisions';
}

export type FrameEvidenceRequest = SendMessageFacts | CorrectMessage | UndoCorrection | OpenDecisions;
export type PageEvidenceRequest = UndoCorrection | ListCorrections | GetCorrespondents | ClearCorrespondents;

export interface Correction {
  readonly id: string;
  readonly correction: CorrectionKind;
  readonly scope: CorrectionScope | 'site';
  /** An address, a domain, or a site. */
  readonly subject: string;
  /** Unix time, seconds. */
  readonly addedAt: number;
  /** Of *fine*: where the messages led of which the reader said so. Another site is new, and keeps its reasons. */
  readonly sites: readonly string[];
}

export const CORRECTION_REFUSALS = [
  /** The background knows no such message in this tab: it was closed, or nothing of it was told. */
  'unknown-message',
  /** Nobody is named as its sender, or two are. */
  'unknown-sender',
  /** The reader's own address or domain. */
  'own-address',
  /** A provider of mailboxes for everybody: only the address can be corrected. */
  'shared-domain',
  'too-many',
  'not-stored',
  /** The administrator decides what is trusted here, and *fine* is a kind of trust. */
  'set-by-administrator',
] as const;
export type CorrectionRefusal = (typeof CORRECTION_REFUSALS)[number];

export type CorrectionAnswer =
  | {
      readonly correctionId: string;
      readonly scope: Correction['scope'];
      readonly subject: string;
      /** What the wider choice would be about; null if there is none. */
      readonly domain: string | null;
    }
  | { readonly refused: CorrectionRefusal };

/**
 * What is kept of correspondents: for each sender a hash under this installation's secret, the days on which its
 * messages were opened and not marked, and hashes of the sites they led to. No name can be read out of it; whether a
 * given one is there can be asked.
 */
export interface CorrespondentsKept {
  readonly senders: number;
  /** At most so many; the longest unseen go first. */
  readonly most: number;
  /** The first and the last day of any of them, `2026-11-20`; null if there is none. */
  readonly days: { readonly first: string; readonly last: string } | null;
  /** Null if nobody was asked about, or what was typed is no address. */
  readonly asked: { readonly subject: string; readonly days: number; readonly isKnown: boolean } | null;
}

export interface EvidenceResponses {
  /**
   * Null: no body has come from any frame yet, or one without links and no sender and subject for it; the verdict is told to the frame of the body when it has. `unchecked`
   * also where links are named that the background does not know; the frame is then told to check again.
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
