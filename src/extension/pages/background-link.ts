import type { ask, onBroadcast } from '../platform/message-bus.ts';

/** The background realm; tests replace it. */
export interface BackgroundLink {
  readonly ask: typeof ask;
  readonly onBroadcast: typeof onBroadcast;
}
