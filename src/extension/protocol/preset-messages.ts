import { LIST_PRESETS } from '../../core/feed/list-presets.ts';
import type { ChannelActivity } from './channel-messages.ts';
import type { ListRefusal } from './device-list-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { list, shortText } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

/**
 * Adds presets by id, not URL: only the package's lists can be requested. Like all preset requests, only for the
 * welcome and options pages. Answered before the download; for progress, send `get-presets`.
 */
export interface AddPresets {
  readonly type: 'add-presets';
  readonly ids: readonly string[];
}

export interface RemovePresets {
  readonly type: 'remove-presets';
  readonly ids: readonly string[];
}

export interface GetPresets {
  readonly type: 'get-presets';
}

export type PresetProgress =
  | { readonly kind: 'absent' }
  | { readonly kind: 'waiting' }
  | Extract<ChannelActivity, { kind: 'updating' }>
  | { readonly kind: 'added'; readonly entries: number }
  | { readonly kind: 'failed'; readonly failure: UpdateFailure };

export interface PresetState {
  readonly id: string;
  readonly progress: PresetProgress;
}

export type PresetRequest = AddPresets | RemovePresets | GetPresets;

export interface PresetResponses {
  /** Why the first one that was refused was; null if none was. */
  'add-presets': { readonly refused: ListRefusal | null };
  'remove-presets': { readonly removed: boolean };
  'get-presets':
    | {
        /** In the order of `LIST_PRESETS`. */
        readonly presets: readonly PresetState[];
        /** If true, lists for private use are not offered. */
        readonly isManaged: boolean;
        /** An administrator chooses the lists. */
        readonly isLocked: boolean;
      }
    | StorageUnreadable;
}

export const PRESET_READERS: Readers<PresetRequest> = {
  'add-presets': (from) => ({
    type: 'add-presets',
    ids: list(from, 'ids', LIST_PRESETS.length, shortText),
  }),
  'remove-presets': (from) => ({
    type: 'remove-presets',
    ids: list(from, 'ids', LIST_PRESETS.length, shortText),
  }),
  'get-presets': () => ({ type: 'get-presets' }),
};
