import type { ScopedSubject } from '../../core/verdict/rules.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import {
  anyText,
  asRecord,
  count,
  cutText,
  type Fields,
  list,
  own,
  record,
  text,
} from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/**
 * Links per request; a longer mail is asked about in several. There is no limit on one href here: refusing
 * a request for the sake of one long link would let that link hide the other ninety-nine.
 */
export const MAX_LINKS_PER_REQUEST = 100;

/** Characters of a link's text that count as evidence; the rest is cut off, never refused. */
export const MAX_LINK_TEXT_LENGTH = 2_000;

/** UTF-16 units: webmails make names of some tens. */
export const MAX_MESSAGE_KEY_LENGTH = 1_000;

/** What a message says of itself. Every field may be forged. */
export interface MessageHead {
  /** As displayed: `Name <user@host>`, or whatever of it the webmail shows. */
  readonly from: string;
  readonly replyTo: string;
  readonly subject: string;
}

export interface AskedLink {
  /** The destination as the browser resolved it (`link.href`): raw, any length. */
  readonly href: string;
  readonly text: string;
  /**
   * `a`, `area`, `form` or whatever else carries the destination, lower case; `img` for a QR code, `sender` for the
   * sender's address.
   */
  readonly tag: string;
  /**
   * Of this link among those that the frame has asked about in this message: 0 for the first, then rising; the same
   * when it is asked about again. Facts of the message name it so.
   */
  readonly number: number;
}

export interface CheckLinks {
  readonly type: 'check-links';
  /** The same for head and body of one message in one tab, even when they are in different frames. */
  readonly messageKey: string;
  readonly head: MessageHead | null;
  readonly links: readonly AskedLink[];
}

export interface ShownLayer {
  /** Raw: show it as text in an isolated left-to-right run. */
  readonly url: string;
  readonly host: string | null;
  readonly registrableDomain: string | null;
  /** Name of the wrapper rule that led here; null for the link as written. */
  readonly wrapper: string | null;
}

/** What is shown of a link, and can be decided about it; empty for links that are clear, at which nothing is drawn. */
export interface LinkDetails {
  readonly layers: readonly ShownLayer[];
  /**
   * What the reader may trust (or block) of this link, narrowest first: of the worst flagged layer, or of
   * the destination. Scopes that cannot be trusted are not in it.
   */
  readonly scopes: readonly ScopedSubject[];
  /** Whose secret the destination is: a shortener, a tracker, a sealed wrapper. Absent if it is known. */
  readonly hiddenBy?: string;
}

export interface LinkVerdict extends LinkDetails {
  readonly verdict: Verdict;
  /** An administrator lets no reader trust what is flagged so. Then `scopes` are what can be blocked. */
  readonly cannotTrust?: true;
  /** Nothing is drawn for it: what it is unchecked for lies in the lists, and toolbar and popup say so. */
  readonly quiet?: true;
  /** Where those who keep the list take reports of wrong entries: text from outside. Absent if it names nobody. */
  readonly contact?: string;
}

/** The reader has put away the sign that a list is too old. */
export interface PutAwayExpirySign {
  readonly type: 'dismiss-expiry';
}

export type LinkRequest = CheckLinks | PutAwayExpirySign;

export interface LinkResponses {
  /** Same order and length as `links`. */
  'check-links': { readonly verdicts: readonly LinkVerdict[] };
  'dismiss-expiry': null;
}

export const LINK_READERS: Readers<LinkRequest> = {
  'check-links': (from) => ({
    type: 'check-links',
    messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH),
    head: own(from, 'head') === null ? null : head(record(from, 'head')),
    links: list(from, 'links', MAX_LINKS_PER_REQUEST, askedLink),
  }),
  'dismiss-expiry': () => ({ type: 'dismiss-expiry' }),
};

function head(from: Fields): MessageHead {
  return {
    from: cutText(from, 'from', MAX_LINK_TEXT_LENGTH),
    replyTo: cutText(from, 'replyTo', MAX_LINK_TEXT_LENGTH),
    subject: cutText(from, 'subject', MAX_LINK_TEXT_LENGTH),
  };
}

function askedLink(value: unknown, field: string): AskedLink {
  const from = asRecord(value, field);
  return {
    href: anyText(from, 'href', field),
    text: cutText(from, 'text', MAX_LINK_TEXT_LENGTH, field),
    // A mail may have an element of any name: one of them must not take the answers from a hundred.
    tag: cutText(from, 'tag', 20, field),
    number: count(from, 'number', field),
  };
}
