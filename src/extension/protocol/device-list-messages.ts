import type { FeedFormat } from '../../core/feed/feed-line.ts';
import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { ChannelStatus } from './channel-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { flag, oneOf, text } from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

/**
 * Compiles a public list without adding it. Only for the options page, like all list requests. A new import replaces a
 * running one; a preset's import instead waits for the running one, and starts again if it is itself replaced.
 */
export interface PreviewList {
  readonly type: 'preview-list';
  readonly url: string;
  /** Empty: use the host's name. */
  readonly name: string;
  readonly category: Category;
  /** Licence as published, or empty. */
  readonly licence: string;
}

export interface CancelImport {
  readonly type: 'cancel-import';
  readonly import: string;
}

/** Adds the imported list; fetches nothing. */
export interface AddList {
  readonly type: 'add-list';
  readonly import: string;
}

export interface RemoveList {
  readonly type: 'remove-list';
  readonly list: string;
  /** `take-back-list` can undo it for ten minutes. */
  readonly isUndoable: boolean;
}

export interface GetLists {
  readonly type: 'get-lists';
}

export const LIST_REFUSALS = [
  'not-a-url',
  'not-https',
  /** As in `CHANNEL_REFUSALS`. */
  'private-host',
  'already-there',
  /** More than 8. */
  'too-many',
  /** Cancelled, failed, or lost with the background realm. */
  'import-gone',
  'not-stored',
  'set-by-administrator',
] as const;
export type ListRefusal = (typeof LIST_REFUSALS)[number];

export interface DeviceList {
  /** Status as of a channel without keys. */
  readonly status: ChannelStatus;
  readonly category: Category;
  /** Text from outside, or empty. */
  readonly licence: string;
  /** Null if no compiled list is stored. */
  readonly counts: ListCounts | null;
}

export interface ListCounts {
  readonly format: FeedFormat;
  /** Without duplicates. */
  readonly entries: number;
  /** Entries left out because many people use the site honestly. */
  readonly dropped: number;
  /** Lines without anything to look up. */
  readonly refused: number;
  /** Well-known sites that the left-out entries would flag. */
  readonly canaries: number;
}

export interface ListImport {
  readonly import: string;
  readonly name: string;
  readonly url: string | null;
  readonly state: ListImportState;
}

export type ListImportState =
  | {
      readonly kind: 'reading';
      readonly receivedBytes: number;
      /** 0 while unknown. */
      readonly totalBytes: number;
      readonly entries: number;
    }
  | { readonly kind: 'building'; readonly entries: number }
  | {
      readonly kind: 'ready';
      readonly counts: ListCounts;
      /** Size once added. */
      readonly bytes: number;
      /** Well-known sites looked up in the list. */
      readonly canariesAsked: number;
      /** Links in open mail; `openFlagged` of these would be flagged. */
      readonly openLinks: number;
      readonly openFlagged: number;
    }
  | { readonly kind: 'failed'; readonly failure: Pick<UpdateFailure, 'kind' | 'detail'> };

export type DeviceListRequest = PreviewList | CancelImport | AddList | RemoveList | GetLists;

export interface DeviceListResponses {
  'preview-list': { readonly import: string } | { readonly refused: ListRefusal };
  'cancel-import': null;
  'add-list': { readonly list: string } | { readonly refused: ListRefusal };
  'remove-list': { readonly removed: boolean };
  'get-lists':
    | { readonly lists: readonly DeviceList[]; readonly importing: ListImport | null }
    | StorageUnreadable;
}

export const DEVICE_LIST_READERS: Readers<DeviceListRequest> = {
  'preview-list': (from) => ({
    type: 'preview-list',
    url: text(from, 'url', MAX_TYPED_LENGTH),
    name: text(from, 'name', 200),
    category: oneOf(from, 'category', CATEGORIES),
    licence: text(from, 'licence', 200),
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
