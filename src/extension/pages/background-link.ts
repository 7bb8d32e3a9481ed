import type { ask, onBroadcast } from '../platform/message-bus.ts';

/** The background realm as pages see it; tests put their own in its place. */
export interface BackgroundLink {
  readonly ask: typeof ask;
  readonly onBroadcast: typeof onBroadcast;
}
