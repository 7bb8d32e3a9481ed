import type { FeedFormat } from '../../core/feed/feed-line.ts';
import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { ChannelStatus } from './channel-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { flag, oneOf, text } from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';

/** The list's download begins. Only for the options page, like all list requests. */
export interface AddList {
  readonly type: 'add-list';
  readonly url: string;
  /** Empty: use the host's name. */
  readonly name: string;
  readonly category: Category;
  /** Licence as published, or empty. */
  readonly licence: string;
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

export type DeviceListRequest = AddList | RemoveList | GetLists;

export interface DeviceListResponses {
  /** Null: it is added. */
  'add-list': { readonly refused: ListRefusal | null };
  'remove-list': { readonly removed: boolean };
  'get-lists': { readonly lists: readonly DeviceList[] } | StorageUnreadable;
}

export const DEVICE_LIST_READERS: Readers<DeviceListRequest> = {
  'add-list': (from) => ({
    type: 'add-list',
    url: text(from, 'url', MAX_TYPED_LENGTH),
    name: text(from, 'name', 200),
    category: oneOf(from, 'category', CATEGORIES),
    licence: text(from, 'licence', 200),
  }),
  'remove-list': (from) => ({
    type: 'remove-list',
    list: text(from, 'list', 100),
    isUndoable: flag(from, 'isUndoable'),
  }),
  'get-lists': () => ({ type: 'get-lists' }),
};
