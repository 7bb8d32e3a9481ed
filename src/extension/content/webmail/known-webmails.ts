import type { Webmail } from '../../protocol/webmail-hosts.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * What a content script knows of webmails. There are three scripts that work alike; the browser injects the one that fits
 * a frame's address, so that each page loads only the adapters it can need.
 */
export interface KnownWebmails {
  /** Webmails with addresses of their own, each of which has an adapter. */
  readonly hosted: readonly Webmail[];
  /** Those with addresses are found by them, the others by `detect`, in this order. */
  readonly adapters: readonly WebmailAdapter[];
}
