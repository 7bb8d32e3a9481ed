/** What the lists of an installation amount to: one answer for toolbar, popup, settings and welcome page. */
export type Protection =
  /** No list of real threats. */
  | 'none'
  /** Lists that flag and cannot clear: all of them are compiled on this device. */
  | 'flags'
  /** At least one channel, and each is young enough to clear a link. */
  | 'checks'
  /** A channel, or every list that there is, is too old. */
  | 'expired';

export interface ProtectingList {
  readonly origin: 'packaged' | 'default' | 'managed' | 'added' | 'list';
  readonly kind: 'none' | 'fresh' | 'stale' | 'expired';
}

/** The packaged list holds test pages only; a list that was never fetched holds nothing. */
export function protectionOf(lists: readonly ProtectingList[]): Protection {
  const real = lists.filter(({ origin, kind }) => origin !== 'packaged' && kind !== 'none');
  if (real.length === 0) return 'none';
  const channels = real.filter(({ origin }) => origin !== 'list');
  if (channels.some(({ kind }) => kind === 'expired')) return 'expired';
  if (channels.length > 0) return 'checks';
  return real.every(({ kind }) => kind === 'expired') ? 'expired' : 'flags';
}
