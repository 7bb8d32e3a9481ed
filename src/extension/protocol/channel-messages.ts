import { ENTRY_KINDS } from '../../core/hash/entry-kind.ts';
import type { MirrorRefusal } from '../../core/snapshot/mirrors.ts';
import type { SectionName } from '../../core/snapshot/snapshot.ts';
import { CATEGORIES, LEVELS } from '../../core/verdict/verdict.ts';
import type { OutcomeResponse } from './outcome.ts';
import { asRecord, flag, list, own, oneOf, text } from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

export interface GetStatus {
  readonly type: 'get-status';
}

/** Answers when the update has begun. For progress, send `get-status` after each `changed` broadcast. */
export interface UpdateNow {
  readonly type: 'update-now';
  /** Absent: all. */
  readonly channel?: string;
}

/** Only for the options page, like adding, removing and taking back. Contacts no server. */
export interface PreviewChannel {
  readonly type: 'preview-channel';
  readonly text: string;
}

/** `text` must be the previewed one. */
export interface AddChannel {
  readonly type: 'add-channel';
  readonly text: string;
}

/** Default and managed channels cannot be removed. */
export interface RemoveChannel {
  readonly type: 'remove-channel';
  readonly channel: string;
  /** True: undo is possible for ten minutes; otherwise deleted at once. */
  readonly isUndoable: boolean;
}

export interface TakeBackList {
  readonly type: 'take-back-list';
  readonly list: string;
}

/** Sections not named are switched on. */
export interface SetSections {
  readonly type: 'set-sections';
  readonly channel: string;
  readonly off: readonly SectionName[];
}

export interface ChannelStatus {
  readonly id: string;
  readonly name: string;
  /** Null for the packaged list, and for lists that an older version read from files. */
  readonly url: string | null;
  /** `list`: compiled on this device. */
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  /** SHA-256 in groups of four hexadecimal digits; empty for lists without keys. */
  readonly rootKeyFingerprints: readonly string[];
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  /** Like the other numbers, 0 while `kind` is `none`. */
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  /**
   * Unix seconds when the list stops clearing links, or the packaged list stops protecting. Null for lists of test
   * pages, which never end.
   */
  readonly endsAt: number | null;
  readonly entries: number;
  /** Size on this device. */
  readonly bytes: number;
  /** Size in memory during lookups. */
  readonly memoryBytes: number;
  readonly sections: readonly (SectionName & { readonly entries: number; readonly on: boolean })[];
  readonly sources: readonly ShownSource[];
  /** From the channel's key list. */
  readonly mirrors: readonly ShownMirror[];
  /** The last URL that gave an index; null without mirrors. */
  readonly usedUrl: string | null;
  readonly activity: ChannelActivity;
  /** Null after a later success. */
  readonly lastFailure: UpdateFailure | null;
}

export interface ShownMirror {
  readonly url: string;
  readonly refusal: MirrorRefusal | 'set-by-administrator' | null;
}

export interface ShownSource {
  readonly name: string;
  readonly licence: string;
  readonly entries: number;
  /** Unix seconds. */
  readonly fetchedAt: number;
  /** For reports; text from outside. */
  readonly contact: string | null;
}

export type ChannelActivity =
  /** Next request, Unix seconds; null for lists that are never downloaded. */
  | { readonly kind: 'idle'; readonly nextAt: number | null }
  | {
      readonly kind: 'updating';
      readonly step: 'index' | 'download' | 'apply' | 'build';
      readonly receivedBytes: number;
      /** 0 while unknown. */
      readonly totalBytes: number;
    };

export interface ChannelPreview {
  readonly url: string;
  readonly host: string;
  readonly rootKeyFingerprints: readonly string[];
}

export const CHANNEL_REFUSALS = [
  /** The text is not exactly one URL and at least one key. */
  'not-a-channel',
  'not-https',
  /** IP address, `localhost`, `.local`, or a name without a dot. */
  'private-host',
  /** This URL with the same key exists. */
  'already-there',
  /** This URL exists with another key, and no signature covers the change. */
  'key-changed',
  /** More than 8. */
  'too-many',
  'not-stored',
  'set-by-administrator',
] as const;
export type ChannelRefusal = (typeof CHANNEL_REFUSALS)[number];

export type ChannelRequest =
  | GetStatus
  | UpdateNow
  | PreviewChannel
  | AddChannel
  | RemoveChannel
  | TakeBackList
  | SetSections;

export interface ChannelResponses {
  'get-status': {
    readonly channels: readonly ChannelStatus[];
    /** The default channel's packaged file is missing or damaged. */
    readonly isChannelFileDamaged?: true;
  };
  'update-now': null;
  'preview-channel': ChannelPreview | { readonly refused: ChannelRefusal };
  'add-channel': { readonly channel: string } | { readonly refused: ChannelRefusal };
  'remove-channel': { readonly removed: boolean };
  'take-back-list': OutcomeResponse;
  'set-sections': OutcomeResponse;
}

export const CHANNEL_READERS: Readers<ChannelRequest> = {
  'get-status': () => ({ type: 'get-status' }),
  'update-now': (from) => ({
    type: 'update-now',
    ...(own(from, 'channel') === undefined ? {} : { channel: text(from, 'channel', MAX_TYPED_LENGTH) }),
  }),
  'preview-channel': (from) => ({ type: 'preview-channel', text: text(from, 'text', MAX_TYPED_LENGTH) }),
  'add-channel': (from) => ({ type: 'add-channel', text: text(from, 'text', MAX_TYPED_LENGTH) }),
  'remove-channel': (from) => ({
    type: 'remove-channel',
    channel: text(from, 'channel', MAX_TYPED_LENGTH),
    isUndoable: flag(from, 'isUndoable'),
  }),
  'take-back-list': (from) => ({ type: 'take-back-list', list: text(from, 'list', MAX_TYPED_LENGTH) }),
  'set-sections': (from) => ({
    type: 'set-sections',
    channel: text(from, 'channel', MAX_TYPED_LENGTH),
    off: list(from, 'off', 1_000, sectionName),
  }),
};

function sectionName(value: unknown, field: string): SectionName {
  const from = asRecord(value, field);
  return {
    kind: oneOf(from, 'kind', ENTRY_KINDS, field),
    category: oneOf(from, 'category', CATEGORIES, field),
    action: oneOf(from, 'action', LEVELS, field),
    group: text(from, 'group', 64, field),
  };
}
