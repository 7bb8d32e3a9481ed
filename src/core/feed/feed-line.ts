import type { AddressExpression } from '../url/canonical/link-layer.ts';
import type { EntryFailure, ListedEntry } from '../url/listed-entry.ts';

/** How the text of a feed is laid out. */
export const FEED_FORMATS = [
  'url-list',
  'domain-list',
  'address-list',
  'fingerprint-list',
  'hosts',
  'adblock',
  'csv',
  'json',
  'rpz',
] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

/** One band of a message's fingerprint, as `messageFingerprint` gives it. */
export interface MessageBand {
  readonly kind: 'message';
  readonly band: string;
}

/** What a feed can list beside messages: a link or a whole host, or a sender (`user@host` or `host`). */
export type HostEntry = ListedEntry | AddressExpression;

export type FeedEntry = HostEntry | MessageBand;

/** Why one line of a feed says nothing that can be listed. */
export type LineRefusal =
  /** Longer than `MAX_LINE_CHARACTERS`. */
  | 'line-too-long'
  /** HTML: most often the page of a server that no longer has the feed. */
  | 'markup'
  /** More words on a line than the format has. */
  | 'extra-words'
  /** adblock, RPZ: a pattern (`*`, `/regex/`, `||ads.`), which cannot be looked up by fingerprint. */
  | 'pattern'
  /** adblock: for some pages, kinds of request or visitors only (`$script`, `$third-party`, `$domain=…`). */
  | 'restricted-rule'
  /** adblock: an exception that the list takes back. */
  | 'switched-off'
  /** hosts, RPZ: points a name at a real address, which does not block it. */
  | 'not-a-block'
  /** CSV: a quote that is never closed. */
  | 'unclosed-quote'
  /** CSV: the header, or this row, has no such column. JSON: no such field. */
  | 'no-such-column'
  /** JSON: a list whose name is neither a known list of entries nor `columns.entry`; said once per list. */
  | 'unknown-list'
  /** JSON: not well formed here; nothing after it is read. */
  | 'bad-json'
  /** JSON: more levels than `MAX_JSON_DEPTH`; nothing after it is read. */
  | 'too-deep'
  /** The feed allows one page of a host, and only whole hosts can be allowed. */
  | 'allows-one-page'
  /** Not `user@host` nor a host. */
  | 'bad-address'
  /** Not a band of a message's fingerprint. */
  | 'bad-fingerprint';

export type RefusalName = LineRefusal | EntryFailure;

/**
 * What one line of a feed came to. Comments, headers, empty lines and names of the machine itself
 * (`localhost`) come to nothing. `line` counts from 1.
 */
export type FeedLine =
  | { readonly kind: 'entry'; readonly line: number; readonly entry: FeedEntry }
  /** The feed says of this host that it is no threat: guards hold other feeds to it. */
  | { readonly kind: 'allow'; readonly line: number; readonly host: string }
  /** The feed takes this entry of its own back, wherever in it the entry stands. */
  | { readonly kind: 'withdrawn'; readonly line: number; readonly entry: ListedEntry }
  /** `text` is at most `MAX_REFUSED_CHARACTERS` of the line. */
  | { readonly kind: 'refused'; readonly line: number; readonly text: string; readonly because: RefusalName };

/** A line beyond this is refused unread: no URL that a mail can carry is so long, and nothing unbounded is kept. */
export const MAX_LINE_CHARACTERS = 16_384;

/** Enough for a person to find the line in the feed. */
export const MAX_REFUSED_CHARACTERS = 200;

export function refused(line: number, text: string, because: RefusalName): FeedLine {
  return {
    kind: 'refused',
    line,
    text: text.length > MAX_REFUSED_CHARACTERS ? `${text.slice(0, MAX_REFUSED_CHARACTERS - 1)}…` : text,
    because,
  };
}
