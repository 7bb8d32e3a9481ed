import type { SectionName } from '../../../../core/snapshot/snapshot.ts';

export interface ChannelActions {
  /** Null with a single list to update: the general button *Update now* suffices. */
  readonly update: ((channel: string) => void) | null;
  readonly remove: (channel: string) => void;
  readonly takeBack: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}
