import type { ListVoice } from '../verdict/listing-support.ts';
import type { LinkMatch } from './look-up-link.ts';

export interface ChannelMatches {
  readonly channel: string;
  readonly channelName: string;
  readonly serial: number;
  /** Unix seconds. */
  readonly publishedAt: number;
  readonly status: 'fresh' | 'stale' | 'expired';
  /** Only `threats` may clear a link. */
  readonly kind: 'threats' | 'test-pages' | 'device-list';
  /** Only for a device list from a reviewed preset. */
  readonly voice: ListVoice | null;
  readonly matches: readonly LinkMatch[];
}
