import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';

/** What is known of a list beside its entries. */
export type ListFacts = Pick<ChannelIndex, 'channel' | 'serial' | 'publishedAt' | 'expiresAt'> & {
  /** When it came, by the local clock. Unix time, seconds. */
  readonly receivedAt: number;
  readonly entries: number;
  /** Of the key list that it was verified by: an older one is never taken again. */
  readonly keyListNumber: number;
  /** Whose channel it is. */
  readonly rootKey: string;
};
