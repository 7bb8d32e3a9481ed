import type { FeedFormat } from '../../core/feed/feed-line.ts';
import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { ChannelStatus } from './channel-messages.ts';
import type { Unread } from './outcome.ts';
import { count, flag, oneOf, text } from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

/**
 * Only from the options page, as all that follow on lists. Fetches and compiles a public list without adding it; one
 * import at a time, so that the next one ends the last; a preset waits its turn, and one that was ended comes again. How
 * it goes is in `get-lists`, after each `changed` broadcast.
 */
export interface PreviewList {
  readonly type: 'preview-list';
  /** As typed. */
  readonly url: string;
  /** Empty for the host's name. */
  readonly name: string;
  readonly category: Category;
  /** As the list's publisher states it; empty if unknown. */
  readonly licence: string;
}

/** The same for a file of the reader's, whose text follows in `list-chunk`s, each sent when the last is answered. */
export interface PreviewFile {
  readonly type: 'preview-file';
  readonly name: string;
  readonly category: Category;
  /** Its size, for the progress. */
  readonly bytes: number;
}

export interface ListChunk {
  readonly type: 'list-chunk';
  readonly import: string;
  /** ≤ `MAX_LIST_CHUNK_LENGTH` characters; unpacked by the page. */
  readonly text: string;
  /** Bytes of the file that have been read so far. */
  readonly readBytes: number;
  readonly isLast: boolean;
}

export const MAX_LIST_CHUNK_LENGTH = 262_144;

export interface CancelImport {
  readonly type: 'cancel-import';
  readonly import: string;
}

/** Adds what was previewed, and nothing else: it is not fetched again. */
export interface AddList {
  readonly type: 'add-list';
  readonly import: string;
}

/** Leaves no trace of it. */
export interface RemoveList {
  readonly type: 'remove-list';
  readonly list: string;
  /** It may be taken back for ten minutes: `take-back-list`. */
  readonly isUndoable: boolean;
}

export interface GetLists {
  readonly type: 'get-lists';
}

export const LIST_REFUSALS = [
  'not-a-url',
  'not-https',
  /** An IP address, `localhost`, a name without a dot or in `.local`. */
  'private-host',
  /** There is a list with this address. */
  'already-there',
  /** At most 8 lists. */
  'too-many',
  /** The import is over: cancelled, failed, or lost when the browser stopped the background. */
  'import-gone',
  'not-stored',
  /** The administrator decides which there are. */
  'set-by-administrator',
] as const;
export type ListRefusal = (typeof LIST_REFUSALS)[number];

/** A list compiled on this device. */
export interface DeviceList {
  /** Like a channel's, from which it differs in having no keys. */
  readonly status: ChannelStatus;
  readonly category: Category;
  /** Text from outside; empty if none was stated. */
  readonly licence: string;
  /** Null until it was fetched once. */
  readonly counts: ListCounts | null;
}

/** What was read of a list. */
export interface ListCounts {
  readonly format: FeedFormat;
  /** In use, each once. */
  readonly entries: number;
  /** Left out because they name sites that many people have honest dealings with. */
  readonly dropped: number;
  /** Lines that say nothing that can be looked up. */
  readonly refused: number;
  /** Of the packaged names of well-known sites, those the list names: left out too. */
  readonly canaries: number;
}

/** A list that is being read, or waits for the reader's word. */
export interface ListImport {
  readonly import: string;
  readonly name: string;
  /** Null for a file. */
  readonly url: string | null;
  readonly state: ListImportState;
}

export type ListImportState =
  | {
      readonly kind: 'reading';
      readonly receivedBytes: number;
      /** 0 while it is not known. */
      readonly totalBytes: number;
      readonly entries: number;
    }
  | { readonly kind: 'building'; readonly entries: number }
  | {
      readonly kind: 'ready';
      readonly counts: ListCounts;
      /** On this device, once it is added. */
      readonly bytes: number;
      /** How many names of well-known sites were asked about. */
      readonly canariesAsked: number;
      /** Links of the mail that is open now, and those of them that the list would flag. */
      readonly openLinks: number;
      readonly openFlagged: number;
    }
  | { readonly kind: 'failed'; readonly failure: Pick<UpdateFailure, 'kind' | 'detail'> };

/** From the options page. */
export type DeviceListRequest =
  | PreviewList
  | PreviewFile
  | ListChunk
  | CancelImport
  | AddList
  | RemoveList
  | GetLists;

export interface DeviceListResponses {
  'preview-list': { readonly import: string } | { readonly refused: ListRefusal };
  'preview-file': { readonly import: string } | { readonly refused: ListRefusal };
  /** False if nothing more of the file is wanted: it was cancelled, or is no list. */
  'list-chunk': { readonly wanted: boolean };
  'cancel-import': null;
  'add-list': { readonly list: string } | { readonly refused: ListRefusal };
  'remove-list': { readonly removed: boolean };
  'get-lists': { readonly lists: readonly DeviceList[]; readonly importing: ListImport | null } | Unread;
}

export const DEVICE_LIST_READERS: Readers<DeviceListRequest> = {
  'preview-list': (from) => ({
    type: 'preview-list',
    url: text(from, 'url', MAX_TYPED_LENGTH),
    name: text(from, 'name', 200),
    category: oneOf(from, 'category', CATEGORIES),
    licence: text(from, 'licence', 200),
  }),
  'preview-file': (from) => ({
    type: 'preview-file',
    name: text(from, 'name', 200),
    category: oneOf(from, 'category', CATEGORIES),
    bytes: count(from, 'bytes'),
  }),
  'list-chunk': (from) => ({
    type: 'list-chunk',
    import: text(from, 'import', 100),
    text: text(from, 'text', MAX_LIST_CHUNK_LENGTH),
    readBytes: count(from, 'readBytes'),
    isLast: flag(from, 'isLast'),
  }),
  'cancel-import': (from) => ({ type: 'cancel-import', import: text(from, 'import', 100) }),
  'add-list': (from) => ({ type: 'add-list', import: text(from, 'import', 100) }),
  'remove-list': (from) => ({
    type: 'remove-list',
    list: text(from, 'list', 100),
    isUndoable: flag(from, 'isUndoable'),
  }),
  'get-lists': () => ({ type: 'get-lists' }),
};
