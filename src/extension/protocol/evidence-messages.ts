import * as v from 'valibot';
import { MESSAGE_FACTS } from '../../core/evidence/message-facts-schema.ts';
import type { MessageVerdict } from '../../core/verdict/verdict.ts';
import { type LinkDetails, MESSAGE_KEY } from './link-messages.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { answers, both, frame, page, type RequestIn } from './request-row.ts';
import { count, cutList, cutText, text } from '../../core/fields/schema.ts';

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

const CORRECTION = { correction: v.picklist(CORRECTIONS), scope: v.picklist(CORRECTION_SCOPES) };

export const EVIDENCE_REQUESTS = {
  /**
   * Sends facts of one message as seen in one frame: after each change and `recheck`, and after `check-links` for the
   * links that they refer to (`AskedLink.number`). Head and body may be in different frames: the background joins them
   * by `messageKey`.
   *
   * Answers null until a body arrives; a body without links also needs sender and subject. After null, the verdict is
   * sent later to the body's frame, as `message-verdict`. `unchecked` if the background does not know the links; the
   * frame must then check them again.
   */
  'message-facts': frame(
    {
      messageKey: MESSAGE_KEY,
      /** Rises with each change in this frame; answers to older ones are dropped. */
      revision: count(),
      facts: MESSAGE_FACTS,
      /**
       * URLs of the frame's page and its parents: a webmail's URL names the shown folder. A webmail nests two or three
       * frames.
       */
      pages: v.exactOptional(cutList(cutText(2_000), 10)),
    },
    answers<{ readonly verdict: MessageAnswer | null }>(),
  ),
  /** The background determines the subject: the sender, or, for *spam* with a forged From, the site of the links. */
  'correct-message': frame({ messageKey: MESSAGE_KEY, ...CORRECTION }, answers<CorrectionAnswer>()),
  /**
   * Frames may undo only their own corrections, which restores replaced ones; our pages may undo any, which restores
   * nothing.
   */
  'undo-correction': both({ correctionId: text(400) }, answers<OutcomeResponse>()),
  'open-decisions': frame({}),
  /** Newest first. */
  'list-corrections': page(
    {},
    answers<{ readonly corrections: readonly Correction[] } | StorageUnreadable>(),
  ),
  /** `about`: an address or domain as typed; empty for none. */
  'get-correspondents': page({ about: text(1_000) }, answers<CorrespondentsSummary | StorageUnreadable>()),
  /** See `Preferences.rememberCorrespondents`. */
  'clear-correspondents': page({}, answers<OutcomeResponse>()),
};

export type SendMessageFacts = RequestIn<typeof EVIDENCE_REQUESTS, 'message-facts'>;
