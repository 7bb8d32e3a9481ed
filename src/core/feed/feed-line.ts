import type { AddressExpression } from '../url/canonical/link-layer.ts';
import type { EntryFailure, ListedEntry } from '../url/listed-entry.ts';

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

export interface MessageBand {
  readonly kind: 'message';
  readonly band: string;
}

/** A link, whole host, or sender (`user@host` or `host`). */
export type HostEntry = ListedEntry | AddressExpression;

export type FeedEntry = HostEntry | MessageBand;

export type LineRefusal =
  | 'line-too-long'
  /** HTML, mostly from a server that lacks the feed. */
  | 'markup'
  | 'extra-words'
  /** adblock, RPZ: a pattern such as `*`, `/regex/`, `||ads.`. Lookups by hash cannot match it. */
  | 'pattern'
  /** adblock: blocks only for some pages, requests or visitors (`$script`, `$third-party`, `$domain=…`). */
  | 'restricted-rule'
  /** adblock: a withdrawn exception. */
  | 'switched-off'
  /** hosts, RPZ: points a name at a real address. */
  | 'not-a-block'
  | 'unclosed-quote'
  /** CSV or JSON. */
  | 'no-such-column'
  /** JSON: a list of unknown name, not `columns.entry`; reported once per list. */
  | 'unknown-list'
  /** The rest of the text is skipped. */
  | 'bad-json'
  /** Beyond `MAX_JSON_DEPTH`; the rest of the text is skipped. */
  | 'too-deep'
  | 'allows-one-page'
  | 'bad-address'
  | 'bad-fingerprint';

export type RefusalName = LineRefusal | EntryFailure;

/** `line` counts from 1. Comments, headers, empty lines and the computer's own names (`localhost`) yield nothing. */
export type FeedLine =
  | { readonly kind: 'entry'; readonly line: number; readonly entry: FeedEntry }
  /** The feed calls the host good; a guard drops other feeds' entries for it. */
  | { readonly kind: 'allow'; readonly line: number; readonly host: string }
  /** The feed withdraws its own entry, which may stand before or after this line. */
  | { readonly kind: 'withdrawn'; readonly line: number; readonly entry: ListedEntry }
  | { readonly kind: 'refused'; readonly line: number; readonly text: string; readonly because: RefusalName };

/** Longer than URLs in mail; bounds memory. */
export const MAX_LINE_CHARACTERS = 16_384;

export const MAX_REFUSED_CHARACTERS = 200;

export function refused(line: number, text: string, because: RefusalName): FeedLine {
  return {
    kind: 'refused',
    line,
    text: text.length > MAX_REFUSED_CHARACTERS ? `${text.slice(0, MAX_REFUSED_CHARACTERS - 1)}…` : text,
    because,
  };
}
