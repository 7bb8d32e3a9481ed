import { LIST_PRESETS } from '../../core/feed/list-presets.ts';
import type { ChannelActivity } from './channel-messages.ts';
import type { ListRefusal } from './device-list-messages.ts';
import type { StorageUnreadable } from './outcome.ts';
import { answers, page } from './request-row.ts';
import { list, text } from '../../core/fields/schema.ts';
import type { UpdateFailure } from './update-failure.ts';

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

interface Presets {
  /** In the order of `LIST_PRESETS`. */
  readonly presets: readonly PresetState[];
  /** If true, lists for private use are not offered. */
  readonly isManaged: boolean;
  /** An administrator chooses the lists. */
  readonly isLocked: boolean;
}

const IDS = list(text(100), LIST_PRESETS.length);

export const PRESET_REQUESTS = {
  /**
   * Adds presets by id, not URL: only the package's lists can be requested. Like all preset requests, only for the
   * welcome and options pages. Answered before the download; for progress, send `get-presets`.
   */
  'add-presets': page(
    { ids: IDS },
    /** Why the first one that was refused was; null if none was. */
    answers<{ readonly refused: ListRefusal | null }>(),
  ),
  'remove-presets': page({ ids: IDS }, answers<{ readonly removed: boolean }>()),
  'get-presets': page({}, answers<Presets | StorageUnreadable>()),
};
