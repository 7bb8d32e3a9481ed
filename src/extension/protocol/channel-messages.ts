import * as v from 'valibot';
import { ENTRY_KINDS } from '../../core/hash/entry-kind.ts';
import type { MirrorRefusal } from '../../core/snapshot/mirrors.ts';
import type { SectionName } from '../../core/snapshot/snapshot.ts';
import { CATEGORIES, LEVELS } from '../../core/verdict/verdict.ts';
import type { OutcomeResponse } from './outcome.ts';
import { answers, page } from './request-row.ts';
import { fields, list, MAX_TYPED_LENGTH, text } from '../../core/fields/schema.ts';
import type { UpdateFailure } from './update-failure.ts';

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

interface Status {
  readonly channels: readonly ChannelStatus[];
  /** The default channel's packaged file is missing or damaged. */
  readonly isChannelFileDamaged?: true;
}

interface Refused {
  readonly refused: ChannelRefusal;
}

const TYPED = text(MAX_TYPED_LENGTH);

const SECTION_NAME = fields({
  kind: v.picklist(ENTRY_KINDS),
  category: v.picklist(CATEGORIES),
  action: v.picklist(LEVELS),
  group: text(64),
});

export const CHANNEL_REQUESTS = {
  'get-status': page({}, answers<Status>()),
  /**
   * Answers when the update has begun. For progress, send `get-status` after each `changed` broadcast. No channel: all.
   */
  'update-now': page({ channel: v.exactOptional(TYPED) }),
  /** Only for the options page, like adding, removing and taking back. Contacts no server. */
  'preview-channel': page({ text: TYPED }, answers<ChannelPreview | Refused>()),
  /** `text` must be the previewed one. */
  'add-channel': page({ text: TYPED }, answers<{ readonly channel: string } | Refused>()),
  /** Default and managed channels cannot be removed. Undo is possible for ten minutes, or the channel is deleted at once. */
  'remove-channel': page(
    { channel: TYPED, isUndoable: v.boolean() },
    answers<{ readonly removed: boolean }>(),
  ),
  'take-back-list': page({ list: TYPED }, answers<OutcomeResponse>()),
  /** Sections not named are switched on. */
  'set-sections': page({ channel: TYPED, off: list(SECTION_NAME, 1_000) }, answers<OutcomeResponse>()),
};
