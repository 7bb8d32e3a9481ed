import type { Category } from '../verdict/verdict.ts';
import type { FeedFormat } from './feed-line.ts';

export interface FeedColumns {
  /**
   * Name of the column or field, in any case. Null: the first of `ENTRY_COLUMNS` in the feed. For a CSV without a
   * header, the column's number, from 1.
   */
  readonly entry: string | null;
  /** Accepted values by column: `{"url_status": ["online"]}`, `{"3": ["url"]}`. */
  readonly only: Readonly<Record<string, readonly string[]>>;
}

export interface FeedLayout {
  readonly format: FeedFormat;
  readonly columns: FeedColumns;
}

/** Limits that the feed guards check. Defaults are in feeds-file.ts. */
export interface FeedLimits {
  readonly minEntries: number;
  readonly maxEntries: number;
  /** Fewest entries accepted, as a share of the last good copy's, 0 to 1. */
  readonly shrinkTo: number;
  /** Most entries accepted, as a multiple of the last good copy's, > 1. */
  readonly growTo: number;
  /** Most refused lines accepted, as a share of all lines, 0 to 1. */
  readonly maxRefused: number;
  /** After decompression. */
  readonly maxBytes: number;
}

export interface FeedDescription extends FeedLayout {
  readonly name: string;
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    /** Relative to the folder of `feeds.json`. */
    | { readonly kind: 'file'; readonly path: string };
  readonly category: Category;
  /** How far the feed is believed, 0 to 1. */
  readonly confidence: number;
  /** Feeds of one group count as one source. */
  readonly group: string;
  /** People, or a test of the page, confirm entries. Host entries of unreviewed feeds give caution only. */
  readonly reviewed: boolean;
  readonly licence: string;
  readonly terms: string | null;
  /** Where to report wrong entries. */
  readonly contact: string | null;
  /** Days from an entry's first sight until it is dropped, even if still listed. Null: never. */
  readonly expiryDays: number | null;
  readonly hostEntries: boolean;
  /** Entries that are always in the feed unless it is broken. */
  readonly landmarks: readonly string[];
  readonly limits: FeedLimits;
}
