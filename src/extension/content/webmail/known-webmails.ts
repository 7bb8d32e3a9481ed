import type { Webmail } from '../../protocol/webmail-hosts.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';

/** Each content script has its own, so that a page loads only adapters it may need. */
export interface KnownWebmails {
  /** With known addresses. */
  readonly hosted: readonly Webmail[];
  /** Tried in this order. */
  readonly adapters: readonly WebmailAdapter[];
}
