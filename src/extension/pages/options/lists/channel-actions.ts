import type { SectionName } from '../../../../core/snapshot/snapshot.ts';

export interface ChannelActions {
  readonly move: (channel: string, by: 'up' | 'down') => void;
  /** Null where there is nothing to update but what *Update now* updates. */
  readonly update: ((channel: string) => void) | null;
  readonly remove: (channel: string) => void;
  readonly takeBack: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}
