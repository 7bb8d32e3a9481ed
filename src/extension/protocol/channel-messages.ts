import { ENTRY_KINDS } from '../../core/hash/entry-kind.ts';
import type { MirrorRefusal } from '../../core/snapshot/mirrors.ts';
import type { SectionName } from '../../core/snapshot/snapshot.ts';
import { CATEGORIES, LEVELS } from '../../core/verdict/verdict.ts';
import type { Ended } from './outcome.ts';
import { asRecord, flag, list, own, oneOf, text } from '../../core/fields/read-fields.ts';
import { MAX_TYPED_LENGTH, type Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

export interface GetStatus {
  readonly type: 'get-status';
}

/** Answers when the update has begun; progress comes with `get-status`, after each `changed` broadcast. */
export interface UpdateNow {
  readonly type: 'update-now';
  /** Only this one; all without it. */
  readonly channel?: string;
}

/** Only from the options page. Tells what a pasted text would add; asks no server. */
export interface PreviewChannel {
  readonly type: 'preview-channel';
  readonly text: string;
}

/** Only from the options page: `text` as it was previewed. */
export interface AddChannel {
  readonly type: 'add-channel';
  readonly text: string;
}

/** Only from the options page. The default and managed channels stay. */
export interface RemoveChannel {
  readonly type: 'remove-channel';
  readonly channel: string;
  /** It may be taken back for ten minutes; otherwise nothing of it is left at once. */
  readonly isUndoable: boolean;
}

/** Only from the options page: a channel or list that was removed, and may be taken back. */
export interface TakeBackList {
  readonly type: 'take-back-list';
  readonly list: string;
}

/** Only from the options page: changes places with the neighbour. What an administrator set stays in its place. */
export interface MoveChannel {
  readonly type: 'move-channel';
  readonly channel: string;
  readonly by: 'up' | 'down';
}

/** Switches sections of one channel off and all others of it on. */
export interface SetSections {
  readonly type: 'set-sections';
  readonly channel: string;
  readonly off: readonly SectionName[];
}

export interface ChannelStatus {
  readonly id: string;
  readonly name: string;
  /** Where it is fetched; null for the packaged list, which has no channel to renew it. */
  readonly url: string | null;
  /** `list`: compiled on this device from a public list or a file. */
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  /** SHA-256 of each pinned root key, in groups of four hex digits; empty for the packaged list. */
  readonly rootKeyFingerprints: readonly string[];
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
  /** 0 while `kind` is `none`; so are the other numbers. */
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  /**
   * When it stops clearing links, unless it is renewed; of the packaged list, when it no longer counts as protection.
   * Unix time, seconds; null: a packaged list of test pages, which does not end.
   */
  readonly endsAt: number | null;
  readonly entries: number;
  /** On this device. */
  readonly bytes: number;
  /** Of these, what is in memory while links are looked up. */
  readonly memoryBytes: number;
  readonly sections: readonly (SectionName & { readonly entries: number; readonly on: boolean })[];
  readonly sources: readonly ShownSource[];
  /** Further addresses that the channel's keys name. */
  readonly mirrors: readonly ShownMirror[];
  /** The address that last gave an index, of a channel with mirrors; null: none has, or there is but one. */
  readonly usedUrl: string | null;
  readonly activity: ChannelActivity;
  /** Null once an update has succeeded after it. */
  readonly lastFailure: UpdateFailure | null;
}

export interface ShownMirror {
  readonly url: string;
  /** Null: it is asked when it is its turn. */
  readonly refusal: MirrorRefusal | 'set-by-administrator' | null;
}

export interface ShownSource {
  readonly name: string;
  readonly licence: string;
  readonly entries: number;
  /** Unix time, seconds. */
  readonly fetchedAt: number;
  /** Where a wrong entry can be reported: text from outside. */
  readonly contact: string | null;
}

export type ChannelActivity =
  /** Unix time, seconds; null if it is never fetched. */
  | { readonly kind: 'idle'; readonly nextAt: number | null }
  | {
      readonly kind: 'updating';
      readonly step: 'index' | 'download' | 'apply' | 'build';
      readonly receivedBytes: number;
      /** 0 while it is not known. */
      readonly totalBytes: number;
    };

export interface ChannelPreview {
  readonly url: string;
  readonly host: string;
  readonly rootKeyFingerprints: readonly string[];
}

export const CHANNEL_REFUSALS = [
  /** There is not exactly one address and at least one key in the text. */
  'not-a-channel',
  'not-https',
  /** An IP address, `localhost`, a name without a dot or in `.local`. */
  'private-host',
  /** This address is already there, with the same key. */
  'already-there',
  /** This address is already there, with another key, and nobody signed the change. */
  'key-changed',
  /** At most 8 channels. */
  'too-many',
  'not-stored',
  /** The administrator decides which there are. */
  'set-by-administrator',
] as const;
export type ChannelRefusal = (typeof CHANNEL_REFUSALS)[number];

/** From our own pages. */
export type ChannelRequest =
  | GetStatus
  | UpdateNow
  | PreviewChannel
  | AddChannel
  | RemoveChannel
  | TakeBackList
  | MoveChannel
  | SetSections;

export interface ChannelResponses {
  'get-status': {
    readonly channels: readonly ChannelStatus[];
    /** The package's file that names the default channel is missing or damaged, so there is none. */
    readonly isChannelFileDamaged?: true;
  };
  'update-now': null;
  'preview-channel': ChannelPreview | { readonly refused: ChannelRefusal };
  'add-channel': { readonly channel: string } | { readonly refused: ChannelRefusal };
  'remove-channel': { readonly removed: boolean };
  'take-back-list': Ended;
  'move-channel': Ended;
  'set-sections': Ended;
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
  'move-channel': (from) => ({
    type: 'move-channel',
    channel: text(from, 'channel', MAX_TYPED_LENGTH),
    by: oneOf(from, 'by', ['up', 'down']),
  }),
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
