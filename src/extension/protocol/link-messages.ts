import type { ScopedSubject } from '../../core/verdict/rules.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import { anyText, asRecord, count, cutText, list, own, text } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';

/** An href may have any length: refusing the request would let one long link hide the other ninety-nine. */
export const MAX_LINKS_PER_REQUEST = 100;

/** Longer text is cut, never refused. */
export const MAX_LINK_TEXT_LENGTH = 2_000;

/** UTF-16 units: webmails' keys have some tens. */
export const MAX_MESSAGE_KEY_LENGTH = 1_000;

export interface AskedLink {
  /** `link.href`: raw, any length. */
  readonly href: string;
  readonly text: string;
  /** Lower case: the link's element name, `img` for a QR code, or `sender` for the sender's address. */
  readonly tag: string;
  /** Per message and frame: 0, 1, …; kept in repeated requests. Message facts refer to it. */
  readonly number: number;
}

export interface CheckLinks {
  readonly type: 'check-links';
  /** The same for head and body of one message in a tab, even in different frames. */
  readonly messageKey: string;
  /** Address, which may be forged; null if unknown. */
  readonly sender: string | null;
  readonly links: readonly AskedLink[];
}

export interface ShownLayer {
  /** Raw: show it as text in an isolated left-to-right run. */
  readonly url: string;
  readonly host: string | null;
  readonly registrableDomain: string | null;
  /** Name of the rule for the wrapper that carries this URL; null for the link as written. */
  readonly wrapper: string | null;
}

/** Lists are empty for clear links, where nothing is drawn. */
export interface LinkDetails {
  readonly layers: readonly ShownLayer[];
  /**
   * Subjects for rules about the worst flagged layer, or the destination; narrowest first, without those that cannot be
   * trusted.
   */
  readonly scopes: readonly ScopedSubject[];
  /** Shortener, tracker or sealed wrapper that hides the destination. */
  readonly hiddenBy?: string;
}

export interface LinkVerdict extends LinkDetails {
  readonly verdict: Verdict;
  /** An administrator forbids trust; `scopes` can only be blocked. */
  readonly cannotTrust?: true;
  /** Draw no mark: the cause lies in the lists, and toolbar and popup show it. */
  readonly quiet?: true;
  /** The list's contact for reports; text from outside. */
  readonly contact?: string;
}

export interface DismissExpiry {
  readonly type: 'dismiss-expiry';
}

export type LinkRequest = CheckLinks | DismissExpiry;

export interface LinkResponses {
  /** One per link, in the order of `links`. */
  'check-links': { readonly verdicts: readonly LinkVerdict[] };
  'dismiss-expiry': null;
}

export const LINK_READERS: Readers<LinkRequest> = {
  'check-links': (from) => ({
    type: 'check-links',
    messageKey: text(from, 'messageKey', MAX_MESSAGE_KEY_LENGTH),
    sender: own(from, 'sender') === null ? null : cutText(from, 'sender', MAX_LINK_TEXT_LENGTH),
    links: list(from, 'links', MAX_LINKS_PER_REQUEST, askedLink),
  }),
  'dismiss-expiry': () => ({ type: 'dismiss-expiry' }),
};

function askedLink(value: unknown, field: string): AskedLink {
  const from = asRecord(value, field);
  return {
    href: anyText(from, 'href', field),
    text: cutText(from, 'text', MAX_LINK_TEXT_LENGTH, field),
    // One long element name must not cost the answers to a hundred links.
    tag: cutText(from, 'tag', 20, field),
    number: count(from, 'number', field),
  };
}
