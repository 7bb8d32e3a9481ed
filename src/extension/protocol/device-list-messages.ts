import * as v from 'valibot';
import type { FeedFormat } from '../../core/feed/feed-line.ts';
import { CATEGORIES, type Category } from '../../core/verdict/verdict.ts';
import type { ChannelStatus } from './channel-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { answers, page, type RequestIn } from './request-row.ts';
import { MAX_TYPED_LENGTH, text } from '../../core/fields/schema.ts';

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

const NAME = text(200);

export const DEVICE_LIST_REQUESTS = {
  /** The list's download begins. Only for the options page, like all list requests. */
  'add-list': page(
    {
      url: text(MAX_TYPED_LENGTH),
      /** Empty: use the host's name. */
      name: NAME,
      category: v.picklist(CATEGORIES),
      /** Licence as published, or empty. */
      licence: NAME,
    },
    /** Null: it is added. */
    answers<{ readonly refused: ListRefusal | null }>(),
  ),
  /** `take-back-list` can undo it for ten minutes. */
  'remove-list': page({ list: text(100), isUndoable: v.boolean() }, answers<{ readonly removed: boolean }>()),
  'get-lists': page({}, answers<{ readonly lists: readonly DeviceList[] } | StorageUnreadable>()),
};

export type AddList = RequestIn<typeof DEVICE_LIST_REQUESTS, 'add-list'>;
export type RemoveList = RequestIn<typeof DEVICE_LIST_REQUESTS, 'remove-list'>;
