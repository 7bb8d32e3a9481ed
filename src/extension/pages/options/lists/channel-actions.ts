import type { SectionName } from '../../../../core/snapshot/snapshot.ts';

export interface ChannelActions {
  readonly move: (channel: string, by: 'up' | 'down') => void;
  /** Null if *Update now* does the same. */
  readonly update: ((channel: string) => void) | null;
  readonly remove: (channel: string) => void;
  readonly takeBack: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}
