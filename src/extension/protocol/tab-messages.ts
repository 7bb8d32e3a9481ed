import { type EvidenceReason, UNCHECKED_BECAUSE, type UncheckedBecause } from '../../core/verdict/verdict.ts';
import { type LinkVerdict, MAX_LINK_TEXT_LENGTH, MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { OutcomeResponse, StorageUnreadable } from './outcome.ts';
import {
  anyText,
  asRecord,
  BadField,
  count,
  cutText,
  flag,
  list,
  member,
  record,
  text,
} from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** Sent after each change, with zeros at `pagehide`, and on `{type: 'report'}`. */
export interface ReportFrame {
  readonly type: 'report-frame';
  /** True for a document's first report, also after its return from the back-forward cache. */
  readonly isNewDocument: boolean;
  readonly adapter: string;
  readonly messages: number;
  /** Links with an answer, even `unchecked`, but none in flight. */
  readonly links: number;
  /** Links outside messages that lead to other sites; only on unknown pages. */
  readonly elsewhere: number;
  readonly flagged: { readonly danger: number; readonly caution: number };
  readonly unchecked: number;
  readonly uncheckedBecause: readonly UncheckedBecause[];
  /** At most `MAX_SHOWN_LINKS`. */
  readonly shown: readonly ShownLink[];
  /** At most `MAX_SHOWN_MESSAGES`. Once-trust ends when another message is shown. */
  readonly messageKeys: readonly string[];
  readonly notes: readonly FrameNote[];
}

export interface ShownLink {
  readonly href: string;
  readonly text: string;
  /** As in `check-links`. */
  readonly messageKey: string;
}

/** Messages beyond this number are not told apart. */
export const MAX_SHOWN_MESSAGES = 100;

/** Counts include links beyond this limit. */
export const MAX_SHOWN_LINKS = 50;

export const FRAME_NOTES = ['no-message-found'] as const;
export type FrameNote = (typeof FRAME_NOTES)[number];

export interface GetTab {
  readonly type: 'get-tab';
  readonly tabId: number;
}

/** Asks for sender and link hosts, for the reader's report of an unmarked message. */
export interface GetMissed {
  readonly type: 'get-missed';
  readonly tabId: number;
}

export interface SetPaused {
  readonly type: 'set-paused';
  readonly tabId: number;
  readonly isPaused: boolean;
}

/** Scrolls to a flagged link and opens its card. */
export interface ShowLink {
  readonly type: 'show-link';
  readonly tabId: number;
  readonly href: string;
}

/** Without pauses in private windows. */
export interface ListPauses {
  readonly type: 'list-pauses';
}

export interface EndPause {
  readonly type: 'end-pause';
  readonly origin: string;
}

/** A webmail was removed, or a requested one permitted. */
export interface SitesChanged {
  readonly type: 'sites-changed';
}

export interface ListFallbackSites {
  readonly type: 'list-fallback-sites';
}

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

export type FrameTabRequest = ReportFrame;

export type PageTabRequest =
  | GetTab
  | SetPaused
  | ListPauses
  | EndPause
  | GetMissed
  | ShowLink
  | SitesChanged
  | ListFallbackSites;

export interface TabResponses {
  'report-frame': null;
  'get-tab': TabReport;
  /** The sender's first, at most `MAX_MISSED_HOSTS`. */
  'get-missed': { readonly hosts: readonly string[] };
  /** `gone`: no tab, or not permitted. */
  'set-paused': OutcomeResponse;
  /** `gone`: no longer shown. */
  'show-link': OutcomeResponse;
  'list-pauses': { readonly origins: readonly string[] } | StorageUnreadable;
  'end-pause': OutcomeResponse;
  'sites-changed': null;
  'list-fallback-sites': { readonly sites: readonly FallbackSite[] };
}

export const FRAME_TAB_READERS: Readers<FrameTabRequest> = {
  'report-frame': (from) => {
    const flagged = record(from, 'flagged');
    return {
      type: 'report-frame',
      isNewDocument: flag(from, 'isNewDocument'),
      adapter: text(from, 'adapter', 100),
      messages: count(from, 'messages'),
      links: count(from, 'links'),
      elsewhere: count(from, 'elsewhere'),
      flagged: { danger: count(flagged, 'danger'), caution: count(flagged, 'caution') },
      unchecked: count(from, 'unchecked'),
      uncheckedBecause: list(from, 'uncheckedBecause', UNCHECKED_BECAUSE.length, (value, field) =>
        member(value, field, UNCHECKED_BECAUSE),
      ),
      shown: list(from, 'shown', MAX_SHOWN_LINKS, shownLink),
      messageKeys: list(from, 'messageKeys', MAX_SHOWN_MESSAGES, messageKeyAt),
      notes: list(from, 'notes', FRAME_NOTES.length, (value, field) => member(value, field, FRAME_NOTES)),
    };
  },
};

export const PAGE_TAB_READERS: Readers<PageTabRequest> = {
  'get-tab': (from) => ({ type: 'get-tab', tabId: count(from, 'tabId') }),
  'get-missed': (from) => ({ type: 'get-missed', tabId: count(from, 'tabId') }),
  'set-paused': (from) => ({
    type: 'set-paused',
    tabId: count(from, 'tabId'),
    isPaused: flag(from, 'isPaused'),
  }),
  'show-link': (from) => ({
    type: 'show-link',
    tabId: count(from, 'tabId'),
    href: anyText(from, 'href', ''),
  }),
  'list-pauses': () => ({ type: 'list-pauses' }),
  'end-pause': (from) => ({ type: 'end-pause', origin: text(from, 'origin', 1_000) }),
  'sites-changed': () => ({ type: 'sites-changed' }),
  'list-fallback-sites': () => ({ type: 'list-fallback-sites' }),
};

function messageKeyAt(value: unknown, field: string): string {
  if (typeof value !== 'string' || value.length > MAX_MESSAGE_KEY_LENGTH) throw new BadField('', field);
  return value;
}

function shownLink(value: unknown, field: string): ReportFrame['shown'][number] {
  const from = asRecord(value, field);
  return {
    href: anyText(from, 'href', field),
    text: cutText(from, 'text', MAX_LINK_TEXT_LENGTH, field),
    messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH, field),
  };
}
