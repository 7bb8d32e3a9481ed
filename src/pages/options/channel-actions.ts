import type { SectionName } from '../../core/snapshot/snapshot.ts';

export interface ChannelActions {
  readonly move: (channel: string, by: 'up' | 'down') => void;
  readonly update: (channel: string) => void;
  readonly remove: (channel: string) => void;
  readonly takeBack: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}
