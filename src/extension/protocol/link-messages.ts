import * as v from 'valibot';
import type { ScopedSubject } from '../../core/verdict/rules.ts';
import type { Verdict } from '../../core/verdict/verdict.ts';
import { answers, frame, type RequestIn } from './request-row.ts';
import { count, cutText, fields, list, text } from '../../core/fields/schema.ts';

/** An href may have any length: refusing the request would let one long link hide the other ninety-nine. */
export const MAX_LINKS_PER_REQUEST = 100;

/** Longer text is cut, never refused. */
export const MAX_LINK_TEXT_LENGTH = 2_000;

/** UTF-16 units: webmails' keys have some tens. */
export const MAX_MESSAGE_KEY_LENGTH = 1_000;

export const MESSAGE_KEY = text(MAX_MESSAGE_KEY_LENGTH);

const ASKED_LINK = fields({
  /** `link.href`: raw, any length. */
  href: v.string(),
  text: cutText(MAX_LINK_TEXT_LENGTH),
  /**
   * Lower case: the link's element name, `img` for a QR code, or `sender` for the sender's address. Cut, since one long
   * name must not cost the answers to a hundred links.
   */
  tag: cutText(20),
  /** Per message and frame: 0, 1, …; kept in repeated requests. Message facts refer to it. */
  number: count(),
});
export type AskedLink = Readonly<v.InferOutput<typeof ASKED_LINK>>;

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

export const LINK_REQUESTS = {
  /** Answered with one verdict per link, in the order of `links`. */
  'check-links': frame(
    {
      /** The same for head and body of one message in a tab, even in different frames. */
      messageKey: MESSAGE_KEY,
      /** Address, which may be forged; null if unknown. */
      sender: v.nullable(cutText(MAX_LINK_TEXT_LENGTH)),
      links: list(ASKED_LINK, MAX_LINKS_PER_REQUEST),
    },
    answers<{ readonly verdicts: readonly LinkVerdict[] }>(),
  ),
  'dismiss-expiry': frame({}),
};

export type CheckLinks = RequestIn<typeof LINK_REQUESTS, 'check-links'>;
