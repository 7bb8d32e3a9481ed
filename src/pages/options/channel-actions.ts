import type { SectionName } from '../../core/snapshot/snapshot.ts';

export interface ChannelActions {
  readonly update: (channel: string) => void;
  readonly remove: (channel: string) => void;
  readonly setSections: (channel: string, off: readonly SectionName[]) => void;
}
