import type { Webmail } from '../../protocol/webmail-hosts.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * What a content script knows of webmails. There are three scripts of the same working, and the browser puts the one into a
 * frame that its address calls for: nobody who reads mail at one webmail carries the others.
 */
export interface KnownWebmails {
  /** Webmails with addresses of their own, each of which has an adapter. */
  readonly hosted: readonly Webmail[];
  /** Those with addresses are found by them, the others by `detect`, in this order. */
  readonly adapters: readonly WebmailAdapter[];
}
