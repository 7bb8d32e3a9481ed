import { type EvidenceReason, UNCHECKED_BECAUSE, type UncheckedBecause } from '../../core/verdict/verdict.ts';
import { type LinkVerdict, MAX_LINK_TEXT_LENGTH, MAX_MESSAGE_KEY_LENGTH } from './link-messages.ts';
import type { Ended, Unread } from './outcome.ts';
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

/**
 * What a frame shows. Sent when it changes, with zeros when the frame goes away (`pagehide`), and again
 * when the background asks by `{type: 'report'}`.
 */
export interface ReportFrame {
  readonly type: 'report-frame';
  /** The first of this document, or the first since it came back from the back-forward cache. */
  readonly isNewDocument: boolean;
  readonly adapter: string;
  readonly messages: number;
  /** Links whose check has come back, unchecked ones among them; never those still awaited. */
  readonly links: number;
  /** The same of links that are in no message: on a page of which nothing is known, all that leave its site. */
  readonly elsewhere: number;
  readonly flagged: { readonly danger: number; readonly caution: number };
  readonly unchecked: number;
  /** Each reason once, by which some of them could not be checked. */
  readonly uncheckedBecause: readonly UncheckedBecause[];
  /** The flagged links that it shows now, ≤ `MAX_SHOWN_LINKS`; the popup lists them with fresh verdicts. */
  readonly shown: readonly ShownLink[];
  /** Of the messages it shows, ≤ `MAX_SHOWN_MESSAGES`: what the reader trusts once ends when there is another. */
  readonly messageKeys: readonly string[];
  readonly notes: readonly FrameNote[];
}

export interface ShownLink {
  readonly href: string;
  readonly text: string;
  /** Of the message it is in; the same as in `check-links`. */
  readonly messageKey: string;
}

/** Messages that one frame names; a longer thread is not told apart beyond it. */
export const MAX_SHOWN_MESSAGES = 100;

/** Flagged links that one frame names to the popup; the counts tell of the rest. */
export const MAX_SHOWN_LINKS = 50;

export const FRAME_NOTES = ['no-message-found'] as const;
export type FrameNote = (typeof FRAME_NOTES)[number];

export interface GetTab {
  readonly type: 'get-tab';
  readonly tabId: number;
}

/** Where the message that is open comes from and leads to, for a report that the reader writes. */
export interface GetMissed {
  readonly type: 'get-missed';
  readonly tabId: number;
}

/** Stops or resumes all checking on the site that the tab shows. */
export interface SetPaused {
  readonly type: 'set-paused';
  readonly tabId: number;
  readonly isPaused: boolean;
}

/** Scrolls the tab to a link that a frame of it has named as flagged, and opens its card. */
export interface ShowLink {
  readonly type: 'show-link';
  readonly tabId: number;
  readonly href: string;
}

/** The sites on which the reader paused checking, outside of private windows. */
export interface ListPauses {
  readonly type: 'list-pauses';
}

/** Goes on checking on a site, as `list-pauses` names it. */
export interface EndPause {
  readonly type: 'end-pause';
  readonly origin: string;
}

/** A webmail was removed by this page, or permission was given for the one it had asked about. */
export interface SitesChanged {
  readonly type: 'sites-changed';
}

/** Sites of the reader's on which no message has been recognised for long. */
export interface ListFallbackSites {
  readonly type: 'list-fallback-sites';
}

export interface FallbackSite {
  readonly host: string;
  /** The first day, Unix time, seconds. */
  readonly since: number;
  /** On so many days links were found there, and no message; the first and the latest 14 are counted. */
  readonly days: number;
  /** At most so many at once, on the latest of them. */
  readonly links: number;
}

export interface TabReport {
  readonly messages: number;
  readonly links: number;
  /** Links that are in no message, on a site whose webmail is not known. */
  readonly elsewhere: number;
  readonly danger: number;
  readonly caution: number;
  readonly unchecked: number;
  /** Each reason once, by which some of them could not be checked. */
  readonly uncheckedBecause: readonly UncheckedBecause[];
  readonly notes: readonly FrameNote[];
  /** False if no frame of the tab has reported: not a webmail, or not one we may read. */
  readonly isWebmail: boolean;
  /** What people call it; null if it is not one that is known here. */
  readonly webmail: string | null;
  /** The reader paused checking on its site; whatever else is here says nothing then. */
  readonly isPaused: boolean;
  /** Changes that its frames asked for and did not get, as they were more than a person makes. */
  readonly refusedChanges: number;
  /** Worst first, ≤ `MAX_SHOWN_LINKS` a frame. */
  readonly flagged: readonly FlaggedLink[];
  /** Messages that are shown and marked by what can be seen in them, the latest ≤ `MAX_SUSPICIOUS_MESSAGES`. */
  readonly suspicious: readonly SuspiciousMessage[];
  /** What the reader said of senders of messages that are shown, ≤ `MAX_SUSPICIOUS_MESSAGES`. */
  readonly fine: readonly FineSender[];
}

/** *This is fine*: nothing of what can be seen in their messages is said. */
export interface FineSender {
  readonly correctionId: string;
  /** An address, or a domain. */
  readonly subject: string;
}

/** A report has room for so many. */
export const MAX_MISSED_HOSTS = 30;

/** The popup has room for a few. */
export const MAX_SUSPICIOUS_MESSAGES = 5;

export interface SuspiciousMessage {
  /** The sender's address as shown; null if none is known for certain. */
  readonly sender: string | null;
  /** Strongest first. */
  readonly reasons: readonly EvidenceReason[];
}

export interface FlaggedLink extends LinkVerdict, ShownLink {
  readonly frameId: number;
}

/** From a frame of a webmail. */
export type FrameTabRequest = ReportFrame;

/** From our own pages. */
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
  /** Hosts, the sender's first, each once, ≤ `MAX_MISSED_HOSTS`; none where no message is open. */
  'get-missed': { readonly hosts: readonly string[] };
  /** `gone`: the tab is, or the extension may not see what it shows. */
  'set-paused': Ended;
  /** `gone`: no frame shows it any more. */
  'show-link': Ended;
  'list-pauses': { readonly origins: readonly string[] } | Unread;
  'end-pause': Ended;
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
