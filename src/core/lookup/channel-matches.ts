import type { ListVoice } from '../verdict/listing-support.ts';
import type { LinkMatch } from './look-up-link.ts';

/** What one channel knows of a link. */
export interface ChannelMatches {
  readonly channel: string;
  readonly channelName: string;
  readonly serial: number;
  /** Unix time, seconds. */
  readonly publishedAt: number;
  readonly status: 'fresh' | 'stale' | 'expired';
  /** Only a channel of real threats ever clears a link; no packaged test pages do, and no list compiled on the device. */
  readonly kind: 'threats' | 'test-pages' | 'device-list';
  /** Null but for a list compiled on the device from a reviewed preset. */
  readonly voice: ListVoice | null;
  readonly matches: readonly LinkMatch[];
}
