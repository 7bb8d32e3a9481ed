import type { ChannelIndex } from '../../../core/snapshot/channel-index.ts';

export type ListFacts = Pick<ChannelIndex, 'channel' | 'serial' | 'publishedAt' | 'expiresAt'> & {
  /** Local Unix time of receipt, seconds. */
  readonly receivedAt: number;
  readonly entries: number;
  /** Older key lists are refused. */
  readonly keyListNumber: number;
  readonly rootKey: string;
};
