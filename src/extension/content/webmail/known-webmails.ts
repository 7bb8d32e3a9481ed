import type { Webmail } from '../../protocol/webmail-hosts.ts';
import type { WebmailAdapter } from './webmail-adapter.ts';

/**
 * The webmails a content script knows. There are three scripts with the same code; the browser injects the one that
 * fits a frame's address, so each page loads only adapters it may need.
 */
export interface KnownWebmails {
  /** Webmails with known addresses; each has an adapter. */
  readonly hosted: readonly Webmail[];
  /** Found by address, the others by `detect`, in this order. */
  readonly adapters: readonly WebmailAdapter[];
}
