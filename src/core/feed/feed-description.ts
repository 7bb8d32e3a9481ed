import type { Category } from '../verdict/verdict.ts';
import type { FeedFormat } from './feed-line.ts';

/** Where the entry stands in a CSV or JSON feed. */
export interface FeedColumns {
  /**
   * Name of the CSV column or JSON field, whatever its case; null: the first of `ENTRY_COLUMNS` that is there. Digits
   * are the place of a CSV column, from 1, and mean that there is no header.
   */
  readonly entry: string | null;
  /** Only rows or objects whose column has one of these values count: `{"url_status": ["online"]}`, `{"3": ["url"]}`. */
  readonly only: Readonly<Record<string, readonly string[]>>;
}

/** The layout of a feed: what its parser needs to know. */
export interface FeedLayout {
  readonly format: FeedFormat;
  readonly columns: FeedColumns;
}

/** What a feed may do before the feed guards step in. */
export interface FeedLimits {
  /** Fewer entries than this is a feed that has broken; default 1. */
  readonly minEntries: number;
  /** More entries than this are not taken; default 20 million. */
  readonly maxEntries: number;
  /** The entries may not fall below this share of the last good copy; a fraction, 0 to 1; default 0.5. */
  readonly shrinkTo: number;
  /** …nor rise above this multiple of it, > 1; default 3. */
  readonly growTo: number;
  /** Most lines that may be refused, a fraction of all, 0 to 1; default 0.5. */
  readonly maxRefused: number;
  /** Bytes after decompression; default 1 GiB. */
  readonly maxBytes: number;
}

/** One feed of `feeds.json`, parsed. */
export interface FeedDescription extends FeedLayout {
  readonly name: string;
  readonly source:
    | { readonly kind: 'url'; readonly url: string }
    /** As written; relative to the folder of `feeds.json`. */
    | { readonly kind: 'file'; readonly path: string };
  readonly category: Category;
  /** How much the feed's word counts where feeds are weighed; a fraction, 0 to 1; default 0.5. */
  readonly confidence: number;
  /** Feeds of one group are one voice when agreement is counted. Default: the feed's name. */
  readonly group: string;
  /** A person or a test of the page stands behind each entry. Otherwise host entries make caution only. */
  readonly reviewed: boolean;
  readonly licence: string;
  /** Page with the terms of use, if stated. */
  readonly terms: string | null;
  /** Whom to write to about a wrong entry, if stated. */
  readonly contact: string | null;
  /** Days after which an entry leaves although the feed still has it, counted from the day it was first seen; null: never. */
  readonly expiryDays: number | null;
  /** False: only entries below a host's root are taken, whole hosts never. */
  readonly hostEntries: boolean;
  /** Entries that the feed always has; if one is missing, the feed is broken. */
  readonly landmarks: readonly string[];
  readonly limits: FeedLimits;
}
