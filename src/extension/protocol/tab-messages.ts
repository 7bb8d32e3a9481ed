import * as v from 'valibot';
import { type EvidenceReason, UNCHECKED_BECAUSE, type UncheckedBecause } from '../../core/verdict/verdict.ts';
import { type LinkVerdict, MAX_LINK_TEXT_LENGTH, MESSAGE_KEY } from './link-messages.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import { answers, frame, page, type RequestIn } from './request-row.ts';
import { count, cutText, fields, list, someOf, text } from '../../core/fields/schema.ts';

/** Messages beyond this number are not told apart. */
export const MAX_SHOWN_MESSAGES = 100;

/** Counts include links beyond this limit. */
export const MAX_SHOWN_LINKS = 50;

export const FRAME_NOTES = ['no-message-found'] as const;
export type FrameNote = (typeof FRAME_NOTES)[number];

const SHOWN_LINK = fields({
  href: v.string(),
  text: cutText(MAX_LINK_TEXT_LENGTH),
  /** As in `check-links`. */
  messageKey: MESSAGE_KEY,
});
export type ShownLink = Readonly<v.InferOutput<typeof SHOWN_LINK>>;

export interface FallbackSite {
  readonly host: string;
  /** First day, in Unix seconds. */
  readonly since: number;
  /** Number of days with links but no message: the first, and at most the latest 14. */
  readonly days: number;
  /** Most links at once, on the latest day. */
  readonly links: number;
}

export interface TabReport {
  readonly messages: number;
  readonly links: number;
  /** Links outside messages, in unknown webmails. */
  readonly elsewhere: number;
  readonly danger: number;
  readonly caution: number;
  readonly unchecked: number;
  readonly uncheckedBecause: readonly UncheckedBecause[];
  readonly notes: readonly FrameNote[];
  /** False if no frame has reported. */
  readonly isWebmail: boolean;
  /** The browser has not put the script into this tab yet. */
  readonly isUnreached: boolean;
  /** Its usual name; null if unknown. */
  readonly webmail: string | null;
  /** If true, nothing else here counts. */
  readonly isPaused: boolean;
  /** Changes refused because they came faster than a person makes them. */
  readonly refusedChanges: number;
  /** At most `MAX_SHOWN_LINKS` per frame. */
  readonly flagged: readonly FlaggedLink[];
  /** Marked by evidence; the latest `MAX_SUSPICIOUS_MESSAGES`. */
  readonly suspicious: readonly SuspiciousMessage[];
  /** At most `MAX_SUSPICIOUS_MESSAGES`. */
  readonly fine: readonly FineSender[];
}

/** The reader said *This is fine*, which hides evidence. */
export interface FineSender {
  readonly correctionId: string;
  readonly subject: string;
}

export const MAX_MISSED_HOSTS = 30;

export const MAX_SUSPICIOUS_MESSAGES = 5;

export interface SuspiciousMessage {
  /** As shown; null if uncertain. */
  readonly sender: string | null;
  /** Strongest first. */
  readonly reasons: readonly EvidenceReason[];
}

export interface FlaggedLink extends LinkVerdict, ShownLink {
  readonly frameId: number;
}

export const TAB_REQUESTS = {
  /** Sent after each change, with zeros at `pagehide`, and on `{type: 'report'}`. */
  'report-frame': frame({
    /** True for a document's first report, also after its return from the back-forward cache. */
    isNewDocument: v.boolean(),
    adapter: text(100),
    messages: count(),
    /** Links with an answer, even `unchecked`, but none in flight. */
    links: count(),
    /** Links outside messages that lead to other sites; only on unknown pages. */
    elsewhere: count(),
    flagged: fields({ danger: count(), caution: count() }),
    unchecked: count(),
    uncheckedBecause: someOf(UNCHECKED_BECAUSE),
    shown: list(SHOWN_LINK, MAX_SHOWN_LINKS),
    /** Once-trust ends when another message is shown. */
    messageKeys: list(MESSAGE_KEY, MAX_SHOWN_MESSAGES),
    notes: someOf(FRAME_NOTES),
  }),
  'get-tab': page({ tabId: count() }, answers<TabReport>()),
  /**
   * Asks for sender and link hosts, for the reader's report of an unmarked message. The sender's first, at most
   * `MAX_MISSED_HOSTS`.
   */
  'get-missed': page({ tabId: count() }, answers<{ readonly hosts: readonly string[] }>()),
  /** `gone`: no tab, or not permitted. */
  'set-paused': page({ tabId: count(), isPaused: v.boolean() }, answers<OutcomeResponse>()),
  /** Scrolls to a flagged link and opens its card. `gone`: no longer shown. */
  'show-link': page({ tabId: count(), href: v.string() }, answers<OutcomeResponse>()),
  /** Without pauses in private windows. */
  'list-pauses': page({}, answers<{ readonly origins: readonly string[] } | StorageUnreadable>()),
  'end-pause': page({ origin: text(1_000) }, answers<OutcomeResponse>()),
  /** A webmail was removed, or a requested one permitted. */
  'sites-changed': page({}),
  'list-fallback-sites': page({}, answers<{ readonly sites: readonly FallbackSite[] }>()),
};

export type ReportFrame = RequestIn<typeof TAB_REQUESTS, 'report-frame'>;
