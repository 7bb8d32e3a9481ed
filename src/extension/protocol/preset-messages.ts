import { LIST_PRESETS } from '../../core/feed/list-presets.ts';
import type { ListRefusal } from './device-list-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { list, shortText } from '../../core/fields/read-fields.ts';
import type { Readers } from './request-readers.ts';
import type { UpdateFailure } from './update-failure.ts';

/**
 * Adds presets by id, not URL: only the package's lists can be requested. Like all preset requests, only for the
 * welcome and options pages. Answered once begun; for progress, send `get-presets`.
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
  | {
      readonly kind: 'reading';
      readonly receivedBytes: number;
      /** 0 while unknown. */
      readonly totalBytes: number;
      readonly entries: number;
    }
  | { readonly kind: 'building'; readonly entries: number }
  | { readonly kind: 'added'; readonly entries: number }
  | { readonly kind: 'failed'; readonly failure: Pick<UpdateFailure, 'kind' | 'detail'> }
  | { readonly kind: 'refused'; readonly because: ListRefusal };

export interface PresetState {
  readonly id: string;
  readonly progress: PresetProgress;
}

export type PresetRequest = AddPresets | RemovePresets | GetPresets;

export interface PresetResponses {
  'add-presets': null;
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
